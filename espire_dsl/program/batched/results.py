"""What asking a family of many rows gives: the same as `program.asking`, as columns."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

import numpy as np
from attrs import define, field

from espire_dsl.language.families.family import Family
from espire_dsl.program.arrays.batch import SceneBatch
from espire_dsl.program.arrays.columns import (
    Bools,
    Column,
    Floats,
    Ints,
    ThingColumn,
    ThingSetColumn,
    value_of,
)
from espire_dsl.program.arrays.steps import BatchedStep, least_margins
from espire_dsl.program.family_evaluation import FamilyResult, evaluate_family
from espire_dsl.scene.frames import Frame


@define(eq=False, slots=False)
class RowResults:
    """Rows are (scene, binding). Where a row failed, its other values mean nothing.

    `failed` is 0 for a row with a value, `asked` the step that the family asks for (None where its function
    decides nothing), `steps` all reasoning steps of the program in order, `required` (rows, requirements).
    """

    family: Family
    batch: SceneBatch
    scenes: Ints
    bindings: Mapping[str, Column]
    failed: Ints
    value: Column
    candidates: Bools | None
    asked: BatchedStep | None
    steps: tuple[BatchedStep, ...]
    required: Bools
    tags: Mapping[str, Column] = field(factory=dict)

    def __len__(self) -> int:
        return len(self.scenes)

    @property
    def ok(self) -> Bools:
        """The rows that have a value."""
        fine: Bools = self.failed == 0
        return fine

    @property
    def holds(self) -> Bools:
        """The rows that have a value and meet all requirements."""
        met: Bools = self.ok & self.required.all(axis=1)
        return met

    @property
    def errors(self) -> list[str | None]:
        """Why each row has no value, as the reference evaluator words it; None for those that have one."""
        texts = self.batch.messages.texts
        return [texts[number] for number in self.failed.tolist()]

    @cached_property
    def answers(self) -> Bools:
        """The answers of a program that finds things, (rows, places)."""
        if isinstance(self.value, ThingSetColumn):
            return self.value.mask
        assert isinstance(self.value, ThingColumn), "only things have places"
        mask = np.zeros((len(self), self.batch.size), dtype=bool)
        mask[np.arange(len(self)), self.value.place] = True
        return mask

    @cached_property
    def margins(self) -> dict[str, Floats]:
        """By unit, the least margin over all steps; NaN where no step has one."""
        return least_margins(self.steps, len(self))

    @property
    def measured(self) -> Floats | None:
        return None if self.asked is None else self.asked.measured

    @property
    def angles(self) -> Floats | None:
        """For sides: degrees between the side's axis and the way to each answer; NaN elsewhere."""
        return None if self.asked is None else self.asked.angles

    def unit(self, row: int = 0) -> str | None:
        return None if self.asked is None else self.asked.unit(row)

    def at(self, row: int, column: Column | None = None) -> Any:
        """One row's value (or that of another column of these rows) as the reference has it."""
        scene = self.batch.scenes[self.scenes[row]]
        return value_of(self.value if column is None else column, row, scene)

    def binding(self, row: int) -> dict[str, Any]:
        """The row's variables, as the reference takes them."""
        return {name: self.at(row, column) for name, column in self.bindings.items()}

    def reference(self, row: int) -> FamilyResult:
        """The row by the reference evaluator, with its trace. Raises EvaluationError where the row failed."""
        return evaluate_family(self.family, self.batch.scenes[self.scenes[row]], self.binding(row))

    def frame(self, row: int) -> Frame | None:
        """The frame of the asked step."""
        asked = self.reference(row).asked
        return asked.frame if asked is not None else None
