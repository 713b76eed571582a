"""The room: what is at its walls hides nothing, and some worlds have bare walls or none."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from attrs import evolve

from espire_dsl.scene.graph import Scene
from espire_dsl.tasks.drawing import draw_scene
from espire_dsl.tasks.worlds import load_world
from espire_sim.appearance.materials import ROOM, TexturedScene, apply_materials
from espire_sim.appearance.shape import Shape
from espire_sim.rendering.observe import observe
from espire_sim.worlds import Drawn
from espire_sim.worlds.looks import WALL
from espire_sim.worlds.result import Appearance
from tests.nodes import node as new_node
from tests.sim.handmade import TOP, on_table
from tests.sim.strategies import drawn

TREE = Path(__file__).resolve().parents[2]
WALLS = 4
SCENES = [("shelf", "easy", 3), ("tabletop", "hard", 2), ("tabletop", "easy", 5)]


def without_wall(appearance: Appearance) -> Appearance:
    """The same look, but that nothing is said of walls, so that they are bare."""
    return evolve(appearance, textures={id: of for id, of in appearance.textures.items() if id != WALL})


def room_of(textured: TexturedScene) -> list[Shape]:
    return [shape for shape, owner in zip(textured.shapes, textured.owners, strict=True) if owner == ROOM]


@pytest.mark.parametrize(("world", "level", "seed"), SCENES)
def test_what_is_at_walls_hides_nothing(world: str, level: str, seed: int) -> None:
    found = drawn(world, level, seed)
    full, bare = (
        apply_materials(found.scene, look) for look in (found.appearance, without_wall(found.appearance))
    )
    assert len(room_of(bare)) == WALLS < len(room_of(full))
    for camera in found.scene.cameras:
        with_room = observe(found.scene, camera, found.appearance)
        without = observe(found.scene, camera, without_wall(found.appearance))
        things = ~np.isin(without.instance_id_segmentation, [ROOM, *full.floors])
        same = with_room.instance_id_segmentation == without.instance_id_segmentation
        assert same[things].all()
        assert (with_room.distance_to_image_plane == without.distance_to_image_plane)[things].all()
        assert not (with_room.instance_id_segmentation[~things] > 0)[
            without.instance_id_segmentation[~things] == ROOM
        ].any()
        assert {id: n for id, n in with_room.alone.items() if id != "floor"} == {
            id: n for id, n in without.alone.items() if id != "floor"
        }


@pytest.mark.parametrize(("world", "level", "seed"), SCENES)
def test_what_is_at_walls_is_thin_and_in_the_room(world: str, level: str, seed: int) -> None:
    found = drawn(world, level, seed)
    back, front, left, right, *details = room_of(apply_materials(found.scene, found.appearance))
    low = np.array([back.corners[:, 0].max(), left.corners[:, 1].max()])
    high = np.array([front.corners[:, 0].min(), right.corners[:, 1].min()])
    for shape in details:
        least, most = shape.corners.min(axis=0)[:2], shape.corners.max(axis=0)[:2]
        assert (least >= low - 1e-9).all()
        assert (most <= high + 1e-9).all()
        at = np.concatenate([np.abs(least - low), np.abs(most - high)])
        assert at.min() < 1e-9
        assert (most - least).min() <= 0.1


def test_the_room_stays_while_things_are_moved() -> None:
    found = drawn("tabletop", "easy", 5)
    moved = [
        evolve(node, center=(node.center[0], node.center[1] + 0.01, node.center[2]))
        if node.kind == "book"
        else node
        for node in found.scene.nodes
    ]
    scene = Scene.build(moved, found.scene.edges, found.scene.cameras)
    one, other = (room_of(apply_materials(of, found.appearance)) for of in (found.scene, scene))
    assert [shape.corners.tolist() for shape in one] == [shape.corners.tolist() for shape in other]


def test_nothing_hangs_where_something_stands() -> None:
    """A cupboard at the wall with the window: its skirting and the window are left out, the others stay."""
    found = drawn("tabletop", "easy", 5)
    look = found.appearance
    side = -1.0 if look.lights[0].position[1] > 0 else 1.0
    floor = next(node for node in found.scene.nodes if node.kind == "floor")
    cupboard = new_node(
        "cupboard", "object", (0.5, side * (floor.extents[1] / 2 - 0.21), 0.5), extents=(0.4, 0.4, 1.0)
    )
    before = apply_materials(found.scene, look)
    after = apply_materials(Scene.build([*found.scene.nodes, cupboard], found.scene.edges), look)
    assert len(room_of(after)) == len(room_of(before)) - 8


def test_walls_are_bare_where_nothing_is_said_of_them() -> None:
    thing = new_node("thing", "object", (0, 0, TOP + 0.1), extents=(0.1, 0.3, 0.2))
    assert len(room_of(apply_materials(on_table([thing]), None))) == WALLS


@pytest.mark.parametrize(
    ("file", "world", "level", "walls"),
    [
        ("examples/blocks/world.espire", "blocks", "few", WALLS),
        ("families/spatialtunnel/tunnel.espire", "tunnel", "usual", 0),
    ],
)
def test_worlds_of_their_own_stay_as_they_are(file: str, world: str, level: str, walls: int) -> None:
    arguments = (("alpha", 112.5), ("beta", 292.5)) if world == "tunnel" else ()
    found = draw_scene(load_world(world, TREE / file), level, 0, 0, arguments=arguments)
    assert isinstance(found, Drawn)
    assert len(room_of(apply_materials(found.scene, found.appearance))) == walls
