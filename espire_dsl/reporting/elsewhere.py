"""How models rank here and on another benchmark: Spearman's rank correlation with scores from elsewhere."""

from __future__ import annotations

import csv
import math
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

from espire_dsl.diagnostics.error import UsageError
from espire_dsl.reporting.paper_tables import ACTIONS, executed, located, right_at, successes
from espire_dsl.reporting.results import RunResults
from espire_dsl.reporting.statistics import correlation, mean
from espire_dsl.reporting.table import Cell, Row, Table, number

_MODEL, _SCORE = "model", "score"


def read_scores(path: Path) -> dict[str, float]:
    """Scores by model, from a CSV file with the columns `model` and `score`."""
    scores: dict[str, float] = {}
    with path.open(encoding="utf-8-sig", newline="") as file:
        reader = csv.DictReader(file)
        for row in reader:
            where = f"{path}:{reader.line_num}"
            if row.get(_MODEL) is None or row.get(_SCORE) is None:
                raise UsageError(f"{where}: the columns `{_MODEL}` and `{_SCORE}` are needed")
            scores[row[_MODEL]] = _number(row[_SCORE], where)
    return scores


def _number(text: str, where: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise UsageError(f"{where}: {text} is no number")
    return value


def _accuracy(run: RunResults) -> float | None:
    return mean([right_at(run, one) is not None for action in ACTIONS for one in located(run, action)])


def _acceptance(run: RunResults) -> float | None:
    return mean([one.at is not None for action in ACTIONS for one in executed(run, action)])


def _success(run: RunResults) -> float | None:
    checked = run.manifest.choices.status_check
    found = [successes(run, action, checked=checked) or {} for action in ACTIONS]
    return mean([right for part in found for right in part.values()])


_MEASURES: Final[Mapping[str, Callable[[RunResults], float | None]]] = {
    "accuracy": _accuracy,
    "acceptance": _acceptance,
    "success": _success,
}


def correlations(runs: Sequence[RunResults], scores: Mapping[str, float]) -> Table:
    """A row for each measure, over all runs whose label or model has a score."""
    known = [
        (run, scores[name]) for run in runs for name in (run.label, run.manifest.model) if name in scores
    ]
    unique = list({run.label: (run, score) for run, score in reversed(known)}.values())
    if not unique:
        raise UsageError("none of the scores is of a model of these runs; they are known by the runs' models")
    rows = []
    for name, measure in _MEASURES.items():
        pairs = [(share, score) for run, score in unique if (share := measure(run)) is not None]
        found = correlation([share for share, _ in pairs], [score for _, score in pairs])
        cells = (
            number(len(pairs), 0),
            Cell() if found is None else number(found.rho, 3),
            number(None if found is None else found.p, 5),
        )
        rows.append(Row(name, cells))
    notes = (
        "Spearman's rho with ties averaged, over pick and place tasks together; p is exact, two-sided: all "
        "orders of the models are tried, of up to nine of them.",
    )
    title = "Rank correlation with scores from elsewhere"
    return Table("correlations", title, ("n", "rho", "p"), tuple(rows), notes, first="measure")
