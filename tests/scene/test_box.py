"""Distances between oriented boxes, against a collision library and against bounds from both sides."""

from __future__ import annotations

import coal
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from espire_dsl.scene.box import Box, box_distance, box_distances, box_of, point_distance, shadow
from espire_dsl.scene.rotation import matrix, normalised, yaw
from espire_dsl.testing.strategies import boxes, quaternions
from tests.nodes import node as new_node

slow = settings(deadline=None, max_examples=80, derandomize=True)

numbers = st.floats(-1, 1, allow_nan=False)
free_turns = (
    st.tuples(numbers, numbers, numbers, numbers).filter(lambda q: np.linalg.norm(q) > 0.1).map(normalised)
)
lengths = st.sampled_from((0.0, 1e-6)) | st.floats(0.001, 0.5)
free_boxes = st.builds(
    lambda center, turn, half: Box(center, matrix(turn), half),
    st.tuples(numbers, numbers, numbers),
    free_turns,
    st.tuples(lengths, lengths, lengths),
)
any_boxes = st.one_of(boxes(), free_boxes)


def by_coal(a: Box, b: Box) -> float:
    shapes = [coal.Box(*(2 * box.half)) for box in (a, b)]
    places = [coal.Transform3s(box.axes, box.center) for box in (a, b)]
    request, result = coal.DistanceRequest(), coal.DistanceResult()
    request.gjk_tolerance = 1e-8  # by itself it is content with 1e-6 of the distance
    distance = coal.distance(shapes[0], places[0], shapes[1], places[1], request, result)
    return max(float(distance), 0.0)


def projected(box: Box, point: np.ndarray) -> np.ndarray:
    own = np.clip(box.axes.T @ (point - box.center), -box.half, box.half)
    return np.asarray(box.center + box.axes @ own)


def bounds(a: Box, b: Box) -> tuple[float, float]:
    """Two points found by projecting to and fro bound the distance from above, their direction from below."""
    p, q = a.center, b.center
    for _ in range(300):
        p = projected(a, q)
        q = projected(b, p)
    above = float(np.linalg.norm(p - q))
    if above == 0:
        return 0.0, 0.0
    direction = (q - p) / above
    return max(shadow(b, direction)[0] - shadow(a, direction)[1], 0.0), above


@slow
@given(any_boxes, any_boxes)
def test_distance_agrees_with_a_collision_library(a: Box, b: Box) -> None:
    assert box_distance(a, b) == pytest.approx(by_coal(a, b), abs=2e-6)


@slow
@given(any_boxes, any_boxes)
def test_distance_lies_between_bounds_from_both_sides(a: Box, b: Box) -> None:
    below, above = bounds(a, b)
    assert below - 1e-9 <= box_distance(a, b) <= above + 1e-9


@slow
@given(any_boxes, any_boxes)
def test_distance_is_symmetric(a: Box, b: Box) -> None:
    assert box_distance(a, b) == pytest.approx(box_distance(b, a), abs=1e-9)


@slow
@given(any_boxes, any_boxes, free_turns, st.tuples(numbers, numbers, numbers))
def test_distance_survives_rigid_motion(
    a: Box, b: Box, turn: tuple[float, ...], shift: tuple[float, ...]
) -> None:
    r = matrix(turn)
    moved = [Box(r @ box.center + shift, r @ box.axes, box.half) for box in (a, b)]
    assert box_distance(*moved) == pytest.approx(box_distance(a, b), abs=2e-8)


@slow
@given(any_boxes, any_boxes, st.tuples(numbers, numbers, numbers))
def test_a_detour_over_a_point_is_not_shorter(a: Box, b: Box, point: tuple[float, ...]) -> None:
    assert box_distance(a, b) <= point_distance(a, point) + point_distance(b, point) + 1e-9


