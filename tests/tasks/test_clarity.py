"""Clear decisions against the rules in words, candidate by candidate, in plain Python."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from espire_dsl.language.core.constructors import CONSTRUCTORS
from espire_dsl.language.rules import USUAL
from espire_dsl.program.arrays.decisions import decide_rows, tolerances
from espire_dsl.tasks.clarity import CLARITY, Decided, clear

centimetres = st.integers(1, 400).map(lambda n: n / 100)
several = st.lists(centimetres, min_size=1, max_size=7)


def decided(type_: str, values: list[float], *arguments: float, reach: list[float] | None = None) -> list:
    """What is chosen of some values, and what of that is clear, by the usual rules."""
    row, mask = np.array([values]), np.ones((1, len(values)), dtype=bool)
    columns = [np.array([a]) for a in arguments]
    chosen, _ = decide_rows(type_, row, mask, columns)
    shaped = tuple(column[:, None].astype(float) for column in columns)
    rules = {
        name: np.full((1, 1), float(getattr(USUAL, name)))
        for name in (
            *("margin", "margin_angle", "margin_fraction", "margin_share"),
            *("inside", "inside_share"),
        )
    }
    far = None if reach is None else np.array([reach])
    found = clear(Decided(type_, row, chosen, shaped, tolerances(type_, shaped), rules, far))
    return list(zip(chosen[0].tolist(), found[0].tolist(), strict=True))


def enough(gap: float, wanted: float) -> bool:
    return gap >= wanted - 1e-9


@given(several, centimetres)
def test_a_stated_length_is_cleared_by_a_tenth_and_5_cm_outside_and_by_a_twentieth_inside(
    values: list[float], stated: float
) -> None:
    for type_, sign in (("LessThan", 1), ("MoreThan", -1)):
        for value, (chosen, is_clear) in zip(values, decided(type_, values, stated), strict=True):
            over = sign * (value - stated)
            wanted = enough(-over, 0.05 * stated) if chosen else enough(over, max(0.05, 0.1 * stated))
            assert is_clear == wanted


@given(several, centimetres, centimetres)
def test_both_bounds_of_a_range_are_cleared_from_inside_and_one_from_outside(
    values: list[float], one: float, other: float
) -> None:
    low, high = sorted((one, other))
    for value, (chosen, is_clear) in zip(values, decided("Range", values, low, high), strict=True):
        inside = enough(value - low, 0.05 * low) and enough(high - value, 0.05 * high)
        outside = enough(low - value, max(0.05, 0.1 * low)) or enough(value - high, max(0.05, 0.1 * high))
        assert is_clear == (inside if chosen else outside)


@given(several, centimetres)
def test_what_is_not_about_a_length_is_beyond_the_tolerance_by_a_tenth_and_5_cm(
    values: list[float], stated: float
) -> None:
    step = 0.01 if stated < 0.5 else 0.05 if stated < 2.0 else 0.1
    near = max(0.03, step / 2)
    for value, (chosen, is_clear) in zip(values, decided("EqualTo", values, stated), strict=True):
        off = abs(value - stated)
        assert chosen == (off <= near + 1e-9)
        assert is_clear == (chosen or enough(off - near, max(0.05, 0.1 * stated)))


@given(st.lists(centimetres, min_size=2, max_size=7, unique=True), st.data())
def test_the_nth_stands_clear_of_all_others(values: list[float], data: st.DataObject) -> None:
    place = data.draw(st.integers(1, len(values)))
    answer = sorted(values)[place - 1]
    for value, (chosen, is_clear) in zip(values, decided("RankClosest", values, place), strict=True):
        assert chosen == (value == answer)
        assert is_clear == (chosen or enough(abs(value - answer), max(0.05, 0.1 * max(value, answer))))


@given(st.lists(st.integers(-100, 100).map(lambda n: n / 100), min_size=2, max_size=7, unique=True))
def test_coordinates_are_told_apart_by_5_cm(values: list[float]) -> None:
    answer = max(values)
    for value, (chosen, is_clear) in zip(values, decided("LeftMost", values), strict=True):
        assert is_clear == (chosen or enough(abs(value - answer), 0.05))
    for value, (_, is_clear) in zip(values, decided("Left", values), strict=True):
        assert is_clear == enough(abs(value), 0.05)


@given(
    st.lists(st.integers(0, 359).map(float), min_size=1, max_size=6),
    st.integers(1, 12),
    st.floats(0.05, 3.0),
)
def test_hours_are_told_apart_by_5_degrees_or_5_cm(angles: list[float], hour: int, reach: float) -> None:
    found = decided("ClockPosition", angles, hour, reach=[reach] * len(angles))
    for angle, (_, is_clear) in zip(angles, found, strict=True):
        away = min((angle - 30 * hour) % 360, (30 * hour - angle) % 360)
        depth = abs(15 - away)
        across = reach * math.sin(math.radians(min(depth, 90)))
        if abs(across - 0.05) > 1e-6:
            assert is_clear == (depth >= 5 or across >= 0.05)


@pytest.mark.parametrize(
    ("type_", "tilt", "is_clear"),
    [("Vertical", 4, True), ("Vertical", 7, False), ("Flat", 84, False), ("Tilted", 17, False)],
)
def test_poses_are_told_apart_by_5_degrees(type_: str, tilt: float, is_clear: bool) -> None:
    assert [found for _, found in decided(type_, [tilt])] == [is_clear]


def test_the_emptiest_are_equal_or_5_points_of_floor_apart() -> None:
    assert decided("Emptiest", [0.1, 0.1, 0.14, 0.2]) == [
        (True, True),
        (True, True),
        (False, False),
        (False, True),
    ]


def test_every_decision_is_known_or_leaves_no_doubt() -> None:
    certain = {"equals", "equal", "equal_cell", "strictly_between", "first_of_two"}
    names = {constructor.decision.name for constructor in CONSTRUCTORS.values()}
    assert names <= CLARITY.keys() | certain
