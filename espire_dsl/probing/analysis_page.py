"""An analysis as figures and as a page: cosines of categories, principal components, curves over layers, and
the numbers beside the source's."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from espire_dsl.markup import TABLE, Markup, element
from espire_dsl.probing.analysis import Analysis, summary_of
from espire_dsl.probing.analysis_files import NAMES, shown, source_rows, summary_row
from espire_dsl.probing.axes import AXES, CATEGORIES
from espire_dsl.probing.comparison import Comparison
from espire_dsl.probing.source import source_table
from espire_dsl.reporting.page import figure_html, whole_page
from espire_dsl.reporting.plots import COLOURS, Figure, as_svg

_PALE: Final = 0.45
_GREY: Final = "#8a8f98"


def analysis_figures(analysis: Analysis) -> dict[str, Figure]:
    """Every figure by the name of its file."""
    where = f"{analysis.model}, layer {analysis.choice.layer}"
    return {
        "cosines.svg": Figure(f"Cosines of the mean differences of categories: {where}", _cosines(analysis)),
        "pca2.svg": Figure(f"Differences along two principal components: {where}", _points(analysis, 2)),
        "pca3.svg": Figure(f"Differences along three principal components: {where}", _points(analysis, 3)),
        "layers.svg": Figure(f"Coherence and entanglement over layers: {analysis.model}", _curves(analysis)),
    }


def _cosines(analysis: Analysis) -> bytes:
    values = np.array(
        [[np.nan if value is None else value for value in row] for row in analysis.chosen.cosines],
        dtype=float,
    )

    def draw(canvas: Any) -> None:
        axes = canvas.add_subplot()
        image = axes.imshow(np.ma.masked_invalid(values), vmin=-1, vmax=1, cmap="RdBu_r")
        places = range(len(CATEGORIES))
        axes.set_xticks(places, CATEGORIES)
        axes.set_yticks(places, CATEGORIES)
        for row in places:
            for column in places:
                value = values[row, column]
                colour = "white" if abs(value) > 0.6 else "black"
                text = "" if np.isnan(value) else f"{value:.2f}"
                axes.text(column, row, text, ha="center", va="center", color=colour)
        canvas.colorbar(image, ax=axes, label="cosine")

    return as_svg(draw, (5.6, 4.6))


def _points(analysis: Analysis, components: int) -> bytes:
    points, variance = analysis.projected.points, analysis.projected.variance
    number = min(components, points.shape[1])
    named = np.array(analysis.categories)

    def draw(canvas: Any) -> None:
        solid = number == 3
        axes = canvas.add_subplot(projection="3d") if solid else canvas.add_subplot()
        for place, axis in enumerate(AXES):
            for category, strength in zip(axis.categories, (1.0, _PALE), strict=True):
                some = points[named == category, :number]
                if not len(some):
                    continue
                columns = [some[:, c] for c in range(number)] + [np.zeros(len(some))] * (2 - number)
                axes.scatter(*columns, s=9, color=COLOURS[place], alpha=strength, label=category, linewidth=0)
        labels = [f"PC{n + 1} ({100 * variance[n]:.0f} %)" for n in range(number)]
        for label, put in zip(labels, (axes.set_xlabel, axes.set_ylabel), strict=False):
            put(label)
        if solid:
            axes.set_zlabel(labels[2])
        canvas.legend(loc="outside right center", frameon=False)

    return as_svg(draw, (6.4, 4.6))


def _curves(analysis: Analysis) -> bytes:
    at = [one.layer for one in analysis.layers]

    def draw(canvas: Any) -> None:
        axes = canvas.add_subplot()
        for place, axis in enumerate(AXES):
            values = [_or_nan(one.coherence[axis.name]) for one in analysis.layers]
            axes.plot(at, values, color=COLOURS[place], label=NAMES[axis.name], marker=".")
        entangled = [_or_nan(one.vd_ei) for one in analysis.layers]
        axes.plot(at, entangled, color=_GREY, linestyle="--", label=NAMES["vd_ei"])
        axes.axvline(analysis.choice.layer, color=_GREY, linewidth=0.8)
        axes.set_xlabel("layer")
        axes.set_ylabel("mean cosine")
        axes.legend(frameon=False)

    return as_svg(draw, (7.0, 3.6))


def _or_nan(value: float | None) -> float:
    return float("nan") if value is None else value


def analysis_html(analysis: Analysis, figures: dict[str, Figure], note: str | None) -> str:
    """The page; `note` says why there are no figures, if there are none."""
    rows = [summary_row(summary_of(analysis)), *source_rows()]
    cosines = zip(CATEGORIES, analysis.chosen.cosines, strict=True)
    parts: list[str | None] = [
        element("p", f"{len(analysis.categories)} pairs of questions."),
        element("p", note, class_="note") if note else None,
        element("h2", "Coherence and entanglement"),
        rows_html(["model", *NAMES.values()], rows),
        element("p", "The source's values are on pictures of EmbSpatial-Bench.", class_="note"),
        *(element("p", text, class_="note") for text in source_table("coherence").notes),
        element("h2", "The layer"),
        element("ul", *(element("li", reason) for reason in analysis.choice.reasons)),
        element("h2", "Cosines of the mean differences"),
        rows_html(["", *CATEGORIES], [[name, *map(shown, row)] for name, row in cosines]),
        *(figure_html(figure) for figure in figures.values()),
    ]
    return whole_page(f"Probing of {analysis.model}", *parts)


def comparison_html(comparison: Comparison) -> str:
    """The page of several models side by side."""
    parts: list[str | None] = [
        rows_html(["model", *NAMES.values()], [*comparison.rows, *source_rows()]),
        element("p", "The source's values are on pictures of EmbSpatial-Bench.", class_="note"),
    ]
    if comparison.correlations:
        parts += [
            element("h2", "Correlation with accuracy where the shortcut misleads"),
            rows_html(["", "Spearman's rho", "n", "p"], comparison.correlation_rows),
        ]
    return whole_page("Models side by side", *parts)


def rows_html(header: Sequence[str], rows: Sequence[Sequence[str]]) -> Markup:
    """A table of texts; rows of the source are set apart."""
    head = element("tr", *(element("th", column) for column in header))
    body = (
        element(
            "tr",
            element("th", label, scope="row"),
            *(element("td", cell) for cell in cells),
            class_="printed" if label.startswith("source: ") else None,
        )
        for label, *cells in rows
    )
    whole = element(TABLE, element("thead", head), element("tbody", *body))
    return element("div", whole, class_="wide")
