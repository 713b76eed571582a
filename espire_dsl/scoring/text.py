"""A score as text for a terminal, and as JSON for programs."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any, Final

from espire_dsl.diagnostics.report import counted
from espire_dsl.reports.columns import aligned
from espire_dsl.scoring.prediction import MOST_ATTEMPTS
from espire_dsl.scoring.score import TWO_WAYS, Frames, Row, Said, Score, ScoreBreakdown, SuccessRate

_MOST_LISTED: Final = 5
_HEADER: Final = ["", "tasks", "right at once", "95 % interval", f"within {MOST_ATTEMPTS}", "95 % interval"]
_TWO_WAYS: Final = tuple(f"{one} x {other}" for one, other in TWO_WAYS)


def text_of(score: Score) -> str:
    """The whole report."""
    return "\n".join(_lines(score)) + "\n"


def _lines(score: Score) -> Iterator[str]:
    if score.all is None and not score.open_frames:
        yield "nothing could be scored"
    if score.all is not None:
        yield from _table(score, score.all)
    if score.said:
        yield ""
        yield from _said(score.said)
    if score.open_frames:
        yield ""
        yield from _frames(score.open_frames)
    remarks = list(_remarks(score))
    if remarks:
        yield ""
        yield from remarks


def _table(score: Score, part: ScoreBreakdown) -> Iterator[str]:
    """One table, so that the columns of all groups stand below each other."""
    header = [*_HEADER, *(["of all answers"] if score.verified else []), "chance"]
    rows: list[list[str]] = [header, ["all tasks", *_cells(part.whole, score)]]
    if score.unconstrained is not None:
        rows.append(["without pose-constrained tasks", *_cells(score.unconstrained.whole, score)])
    groups = [(f"by {name}", group) for name, group in part.groups]
    if score.unconstrained is not None:
        groups += [
            (f"by {name}, without pose-constrained tasks", group)
            for name, group in score.unconstrained.groups
            if name in _TWO_WAYS
        ]
    for name, group in groups:
        rows.append([""] * len(header))
        rows.append([name, *[""] * (len(header) - 1)])
        rows += [[f"  {row.name}", *_cells(row, score)] for row in group]
    yield from aligned(rows)
    if score.verified:
        yield ""
        yield "right is an answer that the robot can reach; `of all answers`, at once, counts the others too"


def _cells(row: Row, score: Score) -> list[str]:
    of_all = [_percent(row.first_of_all.share)] if score.verified else []
    return [str(row.first.tasks), *_rate(row.first), *_rate(row.within), *of_all, _or_dash(row.chance)]


def _rate(rate: SuccessRate) -> list[str]:
    low, high = rate.interval
    return [_percent(rate.share), f"{_percent(low):>7} .. {_percent(high):>7}"]


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def _or_dash(share: float | None) -> str:
    return "-" if share is None else _percent(share)


def _said(kinds: Sequence[Said]) -> Iterator[str]:
    rows = [["answers in words and numbers", "tasks", "EM", "PM", "MRA"]]
    rows += [
        [
            f"  {one.kind}",
            str(one.exact.tasks),
            _percent(one.exact.share),
            _or_dash(one.overlap),
            _or_dash(one.accuracy),
        ]
        for one in kinds
    ]
    yield from aligned(rows)


def _frames(families: Sequence[Frames]) -> Iterator[str]:
    yield "which frame was used, of tasks that leave it open (neither right nor wrong)"
    names = list(dict.fromkeys(name for family in families for name in family.used))
    rows = [["", *names]]
    rows += [[f"  {one.family}", *(str(one.used.get(name, 0)) for name in names)] for one in families]
    yield from aligned(rows)


def _remarks(score: Score) -> Iterator[str]:
    found = score.predictions
    if score.without_masks:
        yield (
            f"{counted(len(score.without_masks), 'task')} cannot be scored, because the set has no masks of"
            " their answers: compile it with a backend that has a renderer"
        )
    if score.missing:
        yield from _listed(f"{counted(len(score.missing), 'task')} without an answer", score.missing)
    if found.outside:
        yield f"{counted(found.outside, 'point')} outside of the picture, counted as wrong"
    yield from _some("that cannot be read, counted as wrong", "answer", score.unreadable)
    yield from _some("without a prediction", "line", found.lost)
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
        **_part(score.all),
        "without_pose_constrained": None if score.unconstrained is None else _part(score.unconstrained),
        "words": {
            one.kind: {"EM": _numbers(one.exact), "PM": one.overlap, "MRA": one.accuracy}
            for one in score.said
        },
        "open_frames": {one.family: dict(one.used) for one in score.open_frames},
        "outside": found.outside,
        "unreadable": list(score.unreadable),
        "missing": list(score.missing),
        "without_masks": list(score.without_masks),
        "lost": list(found.lost),
        "unknown": list(found.unknown),
        "repeated": list(found.repeated),
    }
    return json.dumps(report, indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def _part(part: ScoreBreakdown | None) -> dict[str, Any]:
    if part is None:
        return {"all": None}
    groups = {name: {row.name: _row(row) for row in rows} for name, rows in part.groups}
    return {"all": _row(part.whole), **groups}


def _row(row: Row) -> dict[str, Any]:
    return {
        "tasks": row.first.tasks,
        "first": _numbers(row.first),
        "within": _numbers(row.within),
        "of_all_answers": {"first": _numbers(row.first_of_all), "within": _numbers(row.within_of_all)},
        "chance": row.chance,
    }


def _numbers(rate: SuccessRate) -> dict[str, Any]:
    return {"right": rate.hits, "rate": rate.share, "interval": list(rate.interval)}
