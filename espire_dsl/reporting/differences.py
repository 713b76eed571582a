"""Differences between two runs on the tasks that both have, with McNemar's exact test."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from espire_dsl.reporting.paper_tables import ACTIONS, executed, located, right_at, successes
from espire_dsl.reporting.results import RunResults
from espire_dsl.reporting.statistics import mcnemar
from espire_dsl.reporting.table import Cell, Row, Table, number

_COLUMNS = ("tasks", "both", "only the first", "only the second", "neither", "difference", "p")


def _measures(run: RunResults) -> Iterator[tuple[str, Mapping[str, bool]]]:
    for action in ACTIONS:
        yield f"{action} accuracy", {o.task: right_at(run, o) is not None for o in located(run, action)}
        yield f"{action} acceptance", {o.task: o.at is not None for o in executed(run, action)}
        checked = run.manifest.choices.status_check
        yield f"{action} success", successes(run, action, checked=checked) or {}
    yield "questions", {one.task: one.right for one in run.answered}


def differences(runs: Sequence[RunResults]) -> Table:
    """Every two runs, in every measure of which they have a task in common; runs with given targets are
    compared among themselves."""
    measured = {run.label: dict(_measures(run)) for run in runs}
    rows = []
    for one, other in combinations(runs, 2):
        if one.is_ablation != other.is_ablation:
            continue
        for measure, first in measured[one.label].items():
            second = measured[other.label][measure]
            shared = [task for task in first if task in second]
            if shared:
                cells = _cells([(first[task], second[task]) for task in shared])
                rows.append(Row(f"{one.label} / {other.label}: {measure}", cells))
    notes = (
        "Tasks that both runs have. Difference: the first run's share less the second's, in percent of the "
        "tasks. p: McNemar's exact test, two-sided; not adjusted for the number of comparisons.",
    )
    return Table("differences", "Differences between runs", _COLUMNS, tuple(rows), notes, first="runs")


def _cells(pairs: Sequence[tuple[bool, bool]]) -> tuple[Cell, ...]:
    both = sum(a and b for a, b in pairs)
    first = sum(a and not b for a, b in pairs)
    second = sum(b and not a for a, b in pairs)
    counts = (len(pairs), both, first, second, len(pairs) - both - first - second)
    return (
        *(number(count, 0) for count in counts),
        number(100 * (first - second) / len(pairs)),
        number(mcnemar(first, second), 4),
    )
