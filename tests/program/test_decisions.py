"""Decisions on arrays against those of the reference, one row at a time."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from espire_dsl.language.core.constructors import CONSTRUCTORS
from espire_dsl.language.core.question import Question
from espire_dsl.language.types import ANGLE, LENGTH
from espire_dsl.program.batched.decisions import CELL_ROW, DECISIONS, SIZE_CLASSES, decide_rows
from espire_dsl.scene.graph import Scene
from tests.program.agreement import same

NOTHING = Scene.build([])
# Close together, so that groups form, boundaries are hit and differences are tiny.
GRID = st.integers(0, 40).map(lambda n: n / 200) | st.integers(0, 12).map(lambda n: n * 15.0)
VALUES: dict[str, st.SearchStrategy[Any]] = {
    **dict.fromkeys(SIZE_CLASSES, st.sampled_from((0.0, 1.0, 2.0, 3.0))),
    "Empty": st.sampled_from((0.0, 0.5, 1.0)),
    "NonEmpty": st.sampled_from((0.0, 0.5, 1.0)),
    "Row": st.integers(1, 3).map(float),
    "Column": st.integers(1, 3).map(float),
    "Cell": st.tuples(st.integers(1, 2), st.integers(1, 2)).map(lambda c: c[0] * CELL_ROW + c[1]),
    "ClockPosition": st.integers(0, 71).map(lambda n: n * 5.0) | st.just(math.nan),
    **dict.fromkeys(("DirectAbove", "DirectBelow", "DirectLeft", "DirectRight"), GRID | st.just(math.nan)),
}


def as_reference(name: str, value: float) -> Any:
    if name in SIZE_CLASSES:
        return (None, "small", "medium", "large")[int(value)]
    if name == "Cell":
        return int(value // CELL_ROW), int(value % CELL_ROW)
    return None if math.isnan(value) and name.startswith("Direct") else value


@pytest.mark.parametrize("name", sorted(DECISIONS))
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
        [data.draw(GRID if p.type in (LENGTH, ANGLE) else st.integers(1, 4)) for _ in values]
        for p in constructor.parameters
    ]
    tolerance = data.draw(st.none() | st.sampled_from((0.01, 15.0))) if constructor.tolerance else None
    chosen, margin = decide_rows(
        name, np.array(values), np.array(mask), [np.array(a) for a in arguments], tolerance
    )
    for row, (numbers, here) in enumerate(zip(values, mask, strict=True)):
        kept = [as_reference(name, v) for v, inside in zip(numbers, here, strict=True) if inside]
        within = tolerance or constructor.tolerance
        question = Question(NOTHING, (), tuple(a[row] for a in arguments), tolerance=within)
        expected = constructor.decide(kept, question)
        assert chosen[row][np.array(here)].tolist() == list(expected.chosen)
        assert not chosen[row][~np.array(here)].any()
        assert same(margin[row].item(), expected.margin)
