"""A score as text for a terminal, and as JSON for programs."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any, Final

from espire_dsl.diagnostics.report import counted
from espire_dsl.reports.columns import aligned
from espire_dsl.scoring.prediction import MOST_ATTEMPTS
from espire_dsl.scoring.score import Rate, Row, Score

_MOST_LISTED: Final = 5
_HEADER: Final = ["", "tasks", "right at once", "95 % interval", f"within {MOST_ATTEMPTS}", "95 % interval"]


def text_of(score: Score) -> str:
    """The whole report."""
    return "\n".join(_lines(score)) + "\n"


def _lines(score: Score) -> Iterator[str]:
    if score.whole is None:
        yield "nothing could be scored"
    else:
        yield from _table(score)
    remarks = list(_remarks(score))
    if remarks:
        yield ""
        yield from remarks


def _table(score: Score) -> Iterator[str]:
    """One table, so that the columns of all groups stand below each other."""
    assert score.whole is not None
    rows: list[list[str]] = [_HEADER, ["all tasks", *_cells(score.whole)]]
    for name, group in score.groups:
        rows.append([""] * len(_HEADER))
        rows.append([f"by {name}", *[""] * (len(_HEADER) - 1)])
        rows += [[f"  {row.name}", *_cells(row)] for row in group]
    yield from aligned(rows)


def _cells(row: Row) -> list[str]:
    return [str(row.first.tasks), *_rate(row.first), *_rate(row.within)]


def _rate(rate: Rate) -> list[str]:
    low, high = rate.interval
    return [_percent(rate.share), f"{_percent(low):>7} .. {_percent(high):>7}"]


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def _remarks(score: Score) -> Iterator[str]:
    found = score.predictions
    if score.without_masks:
        yield (
            f"{counted(len(score.without_masks), 'task')} cannot be scored, because the set has no masks of"
            " their answers: compile it with a backend that has a renderer"
        )
    if score.missing:
        yield from _listed(f"{counted(len(score.missing), 'task')} without an answer", score.missing)
    yield from _some("that cannot be read, counted as wrong", "answer", score.unreadable)
    yield from _some("that are no predictions", "line", found.lost)
    yield from _some("about tasks that are not in the set", "line", found.unknown)
    yield from _some("about a task that is answered already", "line", found.repeated)


def _some(words: str, noun: str, places: Sequence[str]) -> Iterator[str]:
    if places:
        yield from _listed(f"{counted(len(places), noun)} {words}", places)


def _listed(head: str, items: Sequence[str]) -> Iterator[str]:
    yield f"{head}:"
    yield from (f"  {item}" for item in items[:_MOST_LISTED])
    if len(items) > _MOST_LISTED:
        yield f"  and {len(items) - _MOST_LISTED} more; --json lists all"


def json_of(score: Score) -> str:
    """The whole report for programs."""
    found = score.predictions
    report = {
        "all": None if score.whole is None else _row(score.whole),
        **{name: {row.name: _row(row) for row in rows} for name, rows in score.groups},
        "unreadable": list(score.unreadable),
        "missing": list(score.missing),
        "without_masks": list(score.without_masks),
        "lost": list(found.lost),
        "unknown": list(found.unknown),
        "repeated": list(found.repeated),
    }
    return json.dumps(report, indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def _row(row: Row) -> dict[str, Any]:
    return {"tasks": row.first.tasks, "first": _numbers(row.first), "within": _numbers(row.within)}


def _numbers(rate: Rate) -> dict[str, Any]:
    return {"right": rate.hits, "rate": rate.share, "interval": list(rate.interval)}
