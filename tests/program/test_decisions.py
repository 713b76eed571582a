"""Decisions on arrays against those of the oracle, one row at a time."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from espire_dsl.language.core.constructors import COMPARISONS, SIZE_CLASSES
from espire_dsl.language.types import ANGLE, LENGTH
from espire_dsl.program.arrays.decisions import CELL_ROW, decide_rows, tolerances
from espire_dsl.scene.graph import Scene
from tests.program.agreement import same
from tests.program.oracle.constructors import CONSTRUCTORS
from tests.program.oracle.question import Question

NOTHING = Scene.build([])
SIZES = tuple(word.capitalize() for word in SIZE_CLASSES)
# Close together, so that groups form, boundaries are hit and differences are tiny.
GRID = st.integers(0, 40).map(lambda n: n / 200) | st.integers(0, 12).map(lambda n: n * 15.0)
# About where people begin to round to 5 cm and to 10 cm.
ROUNDED = st.sampled_from((0.45, 0.5, 1.95, 2.0)).flatmap(
    lambda about: st.integers(-12, 12).map(lambda n: about + n / 100)
)
VALUES: dict[str, st.SearchStrategy[Any]] = {
    **dict.fromkeys(SIZES, st.sampled_from((0.0, 1.0, 2.0, 3.0))),
    "Empty": st.sampled_from((0.0, 0.5, 1.0)),
    "NonEmpty": st.sampled_from((0.0, 0.5, 1.0)),
    "Row": st.integers(1, 3).map(float),
    "Column": st.integers(1, 3).map(float),
    "Cell": st.tuples(st.integers(1, 2), st.integers(1, 2)).map(lambda c: c[0] * CELL_ROW + c[1]),
    "ClockPosition": st.integers(0, 71).map(lambda n: n * 5.0) | st.just(math.nan),
    **dict.fromkeys(("EqualTo", "Height", "Width"), GRID | ROUNDED),
    **dict.fromkeys(("DirectAbove", "DirectBelow", "DirectLeft", "DirectRight"), GRID | st.just(math.nan)),
}


ARGUMENTS = {LENGTH: GRID | ROUNDED, ANGLE: GRID}


def as_oracle(name: str, value: float) -> Any:
    if name in SIZES:
        return (None, "small", "medium", "large")[int(value)]
    if name == "Cell":
        return int(value // CELL_ROW), int(value % CELL_ROW)
    return None if math.isnan(value) and name.startswith("Direct") else value


@pytest.mark.parametrize("name", sorted(CONSTRUCTORS.keys() - COMPARISONS.keys()))
@settings(max_examples=12, deadline=None, derandomize=True)
@given(data=st.data())
def test_decisions_agree(name: str, data: st.DataObject) -> None:
    constructor = CONSTRUCTORS[name]
    values = data.draw(
        st.lists(st.lists(VALUES.get(name, GRID), min_size=5, max_size=5), min_size=1, max_size=4)
    )
    rows = st.lists(st.booleans(), min_size=5, max_size=5)
    mask = data.draw(st.lists(rows, min_size=len(values), max_size=len(values)))
    arguments = [
        [data.draw(ARGUMENTS.get(p.type, st.integers(1, 4))) for _ in values] for p in constructor.parameters
    ]
    tolerance = data.draw(st.none() | st.sampled_from((0.01, 15.0))) if constructor.tolerance else None
    columns, nothing_held = [np.array(a) for a in arguments], np.zeros(len(values))
    chosen, margin = decide_rows(name, np.array(values), np.array(mask), columns, tolerance, nothing_held)
    for row, (numbers, here) in enumerate(zip(values, mask, strict=True)):
        kept = [as_oracle(name, v) for v, inside in zip(numbers, here, strict=True) if inside]
        within = tolerance or constructor.tolerance
        question = Question(NOTHING, (), tuple(a[row] for a in arguments), tolerance=within)
        expected = constructor.decide(kept, question)
        assert chosen[row][np.array(here)].tolist() == list(expected.chosen)
        assert not chosen[row][~np.array(here)].any()
        assert same(margin[row].item(), expected.margin)


@pytest.mark.parametrize(
    ("name", "stated", "tolerance", "within"),
    [
        ("EqualTo", 0.4, None, 0.03),
        ("EqualTo", 1.5, None, 0.03),
        ("EqualTo", 2.0, None, 0.05),
        ("EqualTo", 2.0, 0.01, 0.05),
        ("EqualTo", 2.0, 0.2, 0.2),
        ("EqualTo", 0.4, 0.001, 0.005),
        ("Height", 0.3, None, 0.01),
        ("Height", 0.5, None, 0.025),
        ("Width", 3.0, None, 0.05),
        ("TiltDegree", 45.0, None, 10.0),
        ("TiltDegree", 45.0, 0.01, 0.01),
    ],
)
def test_about_is_no_nearer_than_people_round(
    name: str, stated: float, tolerance: float | None, within: float
) -> None:
    """Half the step to which people round the stated length; angles are not rounded."""
    found = tolerances(name, [np.array([[stated]])], tolerance)
    assert found is not None
    assert found.tolist() == [[within]]
    chosen, margin = decide_rows(
        name,
        stated + np.array([[within, -within, within + 0.004, -within - 0.1]]),
        np.ones((1, 4), dtype=bool),
        [np.array([stated])],
        tolerance,
    )
    assert chosen.tolist() == [[True, True, False, False]]
    assert margin[0] == pytest.approx(0.004)


def test_each_row_has_its_own_tolerance() -> None:
    found = tolerances("Height", [np.array([[0.3], [0.6], [2.5]])])
    assert found is not None
    assert found.ravel().tolist() == [0.01, 0.025, 0.05]


def test_what_is_not_about_has_no_tolerance() -> None:
    assert tolerances("LessThan", [np.array([[0.3]])], 0.1) is None
