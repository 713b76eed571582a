"""Convex hulls in whole numbers, held against what a hull is."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from espire_dsl.meshes.hull import MOST_CORNERS, hull_corners, hull_of
from espire_dsl.meshes.limits import GRID
from espire_dsl.meshes.read import quantized
from tests.meshes.making import CUBE, SIDES

HALF = GRID // 2
SMALL = st.integers(-4, 4)
LARGE = st.integers(-HALF, HALF)
POINTS = st.lists(st.tuples(SMALL, SMALL, SMALL) | st.tuples(LARGE, LARGE, LARGE), min_size=1, max_size=40)
DIRECTIONS = st.lists(st.tuples(*[st.integers(-1000, 1000)] * 3), min_size=1, max_size=20)


@given(POINTS, DIRECTIONS)
def test_a_hull_reaches_as_far_as_its_points_in_every_direction(
    rows: list[tuple[int, int, int]], ways: list[tuple[int, int, int]]
) -> None:
    points = np.array(rows, dtype=np.int32)
    corners = hull_corners(points)
    assert {tuple(row) for row in corners.tolist()} <= set(rows)
    along = np.array(ways, dtype=np.int64).T
    assert (corners @ along).max(axis=0).tolist() == (points @ along).max(axis=0).tolist()


@given(POINTS, st.randoms(use_true_random=False))
def test_the_order_of_points_does_not_matter(rows: list[tuple[int, int, int]], random: object) -> None:
    shuffled = list(rows)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    one, other = (hull_corners(np.array(points, dtype=np.int32)) for points in (rows, shuffled))
    assert one.tolist() == other.tolist()


def test_a_cube_has_eight_corners_whatever_is_in_it() -> None:
    inner = np.random.default_rng(0).integers(-HALF + 1, HALF, (3000, 3))
    corners = hull_corners(np.concatenate([CUBE * HALF, inner]).astype(np.int32))
    assert corners.tolist() == sorted((CUBE * HALF).astype(int).tolist())


def test_a_ball_has_no_more_corners_than_a_collider_may_have() -> None:
    points = np.random.default_rng(0).normal(size=(5000, 3))
    ball = np.rint(points / np.linalg.norm(points, axis=1)[:, None] * HALF).astype(np.int32)
    corners = hull_corners(ball)
    assert 50 < len(corners) <= MOST_CORNERS
    assert np.linalg.norm(corners, axis=1).min() > HALF * 0.99


def test_the_hull_of_a_mesh_is_found_once() -> None:
    mesh = quantized(CUBE / 2, SIDES)
    assert hull_of(mesh) is hull_of(mesh)
    assert len(hull_of(mesh)) == 8
