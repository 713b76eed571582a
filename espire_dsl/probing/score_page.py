"""Scores as figures and as a page: heat maps, the same with one side masked, curves, and the source's
values."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from espire_dsl.markup import TABLE, Markup, element
from espire_dsl.probing.bootstrap import Mean
from espire_dsl.probing.correctness import PROBABILITY
from espire_dsl.probing.score_files import shown, source_column
from espire_dsl.probing.scores import CONSISTENT, COUNTER, Curve, FamilyScores, Grid, Scores
from espire_dsl.probing.source import source_table
from espire_dsl.reporting.page import figure_html, whole_page
from espire_dsl.reporting.plots import COLOURS, Figure, as_svg

_GREY: Final = "#d9dce1"
_MAP_SIZE: Final = (5.0, 4.2)
_CURVE_SIZE: Final = (6.4, 3.4)
_CAPTIONS: Final = {
    None: "all cells",
    CONSISTENT: "cells in which the farther thing is higher in the picture",
    COUNTER: "cells in which the farther thing is lower",
}
_SOURCE: Final = {"tunnel.phase": "phase", "tunnel.size": "size"}


def score_figures(scores: Scores) -> Iterator[tuple[str, Figure]]:
    """Every figure with the name of its file."""
    for one in scores.families:
        if one.grid is not None:
            for split, caption in _CAPTIONS.items():
                suffix = "" if split is None else f".{split}"
                title = f"{one.family}: v, {caption}"
                yield f"{one.family}.map{suffix}.svg", Figure(title, heat_map(one.grid, split))
        if one.curve is not None:
            title = f"{one.family}: v by {one.curve.name}"
            yield f"{one.family}.curve.svg", Figure(title, _curve(one.curve))


def heat_map(grid: Grid, split: str | None) -> bytes:
    """The cells of a grid, or those of one split and the others grey; an SVG file."""

    def draw(canvas: Any) -> None:
        import matplotlib as mpl
        import numpy as np

        axes = canvas.add_subplot()
        colours = mpl.colormaps["RdBu"].with_extremes(bad=_GREY)
        values = np.ma.masked_invalid(grid.as_array(split))
        image = axes.imshow(values, vmin=0, vmax=1, cmap=colours, origin="lower", interpolation="nearest")
        for set_ticks, ends in ((axes.set_yticks, grid.rows), (axes.set_xticks, grid.columns)):
            places = range(0, len(ends), max(1, len(ends) // 8))
            set_ticks(places, [f"{ends[place]:g}" for place in places])
        axes.set_ylabel(f"{grid.names[0]} (far)" if grid.names == ("a", "b") else grid.names[0])
        axes.set_xlabel(f"{grid.names[1]} (near)" if grid.names == ("a", "b") else grid.names[1])
        canvas.colorbar(image, ax=axes, label="v")

    return as_svg(draw, _MAP_SIZE)


def _curve(curve: Curve) -> bytes:
    def draw(canvas: Any) -> None:
        axes = canvas.add_subplot()
        at = [value for value, _ in curve.points]
        axes.plot(at, [mean.value for _, mean in curve.points], color=COLOURS[0], marker="o")
        low = [mean.value if mean.low is None else mean.low for _, mean in curve.points]
        high = [mean.value if mean.high is None else mean.high for _, mean in curve.points]
        axes.fill_between(at, low, high, color=COLOURS[0], alpha=0.2, linewidth=0)
        axes.axhline(0.5, color=_GREY, zorder=0)
        axes.set_ylim(0, 1)
        axes.set_xlabel(f"{curve.name} ({curve.unit})" if curve.unit else curve.name)
        axes.set_ylabel("v")

    return as_svg(draw, _CURVE_SIZE)


def score_html(scores: Scores, figures: dict[str, Figure], model: str | None, note: str | None) -> str:
    """The page; `note` says why there are no figures, if there are none."""
    parts: list[str | None] = [
        element("p", f"By {scores.measure}; 95 % intervals by bootstrap over scenes."),
        element("p", note, class_="note") if note else None,
    ]
    for one in scores.families:
        parts += [element("h2", one.family), _table(one, scores.measure, model)]
        parts += [
            figure_html(figure) for name, figure in figures.items() if name.startswith(f"{one.family}.")
        ]
    return whole_page(f"Scores of {model}" if model else "Scores", *parts)


def _table(one: FamilyScores, measure: str, model: str | None) -> Markup:
    """The scores of a family, and below them the source's."""
    own = {"v": one.v, CONSISTENT: one.consistent, COUNTER: one.counter, "gap": one.gap}
    if one.curve is not None:
        ends = [mean for _, mean in one.curve.points]
        own = {"v": one.v, "smallest": ends[0], "largest": ends[-1], "gap": one.curve.gap}
    rows = [_row(model or "this one", own)]
    name = _SOURCE.get(one.family)
    if name is not None and (name == "phase" or measure == PROBABILITY):
        for label, values in source_table(name).rows.items():
            columns = [source_column(measure, column) if name == "phase" else column for column in own]
            printed = [values[column] for column in columns]
            if any(value is not None for value in printed):
                cells = (element("td", "-" if v is None else f"{v:.3f}") for v in printed)
                rows.append(
                    element("tr", element("th", f"source: {label}", scope="row"), *cells, class_="printed")
                )
    head = element("tr", element("th", "model"), *(element("th", column) for column in own))
    whole = element(TABLE, element("thead", head), element("tbody", *rows))
    return element("div", whole, class_="wide")


def _row(label: str, means: dict[str, Mean | None]) -> Markup:
    cells = (element("td", shown(mean)) for mean in means.values())
    return element("tr", element("th", label, scope="row"), *cells)