@slow
@given(any_boxes, st.tuples(numbers, numbers, numbers), quaternions())
def test_a_box_without_extents_is_a_point(a: Box, point: tuple[float, ...], turn: tuple[float, ...]) -> None:
    dot = Box(point, matrix(turn), (0, 0, 0))
    assert box_distance(a, dot) == pytest.approx(point_distance(a, point), abs=1e-9)


@slow
@given(any_boxes, st.tuples(numbers, numbers, numbers))
def test_point_distance_is_the_way_to_the_projection(a: Box, point: tuple[float, ...]) -> None:
    expected = np.linalg.norm(projected(a, np.asarray(point)) - point)
    assert point_distance(a, point) == pytest.approx(expected, abs=1e-12)


@settings(deadline=None, max_examples=20, derandomize=True)
@given(st.lists(st.tuples(any_boxes, any_boxes), min_size=1, max_size=12))
def test_a_batch_has_the_bits_of_its_pairs(pairs: list[tuple[Box, Box]]) -> None:
    stacked = [
        np.stack([getattr(pair[side], part) for pair in pairs])
        for side in (0, 1)
        for part in ("center", "axes", "half")
    ]
    assert box_distances(*stacked).tolist() == [box_distance(a, b) for a, b in pairs]


def test_batches_are_broadcast_and_may_be_long_or_empty() -> None:
    one = Box((0, 0, 0), np.eye(3), (0.5, 0.5, 0.5))
    centers = np.zeros((3, 1000, 3))
    centers[..., 0] = np.linspace(1, 5, 3000).reshape(3, 1000)
    result = box_distances(one.center, one.axes, one.half, centers, one.axes, one.half)
    np.testing.assert_allclose(result, centers[..., 0] - 1, atol=1e-12)
    assert box_distances(one.center, one.axes, one.half, centers[:, :0], one.axes, one.half).shape == (3, 0)


def test_known_distances() -> None:
    cube = Box((0, 0, 0), np.eye(3), (1, 1, 1))
    assert box_distance(cube, Box((3, 0, 0), np.eye(3), (1, 1, 1))) == 1
    assert box_distance(cube, Box((2, 0, 0), np.eye(3), (1, 1, 1))) == 0
    assert box_distance(cube, Box((0.5, 0, 0), np.eye(3), (0.1, 0.1, 0.1))) == 0
    assert box_distance(cube, Box((3, 3, 0), np.eye(3), (1, 1, 1))) == pytest.approx(2**0.5)
    turned = Box((3, 0, 0), matrix(yaw(45)), (1, 1, 1))
    assert box_distance(cube, turned) == pytest.approx(2 - 2**0.5)


@pytest.mark.parametrize("gap", [1e-3, 1e-6, 1e-9])
def test_the_narrowest_gaps_are_seen(gap: float) -> None:
    cube = Box((0, 0, 0), np.eye(3), (1, 1, 1))
    turned = Box((1 + 2**0.5 + gap, 0.3, 0.2), matrix(yaw(45)), (1, 1, 1))
    assert box_distance(cube, turned) == pytest.approx(gap, rel=1e-3)
    overlapping = Box((1 + 2**0.5 - gap, 0.3, 0.2), matrix(yaw(45)), (1, 1, 1))
    assert box_distance(cube, overlapping) == 0


def test_crossing_edges_are_nearest_where_they_cross() -> None:
    lower = Box((0, 0, 0), np.eye(3), (1, 0, 0))
    upper = Box((0, 0, 0.3), np.eye(3), (0, 1, 0))
    assert box_distance(lower, upper) == pytest.approx(0.3)


def test_the_box_of_a_node_has_its_corners() -> None:
    node = new_node("a", "book", (1, 2, 3), yaw(90), (2, 4, 6))
    corners = sorted(np.round(box_of(node).corners, 9).tolist())
    assert corners == sorted([x, y, z] for x in (-1, 3) for y in (1, 3) for z in (0, 6))
    assert shadow(box_of(node), (1, 0, 0)) == pytest.approx((-1, 3))
