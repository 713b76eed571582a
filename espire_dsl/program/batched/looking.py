"""What comes of looking at the things of each row one by one, or at pairs: on grids of (rows, things)."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np
from attrs import evolve

from espire_dsl.language.core.binders import BINDERS
from espire_dsl.language.typed import Each
from espire_dsl.language.types import solved
from espire_dsl.program.arrays.columns import Bools, Column, Floats, Ints, Order, ThingSetColumn
from espire_dsl.program.arrays.failures import Failed
from espire_dsl.program.arrays.quantifiers import verdict
from espire_dsl.program.arrays.ranking import UNIT_OF_MEASURE, pairs, ranked
from espire_dsl.program.arrays.steps import Looked, Ranking, StepArrays


def grid_of(masks: list[Bools]) -> tuple[Ints, tuple[Ints, ...], Bools]:
    """What is looked at in all rows: the row and the places of each, and a grid of what is there in a row."""
    there = masks[0] if len(masks) == 1 else pairs(*masks)
    row, *places = np.nonzero(there)
    return row, tuple(places), there.reshape(len(there), -1)


def tested(
    node: Each, _: Ints, looked: Looked, grid: Bools, margins: Mapping[str, Floats], numbers: Ints | None
) -> tuple[Column, StepArrays]:
    """What comes of a test of each thing."""
    passes = np.zeros_like(grid)
    passes[grid] = looked.values
    came = verdict(node.function, grid, passes, margins, numbers)
    made = StepArrays(
        came.margin,
        unit=came.unit,
        asked=grid,
        chosen=passes,
        measured=lambda: came.measured,
        also=came.also,
        looked=evolve(looked, bounds=came.bounds),
    )
    return came.column, made


def put_in_order(
    node: Each, scenes: Ints, looked: Looked, grid: Bools, margins: Mapping[str, Floats], numbers: Ints | None
) -> tuple[Column, StepArrays]:
    """What comes of a measure of each thing, or pair, in the scenes of the rows."""
    values = np.full(grid.shape, np.nan)
    values[grid] = looked.values
    unit = UNIT_OF_MEASURE.get(solved(node.body.type))
    came = ranked(node.function, grid, values, unit, margins, numbers)
    column: Column = Order(came.order, grid.sum(axis=1))
    asked, chosen, measured = grid, came.chosen, values
    if len(node.names) > 1:
        size = math.isqrt(grid.shape[1])
        asked, chosen = (_of_pairs(marks.reshape(-1, size, size)) for marks in (grid, came.chosen))
        measured = np.full(asked.shape, np.nan)
    if BINDERS[node.function].place is not None:
        column = ThingSetColumn(chosen)
    made = StepArrays(
        came.margin,
        unit=came.unit,
        asked=asked,
        chosen=chosen,
        measured=lambda: measured,
        also=came.also,
        looked=evolve(looked, ranking=Ranking(scenes, grid, values, came.chosen, unit)),
    )
    return column, made


def _of_pairs(marks: Bools) -> Bools:
    """The things of pairs."""
    found: Bools = np.any(marks, axis=2) | np.any(marks, axis=1)
    return found


def first_failing(failed: Failed, row: Ints, rows: int) -> Failed:
    """For each row the failure of the first thing that has one."""
    if failed is None:
        return None
    failing = np.flatnonzero(failed)
    owners, first = np.unique(row[failing], return_index=True)
    found = np.zeros(rows, dtype=np.int64)
    found[owners] = failed[failing[first]]
    return found
