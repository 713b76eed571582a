"""The world file that cuRobo reads: valid, complete, and the same geometry as everywhere else."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import numpy as np
import pytest
from hypothesis import given, settings

from espire_dsl.scene.box import box_of
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.rotation import axis_angle, matrix
from espire_sim.curobo.world import schema, world_of, write_world
from espire_sim.settling.bodies import moving_bodies, static_boxes
from espire_sim.worlds.result import Drawn
from tests.nodes import node as new_node
from tests.sim.handmade import book, on_table, one_slot
from tests.sim.strategies import drawn, scenes

VALIDATOR = jsonschema.Draft202012Validator(schema())


def corners(cuboid: dict[str, list[float]]) -> np.ndarray:
    signs = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)])
    return np.array(cuboid["pose"][:3]) + (signs * cuboid["dims"] / 2) @ matrix(cuboid["pose"][3:]).T


def same_points(one: np.ndarray, other: np.ndarray) -> bool:
    """In whatever order."""
    return bool((np.linalg.norm(one[:, None] - other[None], axis=2).min(axis=1) < 1e-6).all())


@settings(max_examples=8)
@given(found=scenes("tabletop") | scenes("shelf"))
def test_every_solid_thing_is_there_once_where_it_is(found: Drawn) -> None:
    world = world_of(found.scene)
    VALIDATOR.validate(world)
    there = [corners(cuboid) for cuboid in world["cuboid"].values()]
    wanted = [box_of(node).corners for node in moving_bodies(found.scene)]
    wanted += [box.corners for box in static_boxes(found.scene)]
    assert len(there) == len(wanted)
    for box in wanted:
        assert any(same_points(box, other) for other in there)


def test_a_file_is_valid_plain_and_the_same_every_time(tmp_path: Path) -> None:
    scene = drawn("shelf", "hard", 6).scene
    one, other = tmp_path / "one.yml", tmp_path / "other.yml"
    write_world(scene, one)
    write_world(scene, other)
    text = one.read_text(encoding="utf-8")
    assert text == other.read_text(encoding="utf-8")
    assert json.loads(text) == world_of(scene)
    assert "e-" not in text, "a number with an exponent may be read as a word"


def test_a_turned_frame_sees_the_same_world_turned() -> None:
    scene = on_table([book("book", 0.1, 0.2)])
    rotation = matrix(axis_angle((0, 0, 1), 30))
    plain, turned = world_of(scene)["cuboid"]["book"], world_of(scene, rotation)["cuboid"]["book"]
    assert np.allclose(corners(turned) @ rotation.T, corners(plain), atol=1e-7)


def test_a_held_book_and_the_hand_are_no_obstacles_and_a_shelf_is_its_boards() -> None:
    hand = new_node("robot", "robot", (0.5, 0, 1.3), extents=(0.08, 0.2, 0.06), front=(1, 0, 0))
    scene = on_table([hand, book("held", 0.38, 0.0, 1.3)], [("robot", "held", "holds")])
    assert set(world_of(scene)["cuboid"]) == {"floor", "table"}
    assert {name.split(".")[0] for name in world_of(one_slot())["cuboid"]} == {"floor", "shelf"}
    assert "shelf.board_1" in world_of(one_slot())["cuboid"]


def test_names_are_plain_and_differ() -> None:
    things = [
        new_node(id, "object", (n, 0, 0), extents=(0.1, 0.1, 0.1)) for n, id in enumerate(("a b", "a/b", "7"))
    ]
    world = world_of(Scene.build(things))
    VALIDATOR.validate(world)
    assert sorted(world["cuboid"]) == ["_7", "a_b", "a_b_2"]


@pytest.mark.parametrize(
    "broken",
    [
        {},
        {"cuboid": {}, "mesh": {}},
        {"cuboid": {"a": {"dims": [1, 1, 1]}}},
        {"cuboid": {"a": {"dims": [1, 0, 1], "pose": [0, 0, 0, 1, 0, 0, 0]}}},
        {"cuboid": {"a": {"dims": [1, 1, 1], "pose": [0, 0, 0, 1, 0, 0]}}},
        {"cuboid": {"a b": {"dims": [1, 1, 1], "pose": [0, 0, 0, 1, 0, 0, 0]}}},
    ],
)
def test_the_schema_refuses_other_worlds(broken: dict[str, object]) -> None:
    assert not VALIDATOR.is_valid(broken)
