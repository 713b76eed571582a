"""One call of a core function for many rows, and what it gives back."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np
from attrs import field, frozen

from espire_dsl.program.arrays.batch import SceneBatch
from espire_dsl.program.arrays.columns import (
    Bools,
    Column,
    FrameColumn,
    Ints,
    Scalars,
    ThingColumn,
    ThingSetColumn,
    TypeColumn,
)
from espire_dsl.program.arrays.failures import Failed
from espire_dsl.program.arrays.steps import StepArrays


@frozen
class BatchedCall:
    """The arguments by name, and the scene of each row."""

    batch: SceneBatch
    scenes: Ints = field(eq=False)
    arguments: Mapping[str, Column] = field(eq=False)
    tolerance: float | None = None

    def mask(self, name: str) -> Bools:
        column = self.arguments[name]
        assert isinstance(column, ThingSetColumn)
        return column.mask

    def place(self, name: str) -> Ints:
        column = self.arguments[name]
        assert isinstance(column, ThingColumn)
        return column.place

    def type(self, name: str = "type") -> TypeColumn:
        column = self.arguments[name]
        assert isinstance(column, TypeColumn)
        return column

    def frame(self, name: str = "in") -> FrameColumn:
        column = self.arguments[name]
        assert isinstance(column, FrameColumn)
        return column

    def scalars(self, name: str) -> Scalars:
        column = self.arguments[name]
        assert isinstance(column, np.ndarray)
        return column


@frozen
class BatchedResult:
    """The result of a call: a column, which rows failed and why, and what a trace should remember."""

    column: Column = field(eq=False)
    failed: Failed = field(default=None, eq=False)
    made: StepArrays | None = None


Function = Callable[[BatchedCall], BatchedResult]
