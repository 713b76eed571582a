"""The cheap ways of measuring distances against the general one, a collision library and bounds."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from espire_dsl.scene.box import Box, box_distance, box_distances, turned_distances
from espire_dsl.scene.rotation import axis_angle, matrix, product, yaw
from espire_dsl.scene.upright import is_upright
from espire_dsl.testing.strategies import boxes
from tests.scene.test_box import bounds, by_coal, free_boxes

slow = settings(deadline=None, max_examples=80, derandomize=True)

numbers = st.floats(-1, 1, allow_nan=False)
lengths = st.sampled_from((0.0, 1e-6, 0.1)) | st.floats(0.001, 0.5)
quarters = st.sampled_from((((1, 0, 0), 0), ((1, 0, 0), 90), ((0, 1, 0), 90), ((1, 0, 0), 180)))
upright_boxes = st.builds(
    lambda center, turn, quarter, half: Box(center, matrix(product(yaw(turn), axis_angle(*quarter))), half),
    st.tuples(numbers, numbers, numbers),
    st.floats(0, 360) | st.sampled_from((0.0, 45.0, 90.0)),
    quarters,
    st.tuples(lengths, lengths, lengths),
)
points = st.builds(lambda box: Box(box.center, box.axes, (0, 0, 0)), free_boxes)


def by_the_general_way(a: Box, b: Box) -> float:
    parts = (a.center, a.axes, a.half, b.center, b.axes, b.half)
    return float(turned_distances(*(part[None] for part in parts))[0])


@slow
@given(upright_boxes, upright_boxes)
def test_upright_boxes_are_as_far_as_the_general_way_says(a: Box, b: Box) -> None:
    assert is_upright(np.stack([a.axes, b.axes])).all()
    assert box_distance(a, b) == pytest.approx(by_the_general_way(a, b), abs=1e-12)


@slow
@given(upright_boxes, upright_boxes)
def test_upright_boxes_are_as_far_as_a_collision_library_says(a: Box, b: Box) -> None:
    assert box_distance(a, b) == pytest.approx(by_coal(a, b), abs=2e-6)


@slow
@given(upright_boxes, upright_boxes)
def test_upright_boxes_lie_between_bounds_from_both_sides(a: Box, b: Box) -> None:
    below, above = bounds(a, b)
    assert below - 1e-9 <= box_distance(a, b) <= above + 1e-9


@slow
@given(points, st.one_of(upright_boxes, free_boxes, boxes(), points))
def test_points_are_as_far_as_the_general_way_says(point: Box, other: Box) -> None:
    assert box_distance(point, other) == pytest.approx(by_the_general_way(point, other), abs=1e-12)
    assert box_distance(other, point) == pytest.approx(by_the_general_way(other, point), abs=1e-12)


@settings(deadline=None, max_examples=20, derandomize=True)
@given(st.lists(st.tuples(*[st.one_of(upright_boxes, free_boxes, points)] * 2), min_size=1, max_size=12))
def test_a_batch_of_all_sorts_has_the_bits_of_its_pairs(pairs: list[tuple[Box, Box]]) -> None:
    stacked = [
        np.stack([getattr(pair[side], part) for pair in pairs])
        for side in (0, 1)
        for part in ("center", "axes", "half")
    ]
    assert box_distances(*stacked).tolist() == [box_distance(a, b) for a, b in pairs]


def test_a_leaning_box_is_not_upright() -> None:
    almost = matrix(axis_angle((1, 0, 0), 1e-6))
    assert not is_upright(almost[None])[0]
    assert is_upright(np.eye(3)[None])[0]


def test_sides_that_cross_without_corners_inside_overlap() -> None:
    long, tall = Box((0, 0, 0), np.eye(3), (1, 0.1, 0.5)), Box((0, 0, 0.2), np.eye(3), (0.1, 1, 0.5))
    assert box_distance(long, tall) == 0
    above = Box((0, 0, 1.5), np.eye(3), (0.1, 1, 0.5))
    assert box_distance(long, above) == pytest.approx(0.5)
