"""Why rows have no value: numbers instead of exceptions, and the messages behind them.

0 is no failure. Equal messages have equal numbers, and the first failure of a row is the one that counts.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce

import numpy as np
from attrs import define, field

from espire_dsl.program.arrays.columns import Bools, Ints

Failed = Ints | None


@define
class Messages:
    """The messages met so far, by number."""

    texts: list[str | None] = field(factory=lambda: [None])
    numbers: dict[str, int] = field(factory=dict)

    def number(self, text: str) -> int:
        if text not in self.numbers:
            self.numbers[text] = len(self.texts)
            self.texts.append(text)
        return self.numbers[text]

    def failing(self, bad: Bools, describe: Callable[..., str], *keys: Ints) -> Failed:
        """A failure for each bad row; `describe` makes the message from the keys, once for equal ones."""
        rows = np.flatnonzero(bad)
        if not rows.size:
            return None
        result = np.zeros(len(bad), dtype=np.int64)
        if not keys:
            result[rows] = self.number(describe())
            return result
        told: dict[tuple[int, ...], int] = {}
        for row, key in zip(rows.tolist(), zip(*(k[rows].tolist() for k in keys), strict=True), strict=True):
            if key not in told:
                told[key] = self.number(describe(*key))
            result[row] = told[key]
        return result


def first_of(*failures: Failed) -> Failed:
    """For each row the first failure in order."""
    return reduce(_first, failures, None)


def _first(one: Failed, other: Failed) -> Failed:
    if one is None or other is None:
        return other if one is None else one
    return np.where(one != 0, one, other)


def where_needed(failures: Failed, needed: Bools) -> Failed:
    return None if failures is None else np.where(needed, failures, 0)
