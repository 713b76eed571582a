"""Models side by side: the numbers of their analyses, differences of two, and how far coherence goes with
accuracy where the shortcut misleads."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from attrs import asdict, field, frozen

from espire_dsl.diagnostics.error import UsageError
from espire_dsl.probing.analysis import Summary
from espire_dsl.probing.analysis_files import NAMES, summary_row
from espire_dsl.reporting.statistics import Correlation, sampled_correlation
from espire_dsl.reports.columns import aligned

FEWEST: Final = 3
"""Models from which on a correlation has a meaning."""


@frozen
class Comparison:
    """The models in the order in which they are named, and the correlation of each number with accuracy,
    where accuracies of enough of them are known."""

    models: tuple[Summary, ...]
    correlations: Mapping[str, Correlation] = field(factory=dict, hash=False)

    @property
    def rows(self) -> list[list[str]]:
        """A row for each model; of two models, also their difference."""
        found = [summary_row(model) for model in self.models]
        if len(self.models) == 2:
            one, other = (model.values for model in self.models)
            apart = [_less(one[name], other[name]) for name in NAMES]
            found.append(["the first less the second", *("-" if d is None else f"{d:+.3f}" for d in apart)])
        return found

    @property
    def correlation_rows(self) -> list[list[str]]:
        return [
            [NAMES[name], f"{found.rho:+.3f}", str(found.n), "-" if found.p is None else f"{found.p:.4f}"]
            for name, found in self.correlations.items()
        ]

    def to_json(self) -> dict[str, object]:
        return {
            "models": [asdict(model) for model in self.models],
            "correlations": {name: asdict(found) for name, found in self.correlations.items()},
        }

    def __str__(self) -> str:
        lines = aligned([["", *NAMES.values()], *self.rows])
        if self.correlations:
            told = ["with accuracy where the shortcut misleads", "Spearman's rho", "n", "p"]
            lines = [*lines, "", *aligned([told, *self.correlation_rows])]
        return "\n".join(lines) + "\n"


def compared(models: Sequence[Summary], accuracy: Mapping[str, float] | None = None) -> Comparison:
    """Models side by side; `accuracy` is by model."""
    if accuracy is None:
        return Comparison(tuple(models))
    known = [model for model in models if model.model in accuracy]
    if len(known) < FEWEST:
        raise UsageError(
            f"a correlation takes {FEWEST} models with an accuracy at least, and {len(known)} of "
            f"{len(models)} have one: {', '.join(sorted(accuracy)) or 'none'}"
        )
    found = {}
    for name in NAMES:
        pairs = [(v, accuracy[m.model]) for m in known if (v := m.values[name]) is not None]
        told = sampled_correlation([v for v, _ in pairs], [a for _, a in pairs])
        if told is not None:
            found[name] = told
    return Comparison(tuple(models), found)


def read_accuracies(path: Path) -> dict[str, float]:
    """Accuracies by model, from a CSV file with the columns `model` and `accuracy`."""
    try:
        rows = list(csv.DictReader(io.StringIO(path.read_text(encoding="utf-8-sig"))))
        return {row["model"]: float(row["accuracy"]) for row in rows}
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise UsageError(
            f"{path}: this is no table of accuracies with the columns model and accuracy: {error}"
        ) from None


def _less(one: float | None, other: float | None) -> float | None:
    return None if one is None or other is None else one - other
