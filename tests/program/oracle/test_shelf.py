"""Slots, spaces, and what is between or beside what."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from espire_dsl.scene.error import SceneError
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.node import Node
from espire_dsl.scene.places import lines_of_grid
from espire_dsl.scene.rotation import yaw
from espire_dsl.scene.transform import remove, rotate
from espire_dsl.testing.strategies import centimetres, shelf_scenes
from tests.nodes import node as new_node
from tests.program.oracle.frames import intrinsic, relative
from tests.program.oracle.measures import coordinate
from tests.program.oracle.shelf import (
    between_in_row,
    between_on_table,
    column_of,
    contents,
    gaps_beside,
    gaps_towards,
    row_of,
    slot_of,
    spaces_of,
)

VIEWER = new_node("viewer", "viewer", (0, -2, 1), yaw(90), front=(1, 0, 0))
TURN = yaw(-90)


def slot(row: int, column: int, x: float, z: float, width: float = 0.4, height: float = 0.3) -> Node:
    return new_node(f"s{row}{column}", "slot", (x, 0, z), TURN, (0.4, width, height), row=row, column=column)


def space(id: str, home: str, x: float, y: float, z: float) -> Node:
    return new_node(id, "space", (x, y, z), TURN, (0.2, 0.1, 0.3), slot=home)


def ornament(id: str, home: str, x: float, z: float, y: float = 0.0) -> Node:
    return new_node(id, "near", (x, y, z), TURN, (0.06, 0.06, 0.1), slot=home)


GRID = [slot(row, column, 0.5 * column, 2 - 0.4 * row) for row in (1, 2, 3) for column in (1, 2, 3)]


def test_the_slot_of_a_thing_is_by_field_or_edge() -> None:
    by_edge = new_node("b", "book", (0.5, 0, 1.6))
    scene = Scene.build(
        [VIEWER, *GRID, ornament("o", "s12", 1, 1.6), space("p", "s13", 1.5, 0, 1.6), by_edge],
        [("b", "s11", "in")],
    )
    assert [slot_of(scene, id) for id in ("o", "p", "b", "s22", "viewer")] == [
        "s12",
        "s13",
        "s11",
        "s22",
        None,
    ]
    assert (row_of(scene, "o"), column_of(scene, "o")) == (1, 2)
    assert (row_of(scene, "viewer"), column_of(scene, "viewer")) == (None, None)
    assert [node.id for node in contents(scene, "s11")] == ["b"]
    assert contents(scene, "s13") == ()
    assert [node.id for node in spaces_of(scene, "s13")] == ["p"]


def test_full_grids() -> None:
    assert lines_of_grid(Scene.build(GRID))
    assert lines_of_grid(Scene.build(GRID[:-1])) is None
    assert lines_of_grid(Scene.build([*GRID, new_node("extra", "slot", row=1, column=1)])) is None
    assert lines_of_grid(Scene.build([*GRID, new_node("extra", "slot")])) is None
    assert lines_of_grid(Scene.build([*GRID[:-1], slot(3, 3, 1.4, 0.8)])) is None
    assert lines_of_grid(Scene.build([*GRID[:-1], slot(3, 3, 1.5, 0.9)])) is None
    assert lines_of_grid(Scene.build([VIEWER])) is None


@settings(deadline=None, max_examples=20, derandomize=True)
@given(shelf_scenes(grid=True), st.data())
def test_a_grid_with_a_hole_is_not_full(scene: Scene, data: st.DataObject) -> None:
    slots = scene.of_kind("slot")
    assert lines_of_grid(scene)
    hole = data.draw(st.sampled_from(slots))
    last_of_a_line = (
        1 in (max(s.row or 0 for s in slots), max(s.column or 0 for s in slots)) and hole == slots[-1]
    )
    assert (lines_of_grid(remove(scene, hole.id)) is not None) == (last_of_a_line and len(slots) > 1)


points = st.tuples(centimetres(-60, 60), centimetres(-30, 30))


@settings(deadline=None, max_examples=80, derandomize=True)
@given(points, points, points)
def test_between_on_the_table_agrees_with_points_along_the_way(
    a: tuple[float, float], b: tuple[float, float], c: tuple[float, float]
) -> None:
    assume(math.dist(a, b) > 0.02)
    nodes = [new_node(id, "near", (*place, 0.8)) for id, place in zip("abc", (a, b, c), strict=True)]
    found = between_on_table(Scene.build(nodes), "c", "a", "b")
    way = np.linspace(a, b, 4001)
    distances = np.linalg.norm(way - c, axis=1)
    assert found.off == pytest.approx(distances.min(), abs=1e-3)
    if found.margin > 1e-3:
        inner = 0 < int(distances.argmin()) < 4000
        assert found.holds == (inner and distances.min() <= 0.15)


def test_between_on_the_table_numbers() -> None:
    def ask(x: float, y: float) -> tuple[bool, float, float, float]:
        nodes = [
            new_node("a", "near", (0, 0, 1)),
            new_node("b", "near", (1, 0, 1)),
            new_node("c", "book", (x, y, 1)),
        ]
        found = between_on_table(Scene.build(nodes), "c", "a", "b")
        return found.holds, found.along, found.off, found.margin

    assert ask(0.5, 0.05) == (True, 0.5, 0.05, 0.1)
    assert ask(0.04, 0) == (True, 0.04, 0, 0.04)
    assert ask(0.5, 0.15) == (True, 0.5, 0.15, 0)
    assert ask(0.5, 0.35) == (False, 0.5, 0.35, 0.2)
    assert ask(1, 0) == (False, 1, 0, 0)
    assert ask(1.3, 0.4) == (False, 1.3, 0.5, pytest.approx(math.hypot(0.3, 0.25)))


def test_nothing_is_between_things_above_one_another() -> None:
    nodes = [
        new_node("a", "near", (0, 0, 1)),
        new_node("b", "near", (0, 0, 2)),
        new_node("c", "book", (0, 0, 1.5)),
    ]
    assert not between_on_table(Scene.build(nodes), "c", "a", "b").holds


@pytest.mark.parametrize("turn", [0, 75, 180])
def test_between_in_a_row(turn: int) -> None:
    things = [ornament("a", "s11", 0.35, 1.6), ornament("b", "s13", 1.6, 1.6), ornament("c", "s21", 0.5, 1.2)]
    cells = [
        space("p0", "s11", 0.32, 0.1, 1.6),
        space("p1", "s11", 0.65, 0, 1.6),
        space("p2", "s13", 1.35, 0, 1.6),
        space("q", "s22", 1.0, 0, 1.2),
    ]
    scene = rotate(Scene.build([VIEWER, *GRID, *things, *cells]), turn)
    slots = [s.id for s in scene.of_kind("slot") if between_in_row(scene, s.id, "a", "b").holds]
    spaces = [s.id for s in scene.of_kind("space") if between_in_row(scene, s.id, "b", "a").holds]
    assert slots == ["s12"]
    assert spaces == ["p1", "p2"]
    assert not any(between_in_row(scene, s.id, "a", "c").holds for s in scene.of_kind("slot", "space"))
    inside = between_in_row(scene, "p1", "a", "b")
    assert (inside.along, inside.off, inside.margin) == (0.24, 0, 0.3)
    assert between_in_row(scene, "p0", "a", "b").margin == 0.03
    elsewhere = between_in_row(scene, "q", "a", "b")
    assert (elsewhere.off, elsewhere.margin) == (0.4, 0.4)


def test_between_needs_references_in_slots() -> None:
    scene = Scene.build([VIEWER, *GRID, new_node("o", "near")])
    with pytest.raises(SceneError, match="stands in no slot"):
        between_in_row(scene, "s11", "o", "s12")


def test_directly_above_and_below_in_a_grid() -> None:
    scene = Scene.build([VIEWER, *GRID, ornament("o", "s22", 1.05, 1.1)])
    assert gaps_towards(scene, "o", "up") == {"s12": 0.1}
    assert gaps_towards(scene, "o", "down") == {"s32": 0.1}
    assert gaps_towards(scene, "s31", "up") == {"s21": 0.1, "s11": 0.5}
    assert gaps_towards(scene, "s31", "down") == {}


def test_directly_above_a_wide_slot_are_all_that_overlap_it() -> None:
    wide = slot(2, 1, 1.0, 1.2, width=1.4)
    upper = [slot(1, 1, 0.5, 1.6), slot(1, 2, 1.0, 1.65, height=0.4), slot(1, 3, 2.5, 1.6)]
    scene = Scene.build([wide, *upper])
    assert gaps_towards(scene, "s21", "up") == {"s11": 0.1, "s12": 0.1}
    assert gaps_towards(scene, "s13", "down") == {}
    assert gaps_towards(scene, "s12", "down").keys() == {"s21"}


@settings(deadline=None, max_examples=25, derandomize=True)
@given(shelf_scenes(grid=True))
def test_in_a_full_grid_nearest_above_is_the_row_above(scene: Scene) -> None:
    cells = {(s.row, s.column): s.id for s in scene.of_kind("slot")}
    for (row, column), id in cells.items():
        above = cells.get(((row or 0) - 1, column))
        gaps = gaps_towards(scene, id, "up")
        assert min(gaps, key=gaps.__getitem__, default=None) == above


def test_beside_are_the_free_spaces_that_do_not_overlap_it_sideways() -> None:
    cells = [
        space("far_left", "s22", 0.75, 0.1, 1.2),
        space("left_front", "s22", 0.85, -0.1, 1.2),
        space("left_back", "s22", 0.85, 0.1, 1.2),
        space("just_behind", "s22", 0.97, 0.1, 1.2),
        space("right", "s22", 1.15, 0.1, 1.2),
        space("other", "s21", 0.6, 0.1, 1.2),
    ]
    scene = Scene.build([VIEWER, *GRID, *cells, ornament("o", "s22", 1.0, 1.1, -0.1)])
    frame = relative(scene, "o")
    left = gaps_beside(scene, "o", "left", frame)
    assert left.keys() == {"left_back", "left_front", "far_left"}
    assert left["far_left"] - left["left_back"] == pytest.approx(0.1)
    assert gaps_beside(scene, "o", "right", frame).keys() == {"right"}
    wall = ornament("p", "s22", 0.81, 1.1, 0.1)
    between = gaps_beside(Scene.build([*scene.nodes, wall], scene.edges), "o", "left", frame)
    assert between.keys() == {"left_back", "left_front"}


@settings(deadline=None, max_examples=25, derandomize=True)
@given(shelf_scenes())
def test_beside_holds_all_spaces_of_the_slot_with_nothing_between(scene: Scene) -> None:
    for reference in scene.of_kind("near"):
        frame = relative(scene, reference.id)
        own = slot_of(scene, reference.id)
        for direction in ("left", "right"):
            found = gaps_beside(scene, reference.id, direction, frame)
            for id, gap in found.items():
                assert slot_of(scene, id) == own
                assert coordinate(frame, scene.node(id), direction) > gap
            clear = max(reference.extents) + 0.11
            bodies = [coordinate(frame, n, direction) for n in contents(scene, str(own))]
            for other in spaces_of(scene, str(own)):
                there = coordinate(frame, other, direction)
                if there > clear and not any(0 < body < there for body in bodies):
                    assert other.id in found


@settings(deadline=None, max_examples=15, derandomize=True)
@given(shelf_scenes())
def test_columns_are_counted_from_the_encounter_left(scene: Scene) -> None:
    frame = intrinsic(scene, "shelf")
    slots = scene.of_kind("slot")
    for a in slots:
        for b in slots:
            if a.row == b.row and (a.column or 0) < (b.column or 0):
                assert coordinate(frame, a, "left") > coordinate(frame, b, "left")
            if (a.row or 0) < (b.row or 0):
                assert coordinate(frame, a, "up") > coordinate(frame, b, "up")
