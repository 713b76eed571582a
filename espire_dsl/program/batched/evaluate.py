"""Families asked of many rows: candidates, answers, margins, requirements and tags."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from attrs import frozen

from espire_dsl.identity_memo import once_for_each
from espire_dsl.language.core.values import ThingRef, TypeValue
from espire_dsl.language.families.domains import TypeDomain
from espire_dsl.language.families.family import Family
from espire_dsl.language.inference.margins import UNIT_OF_MARGIN, margin_name
from espire_dsl.language.typed import Apply, Read, Typed, children, free_names, walk
from espire_dsl.program.arrays.batch import SceneBatch
from espire_dsl.program.arrays.columns import (
    Bools,
    Column,
    Ints,
    MixedTypes,
    ThingColumn,
    ThingSetColumn,
    TypeColumn,
)
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

    A reasoning type is one for all rows of a call, unless `may_differ` names its variable; its arguments are
    columns. Where they are `traced`, the
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
    found: dict[int, tuple[RowResults, int]] = {}
    for numbers in together(family, [request.bindings for request in requests]):
        group = [requests[n] for n in numbers]
        scenes = np.array([r.scene for r in group], dtype=np.int64)
        results = evaluate_rows(family, batch, scenes, columns_of(batch, group), traced)
        found.update((number, (results, row)) for row, number in enumerate(numbers))
    return [found[n] for n in range(len(requests))]


def together(family: Family, bindings: Sequence[Mapping[str, Any]]) -> Iterable[list[int]]:
    """The numbers of bindings that can be rows of one call. Those with other reasoning types cannot, unless
    each row may have its own."""
    free = may_differ(family)
    types = [v.name for v in family.variables if isinstance(v.domain, TypeDomain) and v.name not in free]
    if not types:
        return [list(range(len(bindings)))] if bindings else []
    groups: dict[tuple[str, ...], list[int]] = {}
    for number, values in enumerate(bindings):
        groups.setdefault(tuple([values[name].constructor for name in types if name in values]), []).append(
            number
        )
    return groups.values()


@once_for_each
def may_differ(family: Family) -> frozenset[str]:
    """The variables whose reasoning type each row may have for itself: types without arguments, by which
    calls other than the one that is asked decide, and nothing else."""
    if family.candidates_by_type or not all(has_batched_form(part) for part in _programs(family)):
        return frozenset()
    plain = {
        variable.name
        for variable in family.variables
        if isinstance(variable.domain, TypeDomain) and not any(c.arguments for c in variable.domain.choices)
    }
    asked = family.asked.argument("type")
    taken = frozenset[str]() if asked is None else free_names(asked)
    return frozenset(plain - taken - {name for part in _programs(family) for name in _otherwise(part)})


def _otherwise(program: Typed) -> Iterator[str]:
    """The names that a program reads elsewhere than as the type of a call."""
    for node in walk(program):
        given = dict(node.arguments).get("type") if isinstance(node, Apply) else None
        yield from (part.name for part in children(node) if isinstance(part, Read) and part is not given)


def columns_of(batch: SceneBatch, requests: Sequence[Request]) -> dict[str, Column]:
    """The variables of requests of one reasoning type as columns."""
    scenes = [request.scene for request in requests]
    return {
        name: _column(batch, scenes, [request.bindings[name] for request in requests])
        for name in requests[0].bindings
    }


def _column(batch: SceneBatch, scenes: Sequence[int], values: Sequence[Any]) -> Column:
    if isinstance(values[0], ThingRef):
        return things_column(batch, scenes, [value.id for value in values])
    return values_column(values)


def things_column(batch: SceneBatch, scenes: Iterable[int], ids: Iterable[str]) -> ThingColumn:
    """Things by their ids, each in the scene of its row."""
    places = [batch.place(scene, id) for scene, id in zip(scenes, ids, strict=True)]
    return ThingColumn(np.array(places, dtype=np.int64))


def values_column(values: Sequence[Any]) -> Column:
    """Values other than things."""
    first = values[0]
    if not isinstance(first, TypeValue):
        return np.array(values, dtype=None if isinstance(first, int | float) else object)
    numbers = {name: n for n, name in enumerate(dict.fromkeys(v.constructor for v in values))}
    if len(numbers) > 1:
        return MixedTypes(tuple(numbers), np.array([numbers[v.constructor] for v in values]))
    arguments = zip(*(v.arguments for v in values), strict=True)
    return TypeColumn(first.constructor, tuple(np.array(a) for a in arguments))
