"""An analysis as text for a terminal, as CSV with a line for each layer, and the points of its projection."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from typing import Final

from espire_dsl.probing.analysis import Analysis, Summary, summary_of
from espire_dsl.probing.axes import AXES, CATEGORIES
from espire_dsl.probing.source import source_table
from espire_dsl.reports.columns import aligned

NAMES: Final = {
    "horizontal": "Coh_H",
    "vertical": "Coh_V",
    "distance": "Coh_D",
    "vd_ei": "VD-EI",
}
_NOTHING: Final = "-"


def shown(value: float | None) -> str:
    return _NOTHING if value is None else f"{value:.3f}"


def analysis_text(analysis: Analysis) -> str:
    """The chosen layer with its reasons, its numbers, and the cosines of categories."""
    counts = ", ".join(f"{number} {category}" for category, number in analysis.counts.items())
    lines = [f"{analysis.model}: {len(analysis.categories)} pairs ({counts})", ""]
    lines += aligned([["", *NAMES.values()], summary_row(summary_of(analysis))])
    lines += ["", *(f"- {reason}" for reason in analysis.choice.reasons)]
    near = ", ".join(map(str, analysis.choice.candidates)) or _NOTHING
    lines += [f"- layers near a peak: {near}", "", "cosines of mean differences"]
    rows = zip(CATEGORIES, analysis.chosen.cosines, strict=True)
    lines += aligned([["", *CATEGORIES], *([name, *map(shown, row)] for name, row in rows)])
    return "\n".join(lines) + "\n"


def summary_row(summary: Summary) -> list[str]:
    return [
        f"{summary.model}, layer {summary.layer} of {summary.depth}",
        *map(shown, summary.values.values()),
    ]


def source_rows() -> list[list[str]]:
    """The source's values, on pictures of EmbSpatial-Bench."""
    return [
        [f"source: {model}", *(shown(values[column]) for column in NAMES)]
        for model, values in source_table("coherence").rows.items()
    ]


def layers_csv(analysis: Analysis) -> str:
    """A line for each layer."""
    rows = [
        [
            one.layer,
            *(one.coherence[axis.name] for axis in AXES),
            one.vd_ei,
            one.layer == analysis.choice.layer,
        ]
        for one in analysis.layers
    ]
    return _csv(["layer", *(axis.name for axis in AXES), "vd_ei", "chosen"], rows)


def points_csv(analysis: Analysis) -> str:
    """A line for each pair: its category and its place along the principal components."""
    number = analysis.projected.points.shape[1]
    rows = [
        [category, *(f"{value:.6g}" for value in point)]
        for category, point in zip(analysis.categories, analysis.projected.points, strict=True)
    ]
    return _csv(["category", *(f"pc{n + 1}" for n in range(number))], rows)


def _csv(header: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(rows)
    return out.getvalue()
