"""Finds values under which the references of a program are there: "the cube behind the sphere left of A".

Of all combinations of values few single out one thing at every `unique`, and drawn at random hardly any do.
So the innermost reference is looked at first, with the variables that it reads alone; the next one goes on
from the values that were found, and so on. Each round looks at a bounded number of combinations of a scene.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from attrs import evolve

from espire_dsl.identity_memo import once_for_each
from espire_dsl.language.families.family import Family, Variable
from espire_dsl.language.typed import Apply, Typed, free_names, walk
from espire_dsl.scene.random_stream import RandomStream
from espire_dsl.tasks.batch_evaluator import BatchEvaluator, Row
from espire_dsl.tasks.partial_bindings import MOST_PARTIAL_BINDINGS, Values, must_differ
from espire_dsl.tasks.plan import FamilyPlan, inlined
from espire_dsl.tasks.reason import Reason

MOST_LOOKED_AT: Final = 2 * MOST_PARTIAL_BINDINGS
"""The combinations of one scene that a round looks at."""

Columns = Mapping[str, Sequence[Any]]
"""What each variable may be in a scene."""
Streams = Callable[[int], RandomStream]
"""A stream of random numbers for each scene."""


@once_for_each
def references(family: Family) -> tuple[Apply, ...]:
    """The parts of a program that single out one thing by variables, those that read fewer first."""
    names = {variable.name for variable in family.variables}
    found = dict.fromkeys(
        node
        for node in walk(inlined(family.program))
        if isinstance(node, Apply) and node.function == "unique" and free_names(node) <= names
    )
    return tuple(sorted((node for node in found if free_names(node)), key=lambda node: len(free_names(node))))


def is_narrowed(plan: FamilyPlan, columns: Columns) -> bool:
    """Whether the values of a scene are too many to look at all of them, and references tell which to try.
    Swept values are all looked at; arguments that are still to be found say nothing yet."""
    if plan.family.sweep or plan.separable or not references(plan.family):
        return False
    return math.prod(map(len, columns.values())) > MOST_PARTIAL_BINDINGS


def narrowed(
    family: Family,
    columns: Mapping[int, Columns],
    evaluator: BatchEvaluator,
    streams: Streams,
    refused: Counter[Reason],
) -> dict[int, list[Values]]:
    """By scene, values of all variables under which each reference is one thing, clearly and in sight."""
    drawing = {index: streams(index) for index in columns}
    found: dict[int, list[Values]] = {index: [{}] for index in columns}
    bound: set[str] = set()
    for reference in references(family):
        new = [v for v in family.variables if v.name in free_names(reference) - bound]
        if not new:
            continue
        rows: list[Row] = []
        for index, known in found.items():
            tried = _extended(known, new, family, columns[index], MOST_LOOKED_AT, drawing[index])
            rows += [(index, values) for values in tried]
        bound |= {variable.name for variable in new}
        good = _singled_out(family, reference, bound, rows, evaluator, refused)
        found = {index: [] for index in columns}
        for index, values in good:
            found[index].append(values)
    rest = [v for v in family.variables if v.name not in bound]
    return {
        index: _extended(known, rest, family, columns[index], MOST_PARTIAL_BINDINGS, drawing[index])
        for index, known in found.items()
    }


def _extended(
    known: Sequence[Values],
    new: Sequence[Variable],
    family: Family,
    columns: Columns,
    most: int,
    stream: RandomStream,
) -> list[Values]:
    """The known values with all values of further variables, or as many as are looked at."""
    names, choices = [v.name for v in new], [columns[v.name] for v in new]
    sizes = [len(known), *map(len, choices)]
    total = math.prod(sizes)
    picked: Iterable[tuple[Any, ...]]
    if total <= most:
        picked = itertools.product(known, *choices)
    else:
        numbers = sorted({int(unit * total) for unit in stream.units(most).tolist()})
        picked = (_combination(number, [known, *choices]) for number in numbers)
    found = ({**values, **dict(zip(names, more, strict=True))} for values, *more in picked)
    return [values for values in found if _differ(family, values)]


def _combination(number: int, columns: Sequence[Sequence[Any]]) -> tuple[Any, ...]:
    picked = []
    for column in columns:
        number, place = divmod(number, len(column))
        picked.append(column[place])
    return tuple(picked)


def _differ(family: Family, values: Values) -> bool:
    return not any(
        one in values and other in values and values[one] == values[other]
        for one, other in must_differ(family)
    )


def _singled_out(
    family: Family,
    reference: Typed,
    bound: set[str],
    rows: Sequence[Row],
    evaluator: BatchEvaluator,
    refused: Counter[Reason],
) -> list[Row]:
    """The rows in which a reference is one thing. Why others are not is counted."""
    asked = evolve(
        family,
        program=reference,
        variables=tuple(v for v in family.variables if v.name in bound),
        requirements=(),
        tags={},
    )
    good = []
    for row, outcome in zip(rows, evaluator.evaluate(asked, rows), strict=True):
        reason = outcome.problem or (None if outcome.is_clear else Reason.MARGIN)
        reason = reason or (
            Reason.HIDDEN_REFERENCE if outcome.hides_answer or outcome.hides_reference else None
        )
        if reason is None:
            good.append(row)
        else:
            refused[reason] += 1
    return good
