"""Families asked of many rows with the trace of each: what `evaluate_family` gives, from arrays.

Rows that share the computation of a step share what is remembered of it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from espire_dsl.language.core.values import ThingSet
from espire_dsl.language.families.family import Family
from espire_dsl.language.typed import is_eager
from espire_dsl.program.arrays.batch import SceneBatch
from espire_dsl.program.arrays.columns import (
    Bools,
    Column,
    FrameColumn,
    Ints,
    MixedTypes,
    Order,
    ThingColumn,
    ThingSetColumn,
    TypeColumn,
    take,
)
from espire_dsl.program.arrays.frames import PlacedFrame, frames_of
from espire_dsl.program.arrays.measuring import as_measured
from espire_dsl.program.arrays.steps import BatchedStep
from espire_dsl.program.batched.evaluate import Request, evaluate_requests
from espire_dsl.program.batched.results import RowResults
from espire_dsl.program.family_evaluation import FamilyResult
from espire_dsl.program.reference import Evaluation
from espire_dsl.program.trace import TraceStep, plain


def traced_requests(family: Family, batch: SceneBatch, requests: Sequence[Request]) -> list[FamilyResult]:
    """What each request gives, with its trace. Raises EvaluationError where one has no answer.

    Programs that are not eager are asked one by one: their traces tell only of what was reached.
    """
    clauses = (family.program, family.candidates, *family.candidates_by_type.values())
    eager = all(is_eager(clause) for clause in clauses if clause is not None)
    places = evaluate_requests(family, batch, requests, traced=eager)
    told: dict[int, list[FamilyResult]] = {}
    for results, _ in places:
        if id(results) not in told:
            told[id(results)] = list(_told(results) if eager else map(results.reference, range(len(results))))
    return [told[id(results)][row] for results, row in places]


def _told(results: RowResults) -> Iterator[FamilyResult]:
    if not results.steps or any(step.call is None for step in results.steps):  # asked row by row
        yield from map(results.reference, range(len(results)))
        return
    traces = zip(*(_traced(step, results) for step in results.steps), strict=True)
    asked = [n for n, step in enumerate(results.steps) if step.node == results.family.asked]
    sets = (
        _things(results.candidates, results.scenes, results.batch) if results.candidates is not None else None
    )
    required = results.required.tolist()
    for row, told in enumerate(traces):
        trace = tuple(step for step in told if step is not None)
        if results.failed[row]:
            results.reference(row)  # raises the error, with its place
        scene = results.batch.scenes[results.scenes[row]]
        yield FamilyResult(
            results.at(row),
            None if sets is None else ThingSet(tuple(sets[row]), scene),
            Evaluation(results.at(row), trace),
            told[asked[-1]] if asked else None,
            tuple(required[row]),
            {name: results.at(row, column) for name, column in results.tags.items()},
        )


def _traced(step: BatchedStep, results: RowResults) -> list[TraceStep | None]:
    """What each row remembers of a step; None where it did not come to it."""
    if step.rows is None:
        return [*_computed(step, np.arange(len(results)), results.batch)]
    rows, place = np.unique(step.rows, return_inverse=True)
    made = _computed(step, rows, results.batch)
    active = np.ones(len(results), dtype=bool) if step.active is None else step.active
    return [made[n] if reached else None for n, reached in zip(place.tolist(), active.tolist(), strict=True)]


def _computed(step: BatchedStep, rows: Ints, batch: SceneBatch) -> list[TraceStep]:
    """What a step remembers of some of the rows in which it was computed."""
    call, made = step.call, step.made
    assert call is not None
    scenes = call.scenes[rows]
    inputs = {name: plain_values(take(column, rows), scenes, batch) for name, column in call.inputs.items()}
    outputs = plain_values(take(call.output, rows), scenes, batch)
    units = made.unit[rows].tolist() if isinstance(made.unit, np.ndarray) else [made.unit] * len(rows)
    frames: Sequence[Any] = [None] * len(rows)
    if made.frame is not None:
        frames = frames_of(batch, scenes, PlacedFrame(made.frame.kind, made.frame.origin[rows]))
    measured, angles = _measured(step, rows, scenes, batch), _angles(step, rows, scenes, batch)
    also = {unit: margins[rows].tolist() for unit, margins in made.also.items()}
    return [
        TraceStep(
            step.function,
            {name: values[n] for name, values in inputs.items()},
            outputs[n],
            None if math.isnan(margin) else margin,
            units[n],
            frames[n],
            measured[n],
            angles[n],
            None if made.constraint is None else made.constraint(int(rows[n])),
            step.node,
            also={unit: margins[n] for unit, margins in also.items() if not math.isnan(margins[n])},
        )
        for n, margin in enumerate(made.margin[rows].tolist())
    ]


def _measured(step: BatchedStep, rows: Ints, scenes: Ints, batch: SceneBatch) -> list[dict[str, Any]]:
    made = step.made
    if made.measured is None or made.asked is None or made.constructor is None:
        return [{}] * len(rows)
    numbers, asked = made.measured()[rows].tolist(), made.asked[rows]
    found: list[dict[str, Any]] = [{} for _ in rows]
    for row, place in zip(*(axis.tolist() for axis in np.nonzero(asked)), strict=True):
        number = numbers[row][place]
        told = number if made.constraint is not None else as_measured(batch, made.constructor, number)
        found[row][batch.ids[scenes[row]][place]] = told
    return found


def _angles(step: BatchedStep, rows: Ints, scenes: Ints, batch: SceneBatch) -> list[dict[str, float]]:
    if step.made.angles is None:
        return [{}] * len(rows)
    angles = step.made.angles()[rows]
    found: list[dict[str, float]] = [{} for _ in rows]
    for row, place in zip(*(axis.tolist() for axis in np.nonzero(~np.isnan(angles))), strict=True):
        found[row][batch.ids[scenes[row]][place]] = float(angles[row, place])
    return found


def plain_values(column: Column, scenes: Ints, batch: SceneBatch) -> list[Any]:
    """The values of a column as JSON has them."""
    match column:
        case ThingSetColumn(mask=mask):
            return _things(mask, scenes, batch)
        case ThingColumn(place=places):
            return _ids(places, scenes, batch)
        case Order(places=places, count=counts):
            return [
                [batch.ids[scene][p] for p in row[:count]]
                for scene, row, count in zip(scenes.tolist(), places.tolist(), counts.tolist(), strict=True)
            ]
        case TypeColumn(constructor=name, arguments=arguments):
            inner = list(zip(*(a.tolist() for a in arguments), strict=True)) or [()] * len(scenes)
            return [{"type": name, "arguments": list(map(plain, values))} for values in inner]
        case MixedTypes(constructors=names, which=which):
            return [{"type": names[n], "arguments": []} for n in which.tolist()]
        case FrameColumn(kind=kind, of=None):
            return [kind] * len(scenes)
        case FrameColumn(kind=kind, of=owners):
            assert owners is not None
            return [f"{kind}({id})" for id in _ids(owners, scenes, batch)]
    return list(map(plain, column.tolist()))


def _ids(places: Ints, scenes: Ints, batch: SceneBatch) -> list[str]:
    return [batch.ids[scene][p] for scene, p in zip(scenes.tolist(), places.tolist(), strict=True)]


def _things(mask: Bools, scenes: Ints, batch: SceneBatch) -> list[list[str]]:
    found: list[list[str]] = [[] for _ in scenes]
    for row, place in zip(*(axis.tolist() for axis in np.nonzero(mask)), strict=True):
        found[row].append(batch.ids[scenes[row]][place])
    return found
