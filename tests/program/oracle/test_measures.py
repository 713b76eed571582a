"""Measures against values worked out by hand, and against second ways of computing them."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from espire_dsl.scene.box import box_of, point_distance
from espire_dsl.scene.error import SceneError
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.node import Node
from espire_dsl.scene.quantize import quantize
from espire_dsl.scene.rotation import axis_angle, product, yaw
from espire_dsl.testing.strategies import tabletop_scenes, turns
from tests.nodes import node as new_node
from tests.program.oracle.frames import absolute, intrinsic, relative
from tests.program.oracle.measures import (
    angle_off_axis,
    clock_angle,
    clock_hour,
    clock_margin,
    coordinate,
    depth,
    distance,
    height,
    occupancy,
    thickness,
    tilt,
    width,
)

VIEWER = new_node("viewer", "viewer", (0, -2, 1), yaw(90), front=(1, 0, 0))


def around(degrees_clockwise: float, far: float = 1.0) -> Node:
    """A thing at an angle from straight ahead of one at the origin who faces +y."""
    angle = math.radians(degrees_clockwise)
    return new_node("b", "book", (far * math.sin(angle), far * math.cos(angle), 0.3))


FACING_Y = new_node("o", "near", (0, 0, 0), yaw(90), front=(1, 0, 0))


def test_distance_is_between_boundaries_and_the_viewer_is_a_point() -> None:
    a = new_node("a", "book", (0, 0, 1), extents=(0.2, 0.2, 0.2))
    b = new_node("b", "book", (1, 0, 1), extents=(0.2, 0.4, 0.2))
    scene = Scene.build([VIEWER, a, b])
    assert distance(scene, "a", "b") == 0.8
    assert distance(scene, "viewer", "a") == 1.9
    assert distance(scene, "a", "a") == 0


@settings(deadline=None, max_examples=30, derandomize=True)
@given(tabletop_scenes())
def test_distance_to_the_viewer_is_that_to_a_point(scene: Scene) -> None:
    for book in scene.of_kind("book"):
        straight = quantize(point_distance(box_of(book), scene.viewer.center))
        assert distance(scene, book.id, "viewer") == pytest.approx(straight, abs=1e-9)
        assert distance(scene, "viewer", book.id) == pytest.approx(straight, abs=1e-9)


def test_coordinates_are_of_the_centre_from_the_origin() -> None:
    scene = Scene.build(
        [VIEWER, new_node("r", "near", (0.5, 0.5, 1)), new_node("a", "book", (0.2, 0.1, 1.3))]
    )
    frame = relative(scene, "r")
    sides = {"left": 0.3, "right": -0.3, "front": 0.4, "behind": -0.4, "up": 0.3, "down": -0.3}
    assert {direction: coordinate(frame, scene.node("a"), direction) for direction in sides} == sides
    assert coordinate(absolute(scene), scene.node("a"), "up") == 1.3


@given(st.floats(-180, 180), st.floats(0.1, 3))
def test_angle_off_axis_in_the_floor_plane(degrees: float, far: float) -> None:
    frame = intrinsic(Scene.build([FACING_Y]), "o")
    node = around(degrees, far)
    assert angle_off_axis(frame, node, "front") == pytest.approx(abs(degrees), abs=1e-6)
    assert angle_off_axis(frame, node, "behind") == pytest.approx(180 - abs(degrees), abs=1e-6)
    expected = math.degrees(math.acos(np.clip(math.sin(math.radians(degrees)), -1, 1)))
    assert angle_off_axis(frame, node, "right") == pytest.approx(expected, abs=1e-4)


def test_angle_off_the_vertical_is_in_space() -> None:
    frame = absolute(Scene.build([FACING_Y]), "o")
    assert angle_off_axis(frame, new_node("b", "book", (1, 0, 1)), "up") == 45
    assert angle_off_axis(frame, new_node("b", "book", (0, 1, 1)), "down") == 135
    assert angle_off_axis(frame, new_node("b", "book", (0, 0, 3)), "up") == 0


def test_a_thing_at_the_origin_is_on_the_boundary_of_every_side() -> None:
    frame = intrinsic(Scene.build([FACING_Y]), "o")
    assert angle_off_axis(frame, new_node("b", "book", (0, 0, 1)), "left") == 90
    assert angle_off_axis(frame, new_node("b", "book", (0, 0, 0)), "up") == 90


@given(st.floats(0, 359.999))
def test_the_clock_runs_clockwise_from_the_front(degrees: float) -> None:
    frame = intrinsic(Scene.build([FACING_Y]), "o")
    angle = clock_angle(frame, around(degrees))
    assert 0 <= angle < 360
    assert (angle - degrees + 180) % 360 - 180 == pytest.approx(0, abs=1e-6)


@given(st.integers(1, 12), st.floats(-14.9, 14.9))
def test_hours_are_sectors_about_the_hour(hour: int, off: float) -> None:
    angle = (30 * hour + off) % 360
    assert clock_hour(angle) == hour
    assert clock_margin(angle, hour) == pytest.approx(15 - abs(off), abs=1e-6)
    assert clock_margin(angle, hour % 12 + 1) < 0


def test_clock_ends() -> None:
    assert [clock_hour(angle) for angle in (0, 14.9, 15, 345, 344.9, 359.9, 180)] == [
        12,
        12,
        1,
        12,
        11,
        12,
        6,
    ]
    frame = intrinsic(Scene.build([FACING_Y]), "o")
    nowhere = clock_angle(frame, new_node("b", "book", (0, 0, 2)))
    assert math.isnan(nowhere)
    assert clock_hour(nowhere) == 0
    assert clock_margin(nowhere, 12) == 0
    assert clock_angle(frame, around(-1e-12)) == 0
    with pytest.raises(SceneError, match="no forward"):
        clock_angle(absolute(Scene.build([FACING_Y])), around(10))


def test_the_clock_around_furniture_runs_clockwise_too() -> None:
    table = new_node("t", "table", (0, 0, 0), yaw(90), front=(1, 0, 0), perspective="encounter")
    assert clock_angle(intrinsic(Scene.build([table]), "t"), around(90)) == 90


@given(st.integers(0, 180), turns())
def test_tilt_is_folded_to_a_line(lean: int, turn: int) -> None:
    book = new_node("a", "book", quaternion=product(yaw(turn), axis_angle((1, 0, 0), lean)))
    assert tilt(book) == pytest.approx(min(lean, 180 - lean), abs=1e-6)


def test_a_thing_without_upright_has_no_tilt() -> None:
    with pytest.raises(SceneError, match="no upright axis"):
        tilt(new_node("ball", "object", upright=None))


def test_lengths_by_kind() -> None:
    book = new_node("a", "book", extents=(0.15, 0.02, 0.2))
    assert (height(book), width(book), thickness(book)) == (0.2, 0.15, 0.02)
    slot = new_node("s", "slot", extents=(0.4, 0.5, 0.3))
    assert (height(slot), width(slot), thickness(slot)) == (0.3, 0.5, 0.4)


def test_depth_is_along_the_viewers_forward_on_the_floor() -> None:
    scene = Scene.build([VIEWER, new_node("a", "book", (5, 1, 0))])
    assert depth(scene, scene.node("a")) == 3


def test_occupancy_is_the_covered_part_of_the_floor() -> None:
    slot = new_node("s", "slot", (0, 0, 1), extents=(0.4, 0.5, 0.3))
    one = new_node("a", "book", (0, -0.2, 1), extents=(0.2, 0.1, 0.2), slot="s")
    same = new_node("b", "book", (0, -0.2, 1.1), extents=(0.2, 0.1, 0.2))
    outside = new_node("c", "near", (0.2, 0.2, 1), extents=(0.2, 0.1, 0.2), slot="s")
    air = new_node("d", "space", (0, 0, 1), extents=(0.4, 0.5, 0.3), slot="s")
    assert occupancy(Scene.build([slot, air]), "s") == 0
    assert occupancy(Scene.build([slot, one, same, air], [("b", "s", "in")]), "s") == 0.1
    assert occupancy(Scene.build([slot, one, outside]), "s") == 0.15
    stored = new_node("s", "slot", (0, 0, 1), extents=(0.4, 0.5, 0.3), occupancy=0.7)
    assert occupancy(Scene.build([stored, one]), "s") == 0.7
