"""Counting the columns and rows of a shelf instead of its slots.

A line stands where its slots stand on average. One slot of each line stands for it while the lines are put in
order; then all slots of the line that was meant are chosen. What has no row or column is a line by itself.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from espire_dsl.program.arrays import attributes
from espire_dsl.program.arrays.columns import Bools, Floats, Ints
from espire_dsl.program.arrays.measuring import MeasureQuery
from espire_dsl.scene.quantize import quantize_array

GRID: Final = 1e-9
_UP_AND_DOWN: Final = frozenset({"up", "down"})


def lines_of(question: MeasureQuery, direction: str) -> Ints:
    """The number of each candidate's line: its row, along up and down; else its column; (rows, places)."""
    read = attributes.rows if direction in _UP_AND_DOWN else attributes.columns
    numbers = read(question.batch)[question.scenes[:, None], question.places]
    alone = np.broadcast_to(-1 - question.places, numbers.shape)
    return np.where(np.isnan(numbers), alone, np.nan_to_num(numbers)).astype(np.int64)


def by_line(values: Floats, mask: Bools, line: Ints) -> tuple[Floats, Bools]:
    """The mean of each candidate's line, and the candidates that stand for one: the first of each.

    Sums are those of whole numbers of the grid of `exact`, so that they have the same bits in any order.
    """
    same = (line[:, :, None] == line[:, None, :]) & mask[:, None, :]
    whole = np.rint(np.where(mask, values, 0.0) / GRID)
    sums = np.where(same, whole[:, None, :], 0.0).sum(axis=2)
    means = quantize_array(np.rint(sums / np.maximum(same.sum(axis=2), 1)) * GRID)
    earlier = np.tri(line.shape[1], k=-1, dtype=bool)
    return means, mask & ~(same & earlier[None, :, :]).any(axis=2)


def of_chosen_lines(chosen: Bools, mask: Bools, line: Ints) -> Bools:
    """All candidates whose line is that of a chosen one."""
    same = (line[:, :, None] == line[:, None, :]) & chosen[:, None, :]
    found: Bools = mask & same.any(axis=2)
    return found
