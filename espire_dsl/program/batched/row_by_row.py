"""The way out for programs that have no form for many rows: the reference, once a row.

Programs that make scenes of scenes come here. It costs what the reference costs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from espire_dsl.language.core.values import ThingList, ThingRef, ThingSet
from espire_dsl.language.families.family import Family
from espire_dsl.program.arrays.batch import SceneBatch
from espire_dsl.program.arrays.columns import Column, Floats, Ints, Order, ThingColumn, ThingSetColumn
from espire_dsl.program.arrays.steps import BatchedStep, StepArrays
from espire_dsl.program.batched.results import RowResults
from espire_dsl.program.family_evaluation import FamilyResult
from espire_dsl.program.reference import EvaluationError
from espire_dsl.program.trace import TraceStep


def evaluate_row_by_row(
    family: Family, batch: SceneBatch, scenes: Ints, bindings: Mapping[str, Column]
) -> RowResults:
    """As `evaluate_rows`. Only the asked step is kept of the steps."""
    empty = np.zeros((len(scenes), len(family.requirements)), dtype=bool)
    failed = np.zeros(len(scenes), dtype=np.int64)
    results = RowResults(
        family, batch, scenes, bindings, failed, np.zeros(len(scenes)), None, None, (), empty
    )
    asked: list[FamilyResult | None] = []
    for row in range(len(scenes)):
        try:
            asked.append(results.reference(row))
        except EvaluationError as error:
            asked.append(None)
            failed[row] = batch.messages.number(str(error))
    found = [a for a in asked if a is not None]
    if not found:
        return results
    results.value = _column(batch, scenes, [a and a.answer for a in asked])
    if found[0].candidates is not None:
        candidates = _column(batch, scenes, [a and a.candidates for a in asked])
        results.candidates = candidates.mask if isinstance(candidates, ThingSetColumn) else None
    steps = [a.asked if a is not None else None for a in asked]
    results.asked = BatchedStep(family.asked.function, family.asked, _made(batch, scenes, steps))
    results.steps = (results.asked,)
    results.required = np.array([a.required if a else empty[0] for a in asked], dtype=bool).reshape(
        empty.shape
    )
    results.tags = {name: _column(batch, scenes, [a and a.tags[name] for a in asked]) for name in family.tags}
    return results


def _made(batch: SceneBatch, scenes: Ints, steps: Sequence[TraceStep | None]) -> StepArrays:
    def places(read: Any) -> Floats:
        values = np.full((len(scenes), batch.size), np.nan)
        for row, step in enumerate(steps):
            for id, value in read(step).items() if step is not None else ():
                if isinstance(value, int | float) and id in batch.scenes[scenes[row]]:
                    values[row, batch.place(int(scenes[row]), id)] = value
        return values

    margins = [s.margin if s is not None else None for s in steps]
    measured, angles = places(lambda s: s.measured), places(lambda s: s.angles)
    return StepArrays(
        np.array(margins, dtype=np.float64),
        np.array([s.unit if s is not None else None for s in steps], dtype=object),
        asked=~np.isnan(measured),
        measured=lambda: measured,
        angles=lambda: angles,
    )


def _column(batch: SceneBatch, scenes: Ints, values: Sequence[Any]) -> Column:
    """The values of rows, of which failed ones are None."""
    sample = next(v for v in values if v is not None)
    if isinstance(sample, ThingSet):
        mask = np.zeros((len(values), batch.size), dtype=bool)
        for row, value in enumerate(values):
            mask[row, _places(batch, scenes, row, value.ids if value is not None else ())] = True
        return ThingSetColumn(mask)
    if isinstance(sample, ThingRef):
        ids = [(value.id,) if value is not None else () for value in values]
        return ThingColumn(
            np.array([max(_places(batch, scenes, r, i), default=0) for r, i in enumerate(ids)])
        )
    if isinstance(sample, ThingList):
        order = np.zeros((len(values), batch.size), dtype=np.int64)
        counts = [len(value.ids) if value is not None else 0 for value in values]
        for row, value in enumerate(values):
            order[row, : counts[row]] = _places(batch, scenes, row, value.ids if value is not None else ())
        return Order(order, np.array(counts))
    return np.array(
        [sample if v is None else v for v in values], dtype=object if isinstance(sample, str) else None
    )


def _places(batch: SceneBatch, scenes: Ints, row: int, ids: Sequence[str]) -> list[int]:
    """Places of things that the row's scene has; a renamed one is not among them."""
    scene = int(scenes[row])
    return [batch.place(scene, id) for id in ids if id in batch.scenes[scene]]
