"""Families asked of many rows: candidates, answers, margins, requirements and tags."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from attrs import frozen

from espire_dsl.language.core.values import ThingRef, TypeValue
from espire_dsl.language.families.family import Family
from espire_dsl.language.inference.margins import UNIT_OF_MARGIN, margin_name
from espire_dsl.language.typed import Typed
from espire_dsl.program.arrays.batch import SceneBatch
from espire_dsl.program.arrays.columns import Bools, Column, Ints, ThingColumn, ThingSetColumn, TypeColumn
from espire_dsl.program.arrays.failures import first_of
from espire_dsl.program.arrays.functions import has_batched_form
from espire_dsl.program.arrays.steps import least_margins
from espire_dsl.program.batched.engine import ColumnOutcome, NamedColumn, Rows, depends_on, run
from espire_dsl.program.batched.results import RowResults
from espire_dsl.program.batched.row_by_row import evaluate_row_by_row
from espire_dsl.program.family_evaluation import candidates_clause


def evaluate_rows(
    family: Family, batch: SceneBatch, scenes: Ints, bindings: Mapping[str, Column], traced: bool = False
) -> RowResults:
    """A family on rows: row i is scene `scenes[i]` of the batch with row i of each variable's column.

    A reasoning type is one for all rows of a call; its arguments are columns. Where they are `traced`, the
    steps are all calls of the program.
    """
    scenes = np.asarray(scenes, dtype=np.int64)
    if not all(has_batched_form(part) for part in _programs(family)):
        return evaluate_row_by_row(family, batch, scenes, bindings)
    variables = frozenset(bindings)
    rows = _rows(batch, scenes, bindings, family.tolerance, traced)
    candidates: ColumnOutcome | None = None
    clause = _clause(family, bindings)
    if clause is not None:
        candidates = run(clause, rows)
        rows = rows.naming("candidates", candidates.column, depends_on(clause, rows))
    found = run(family.program, rows)
    steps = (*candidates.steps, *found.steps) if candidates else found.steps
    asked = next((s for s in reversed(steps) if s.node == family.asked), None)
    margins = least_margins(steps, len(rows))
    later = rows.naming("answers", found.column, variables)
    for unit in UNIT_OF_MARGIN:
        least = margins.get(unit, np.full(len(rows), np.nan))
        later = later.naming(margin_name(unit), np.where(np.isnan(least), np.inf, least), variables)
    required = [run(r, later) for r in family.requirements]
    tags = {name: run(tag, later) for name, tag in family.tags.items()}
    outcomes = [*([candidates] if candidates else []), found, *required, *tags.values()]
    failed = first_of(*(o.failed for o in outcomes))
    return RowResults(
        family,
        batch,
        scenes,
        bindings,
        np.zeros(len(rows), dtype=np.int64) if failed is None else failed,
        found.column,
        candidates.column.mask if candidates and isinstance(candidates.column, ThingSetColumn) else None,
        asked,
        steps,
        _stacked([o.column for o in required], len(rows)),
        {name: tag.column for name, tag in tags.items()},
    )


def evaluate_program(
    program: Typed,
    batch: SceneBatch,
    scenes: Ints,
    bindings: Mapping[str, Column],
    tolerance: float | None = None,
) -> ColumnOutcome:
    """A program without a family on rows. It must have a batched form."""
    return run(program, _rows(batch, np.asarray(scenes, dtype=np.int64), bindings, tolerance))


def _rows(
    batch: SceneBatch,
    scenes: Ints,
    bindings: Mapping[str, Column],
    tolerance: float | None,
    traced: bool = False,
) -> Rows:
    names = {name: NamedColumn(column, frozenset({name})) for name, column in bindings.items()}
    return Rows(batch, scenes, names, tolerance, frozenset(bindings), traced)


def _programs(family: Family) -> Iterable[Typed]:
    yield family.program
    yield from family.requirements
    yield from family.tags.values()
    yield from family.candidates_by_type.values()
    if family.candidates is not None:
        yield family.candidates


def _clause(family: Family, bindings: Mapping[str, Column]) -> Typed | None:
    types = {n: TypeValue(c.constructor) for n, c in bindings.items() if isinstance(c, TypeColumn)}
    return candidates_clause(family, types)


def _stacked(columns: Sequence[Any], rows: int) -> Bools:
    return np.stack(columns, axis=1) if columns else np.ones((rows, 0), dtype=bool)


@frozen
class Request:
    """One row by values: a scene of the batch and the variables as the reference takes them."""

    scene: int
    bindings: Mapping[str, Any]


def evaluate_requests(
    family: Family, batch: SceneBatch, requests: Sequence[Request], traced: bool = False
) -> list[tuple[RowResults, int]]:
    """For each request the results that it is part of, and its row there; grouped by reasoning type."""
    groups: dict[tuple[str, ...], list[int]] = {}
    for number, request in enumerate(requests):
        types = (v.constructor for v in request.bindings.values() if isinstance(v, TypeValue))
        groups.setdefault(tuple(types), []).append(number)
    found: dict[int, tuple[RowResults, int]] = {}
    for numbers in groups.values():
        group = [requests[n] for n in numbers]
        scenes = np.array([r.scene for r in group], dtype=np.int64)
        results = evaluate_rows(family, batch, scenes, columns_of(batch, group), traced)
        found.update((number, (results, row)) for row, number in enumerate(numbers))
    return [found[n] for n in range(len(requests))]


def columns_of(batch: SceneBatch, requests: Sequence[Request]) -> dict[str, Column]:
    """The variables of requests of one reasoning type as columns."""
    return {
        name: _column(batch, [(r.scene, r.bindings[name]) for r in requests]) for name in requests[0].bindings
    }


def _column(batch: SceneBatch, cells: Sequence[tuple[int, Any]]) -> Column:
    first = cells[0][1]
    if isinstance(first, ThingRef):
        return ThingColumn(np.array([batch.place(scene, v.id) for scene, v in cells], dtype=np.int64))
    if isinstance(first, TypeValue):
        arguments = zip(*(v.arguments for _, v in cells), strict=True)
        return TypeColumn(first.constructor, tuple(np.array(a) for a in arguments))
    return np.array([v for _, v in cells], dtype=None if isinstance(first, int | float) else object)
