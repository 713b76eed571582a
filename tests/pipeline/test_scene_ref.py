"""Staged scenes as texts: each reader gets what was put in."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from espire_dsl.pipeline.scene_ref import Refusal, SceneRef, ref_of, staged_as_bytes
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.json_io import dumps
from espire_dsl.scene.staged import Staged
from espire_dsl.testing.strategies import tabletop_scenes

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda part: st.lists(part, max_size=3) | st.dictionaries(st.text(), part, max_size=3),
    max_leaves=6,
)
LOOKS = st.none() | st.dictionaries(st.text(), JSON, max_size=3)


@given(tabletop_scenes(), LOOKS, st.text())
def test_each_reader_gets_what_was_put_in(scene: Scene, look: dict[str, object] | None, mask: str) -> None:
    seen = {name: {"a": mask} for name in (*scene.cameras, "nobody")}
    text = staged_as_bytes(Staged(scene, seen, None, look))
    named = ref_of("key", text, ())
    assert isinstance(named, SceneRef)
    ref = named.loaded(lambda _: text)
    assert (ref.id, ref.world, ref.level, ref.cameras) == (
        scene.id,
        scene.world,
        scene.level,
        tuple(sorted(scene.cameras)),
    )
    assert ref.scene == scene
    assert ref.line == dumps(scene)
    assert json.loads(ref.look) == look
    assert ref.masks == {
        name: {"a": {"size": [camera.height, camera.width], "counts": mask}}
        for name, camera in scene.cameras.items()
    }


@given(st.text())
def test_a_refusal_keeps_its_reason(reason: str) -> None:
    assert ref_of("key", staged_as_bytes(Staged(None, refused=reason)), ()) == Refusal(reason)
