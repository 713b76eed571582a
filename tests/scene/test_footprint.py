"""Areas of unions against counting points."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from espire_dsl.scene.box import Box
from espire_dsl.scene.footprint import covered_fraction, union_area
from espire_dsl.scene.rotation import matrix
from espire_dsl.testing.strategies import boxes, quaternions

slow = settings(deadline=None, max_examples=40, derandomize=True)


def counted_fraction(place: Box, bodies: list[Box], side: int = 120) -> float:
    """The share of the points of a fine grid on the floor that a body stands over or under.

    A vertical line meets a box if the intervals in which it is between two opposite faces overlap.
    """
    steps = (np.arange(side) + 0.5) / side * 2 - 1
    grid = np.stack(np.meshgrid(steps * place.half[0], steps * place.half[1]), axis=-1).reshape(-1, 2)
    points = place.center + grid @ place.axes[:, :2].T
    covered = np.zeros(len(points), dtype=bool)
    for body in bodies:
        start, direction = (points - body.center) @ body.axes, place.axes[:, 2] @ body.axes
        low, high = np.full(len(points), -np.inf), np.full(len(points), np.inf)
        for axis in range(3):
            if abs(direction[axis]) < 1e-12:
                outside = np.abs(start[:, axis]) > body.half[axis]
                low[outside], high[outside] = np.inf, -np.inf
                continue
            ends = (np.array([[-1.0], [1.0]]) * body.half[axis] - start[:, axis]) / direction[axis]
            low, high = np.maximum(low, ends.min(axis=0)), np.minimum(high, ends.max(axis=0))
        covered |= low <= high
    return float(covered.mean())


@slow
@given(st.lists(boxes(), max_size=4), quaternions())
def test_covered_fraction_agrees_with_counting(bodies: list[Box], turn: tuple[float, ...]) -> None:
    place = Box((0, 0, 0), matrix(turn), (0.5, 0.4, 0.3))
    assert covered_fraction(place, bodies) == pytest.approx(counted_fraction(place, bodies), abs=0.03)


@slow
@given(st.lists(boxes(), min_size=1, max_size=3))
def test_covering_is_monotone_and_subadditive(bodies: list[Box]) -> None:
    place = Box((0, 0, 0), np.eye(3), (0.5, 0.4, 0.3))
    whole = covered_fraction(place, bodies)
    parts = [covered_fraction(place, [body]) for body in bodies]
    assert max(parts) - 1e-9 <= whole <= sum(parts) + 1e-9
    assert covered_fraction(place, bodies + bodies) == pytest.approx(whole, abs=1e-9)


def test_known_areas() -> None:
    square = ((0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0))
    moved = tuple((x + 1, y + 1) for x, y in square)
    assert union_area([square]) == 4
    assert union_area([square, moved]) == 7
    diamond = ((1.0, -0.5), (2.5, 1.0), (1.0, 2.5), (-0.5, 1.0))
    assert union_area([square, diamond]) == pytest.approx(4 + 4 * 0.25)
    assert union_area([]) == 0
    assert union_area([((0.0, 0.0), (1.0, 1.0))]) == 0


def test_a_place_without_floor_is_not_covered() -> None:
    assert covered_fraction(Box((0, 0, 0), np.eye(3), (0, 1, 1)), [Box((0, 0, 0), np.eye(3), (1, 1, 1))]) == 0
