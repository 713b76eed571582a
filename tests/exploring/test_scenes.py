"""Scenes with anything wrong in them: refused with what is wrong, or read and written back as they are."""

from __future__ import annotations

import json
from functools import cache

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from espire_dsl.scene.error import SceneError
from espire_dsl.scene.json_io import dumps, loads, scene_from_json
from espire_dsl.tasks.worlds import shipped_world
from espire_sim.mujoco.physics import MujocoPhysics
from espire_sim.worlds import draw_many
from tests.exploring.corrupting import spoilt

SLOW = settings(suppress_health_check=list(HealthCheck))


@cache
def sound() -> list[str]:
    worlds = [shipped_world(name) for name in ("tabletop", "shelf")]
    return [dumps(drawn.scene) for world in worlds for _, drawn in draw_many(world, 3, 4)]


@SLOW
@given(st.data())
def test_a_spoilt_scene_is_refused_or_read(data: st.DataObject) -> None:
    value = data.draw(spoilt(json.loads(data.draw(st.sampled_from(sound())))))
    try:
        scene = scene_from_json(value)
    except SceneError:
        return
    assert loads(dumps(scene)) == scene


@settings(SLOW, max_examples=20)
@given(st.data())
def test_what_is_read_can_be_settled_or_is_refused(data: st.DataObject) -> None:
    value = data.draw(spoilt(json.loads(data.draw(st.sampled_from(sound())))))
    try:
        scene = scene_from_json(value)
    except SceneError:
        return
    assert MujocoPhysics(seconds=0.2).settle(scene) is not None
