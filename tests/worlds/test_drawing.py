"""Scenes of declared worlds: the shipped ones as ever, things where they are put, what is required."""

from __future__ import annotations

import json
from hashlib import sha256

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from espire_dsl.language.core.values import ThingRef
from espire_dsl.program.reference import evaluate
from espire_dsl.scene.json_io import scene_to_json
from espire_dsl.tasks.drawing import draw_scene
from espire_dsl.tasks.error import TaskSetError
from espire_dsl.tasks.worlds import load_world
from tests.worlds.making import drawn, world

FEW = settings(max_examples=15, deadline=None, derandomize=True)
AS_EVER = {
    "tabletop": "8d5fbdd0eb4a71fa85f982fab12f1808043346e2a414f0844cd3ba9c671cf603",
    "shelf": "d109e928739992dce847a2440d3123131842faa9983390ea39469da20606f8cc",
}
SIDES = {"left_of": "left", "right_of": "right", "in_front_of": "front", "behind": "behind"}


@pytest.mark.parametrize("name", AS_EVER)
def test_the_shipped_worlds_draw_the_same_scenes_as_ever(name: str) -> None:
    """To the last digit: nodes, cameras, the arm, textures and lights of nine scenes; all but how books are
    bound."""
    template, digest = load_world(name), sha256()
    for index in range(9):
        found = draw_scene(template, template.levels[index % 3], 7, index)
        look = found.appearance.to_json()
        books = {node.id for node in found.scene.of_kind("book")}  # whose bindings came later
        look["variants"] = {id: number for id, number in look["variants"].items() if id not in books}
        told = [index, scene_to_json(found.scene), look, found.robot_pose.to_json()]
        digest.update(json.dumps(told, sort_keys=True).encode())
    assert digest.hexdigest() == AS_EVER[name]


@FEW
@given(st.sampled_from(sorted(SIDES)), st.integers(0, 10**5))
def test_what_is_put_on_a_side_is_on_that_side_for_questions_too(side: str, seed: int) -> None:
    template = PLACED[side]
    scene = drawn(template, seed).scene
    (requirement, distance) = template.requirements
    names = {name: ThingRef(name, scene) for name in template.things}
    assert evaluate(requirement.program, scene, names).value is True
    assert evaluate(distance.program, scene, names).value is True
    jar, bear = scene.node("jar"), scene.node("bear")
    apart = {"left_of": (1, -1), "right_of": (1, 1), "in_front_of": (0, 1), "behind": (0, -1)}[side]
    assert (jar.center[apart[0]] - bear.center[apart[0]]) * apart[1] > 0
    assert scene.targets("jar", "on") == ("table",)


PLACED = {
    side: world(
        "world desk {\n  floor 8 m, 8 m\n  furniture table, of: table\n"
        "  put bear: teddy_bear, at: (0 m, 0 m)\n"
        f"  put jar: ceramic_jar, {side}: bear, distance: 1 cm .. 50 cm\n}}"
    )
    for side in SIDES
}


def test_things_face_one_another_and_stand_where_they_are_told() -> None:
    template = world(
        "world desk(x: Length in -20 cm .. 20 cm) {\n  floor 8 m, 8 m\n  furniture table, of: table\n"
        '  put lamp: pagoda, at: (x, 30 cm), fixed: true, name: "tower", colour: "red", paint: "red"\n'
        "  put bear: teddy_bear, at: (x, -30 cm), facing: lamp\n}"
    )
    found = drawn(template, x=0.1)
    lamp, bear = found.scene.node("lamp"), found.scene.node("bear")
    assert lamp.center[:2] == (0.1, 0.3)
    assert (lamp.fixed, lamp.name, dict(lamp.labels)) == (True, "tower", {"colour": "red"})
    assert found.appearance.textures["lamp"] == "red"
    assert bear.quaternion[3] == pytest.approx(0.7071, abs=1e-3)  # its front, +x, points along +y
    assert found.scene.id.startswith("desk-")


def test_scenes_of_one_index_differ_by_their_arguments_alone() -> None:
    template = world(
        "world desk(x: Length in -20 cm .. 20 cm) {\n  floor 8 m, 8 m\n  furniture table, of: table\n"
        "  let y = uniform(-30 cm .. 30 cm)\n  put bear: teddy_bear, at: (x, y)\n}"
    )
    one, other = (drawn(template, x=x).scene for x in (-0.1, 0.1))
    assert one.id != other.id
    assert one.node("bear").center[1:] == other.node("bear").center[1:]
    assert one.node("table") == other.node("table")


def test_requirements_are_met_or_the_one_is_told_that_failed_most() -> None:
    text = (
        "world desk {{\n  floor 8 m, 8 m\n  furniture table, of: table\n  tries 7\n"
        "  items book, of: book, count: 2 .. 4\n  scatter book, over: top(inset: 2 cm), gap: 5 cm\n"
        "  require count(books) {}\n}}"
    )
    assert len(drawn(world(text.format(">= 4"))).scene.of_kind("book")) == 4
    refused = drawn(world(text.format("> 4")))
    assert str(refused) == "`count(books) > 4` does not hold (7 of 7 tries)"


def test_what_a_world_is_told_must_be_what_it_takes() -> None:
    template = world("world hall(n: Int in 1 .. 3) {\n  floor 3 m, 3 m\n}")
    wrong = {"not told its n": {}, "one of 1 .. 3": {"n": 4}, "no parameter m": {"m": 1}}
    for message, arguments in wrong.items():
        with pytest.raises(TaskSetError, match=message):
            drawn(template, **arguments)
    with pytest.raises(TaskSetError, match="no level hard; it has usual"):
        drawn(template, level="hard", n=1)


def test_a_world_that_is_another_one_has_its_own_entries_beside_it() -> None:
    template = world(
        "world bare is tabletop {\n  items book, of: book, count: 1\n"
        "  lights 1, above: 2 m, ahead: 0 m, lateral: 0 m, kelvin: 5000, strength: 1\n}"
    )
    found = drawn(template, level="hard")
    assert len(found.scene.of_kind("book")) == 1
    assert len(found.scene.of_kind("near")) == 2
    assert len(found.appearance.lights) == 1


def test_several_cameras_have_their_names() -> None:
    template = world(
        "world hall {\n  floor 8 m, 8 m\n  put bear: teddy_bear, at: (0 m, 0 m)\n"
        "  camera world, at: (2 m, 0 m, 1 m), to: (0 m, 0 m, 0 m), lens: 50 deg, size: (320, 240)\n"
        "  camera side, at: (0 m, 2 m, 1 m), to: (0 m, 0 m, 0 m)\n}"
    )
    cameras = drawn(template).scene.cameras
    assert sorted(cameras) == ["side", "world"]
    assert (cameras["world"].width, cameras["world"].height) == (320, 240)
