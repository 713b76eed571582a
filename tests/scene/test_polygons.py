"""Hulls hold their points, and what is clipped is inside; areas against those that are known."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from espire_dsl.scene.polygons import area, clipped, convex_hull


def test_clipping_keeps_what_is_inside() -> None:
    square = ((-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0))
    assert area(clipped(square, (0, 0), (10, 10))) == pytest.approx(1)
    assert clipped(((20.0, 20.0), (30.0, 20.0), (30.0, 30.0)), (0, 0), (10, 10)) == ()
    assert clipped((), (0, 0), (10, 10)) == ()


@given(st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)), min_size=1, max_size=12))
def test_hull_holds_all_points_and_consists_of_them(points: list[tuple[int, int]]) -> None:
    hull = convex_hull(points)
    assert set(hull) <= set(points)
    turns = zip(hull, (*hull[1:], *hull[:1]), strict=True)
    if len(hull) > 2:
        assert all(
            (b[0] - a[0]) * (p[1] - a[1]) >= (b[1] - a[1]) * (p[0] - a[0]) for a, b in turns for p in points
        )


@given(st.lists(st.tuples(st.floats(-2, 2), st.floats(-2, 2)), min_size=3, max_size=9))
def test_clipping_a_hull_stays_inside(points: list[tuple[float, float]]) -> None:
    polygon = convex_hull(points)
    inside = clipped(polygon, (-1, -0.5), (1, 0.5))
    assert all(abs(x) <= 1 + 1e-9 and abs(y) <= 0.5 + 1e-9 for x, y in inside)
    if len(inside) > 2:
        assert area(inside) <= min(area(polygon), 2) + 1e-9


def test_a_turned_square_clipped_by_a_square_is_an_octagon() -> None:
    r = math.sqrt(2)
    octagon = clipped(((r, 0.0), (0.0, r), (-r, 0.0), (0.0, -r)), (-1, -1), (1, 1))
    assert len(octagon) == 8
    assert area(octagon) == pytest.approx(4 - 2 * (2 - r) ** 2)
