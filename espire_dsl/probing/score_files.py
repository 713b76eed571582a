"""Scores as text for a terminal, as JSON, and as CSV with a line for each number."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from typing import Any, Final

from attrs import asdict

from espire_dsl.probing.bootstrap import Mean
from espire_dsl.probing.correctness import PROBABILITY
from espire_dsl.probing.scores import FamilyScores, Scores
from espire_dsl.reports.columns import aligned

_FIELDS: Final = ("family", "quantity", "at", "value", "low", "high", "count", "scenes")
_NOTHING: Final = "-"


def scores_text(scores: Scores) -> str:
    """The scores as people read them."""
    rows = [
        ["family", "v", "consistent", "counter", "gap"],
        *([f.family, *map(shown, (f.v, f.consistent, f.counter, f.gap))] for f in scores.families),
    ]
    lines = [f"by {scores.measure}; 95 % intervals by bootstrap over scenes", "", *aligned(rows)]
    for one in scores.families:
        lines += _about(one)
    if scores.unreadable:
        lines += ["", f"{scores.unreadable} answers could not be read, and count as wrong"]
    return "\n".join(lines) + "\n"


def _about(one: FamilyScores) -> Iterator[str]:
    if one.curve is not None:
        yield ""
        unit = f" ({one.curve.unit})" if one.curve.unit else ""
        yield f"{one.family} by {one.curve.name}{unit}; first less last: {shown(one.curve.gap)}"
        yield from aligned([["", "v"], *([f"  {at:g}", shown(mean)] for at, mean in one.curve.points)])
    if one.left_out:
        yield ""
        yield f"{one.family}: {one.left_out} questions are too near to level to be consistent or counter"


def shown(mean: Mean | None) -> str:
    """A mean with its interval, as people read it."""
    if mean is None:
        return _NOTHING
    if mean.low is None or mean.high is None:
        return f"{mean.value:.3f}"
    return f"{mean.value:.3f} [{mean.low:.3f}, {mean.high:.3f}]"


def scores_json(scores: Scores, model: str | None = None) -> str:
    """All numbers, for programs."""
    return json.dumps({"model": model, **asdict(scores)}, indent=2, allow_nan=False) + "\n"


def scores_csv(scores: Scores) -> str:
    """A line for each number; `at` says where on a curve or a map."""
    out = io.StringIO()
    writer = csv.DictWriter(out, _FIELDS, lineterminator="\n")
    writer.writeheader()
    for one in scores.families:
        for quantity, at, numbers in _numbers(one):
            writer.writerow({"family": one.family, "quantity": quantity, "at": at, **numbers})
    return out.getvalue()


def _numbers(one: FamilyScores) -> Iterator[tuple[str, str, dict[str, Any]]]:
    means = {"v": one.v, "v_consistent": one.consistent, "v_counter": one.counter, "gap": one.gap}
    yield from ((name, "", asdict(mean)) for name, mean in means.items() if mean is not None)
    if one.curve is not None:
        for at, mean in one.curve.points:
            yield "curve", f"{one.curve.name}={at:g}", asdict(mean)
        if one.curve.gap is not None:
            yield "curve_gap", one.curve.name, asdict(one.curve.gap)
    if one.grid is not None:
        first, second = one.grid.names
        for cell in one.grid.cells:
            place = f"{first}={cell.row:g} {second}={cell.column:g}"
            yield "cell", place, {"value": cell.value, "count": cell.count}


def source_column(measure: str, name: str) -> str:
    """The column of the source's table that has a score by this measure."""
    if measure == PROBABILITY:
        return name
    return "em" if name == "v" else f"em_{name}"
