"""Fairness as text: what holds of a suite, a line a group, a line a value of a tag."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from espire_dsl.auditing.audit import SuiteAudit
from espire_dsl.auditing.fairness import MOST_CHANCE, AnswerBalance, Chance, Fairness, Share
from espire_dsl.reports.columns import aligned, percent

_NOTHING: Final = "-"
_COLUMNS: Final = (
    "tasks",
    "chance",
    "most",
    f"above {percent(MOST_CHANCE)}",
    "by eye",
    "frame-sensitive",
    "templates",
    "sentences",
    "scenes",
    "right answers",
)
_MOST_VALUES: Final = 20


def fairness_lines(audit: SuiteAudit) -> list[str]:
    """Templates, sentences and scenes are those of the type that has fewest."""
    groups = [[group.name, str(group.tasks), *_cells(group.fairness)] for group in audit.groups]
    lines = [*_summary(audit.fairness), "", *_table("family", groups)]
    if audit.tags:
        lines += ["", *_table("tag", _tag_rows(audit))]
    return lines


def _summary(fairness: Fairness) -> Iterator[str]:
    if fairness.chance is not None:
        yield _said("a blind choice is right", fairness.chance)
        yield f"tasks by tenths of chance, from 0 to 100 %: {' '.join(map(str, fairness.chance.tenths))}"
    if fairness.posed is not None:
        yield _said("pose-constrained tasks apart", fairness.posed)


def _said(words: str, chance: Chance) -> str:
    return (
        f"{words}: {percent(chance.mean)} on average over {chance.tasks} tasks, "
        f"{percent(chance.most)} at most, above {percent(MOST_CHANCE)} in {chance.above}"
    )


def _tag_rows(audit: SuiteAudit) -> list[list[str]]:
    """Tags with very many values say only how many."""
    rows = []
    for tag in sorted({split.tag for split in audit.tags}):
        splits = [split for split in audit.tags if split.tag == tag]
        if len(splits) > _MOST_VALUES:
            tasks = sum(split.tasks for split in splits)
            rows.append([f"{tag}: {len(splits)} values", str(tasks), *[_NOTHING] * (len(_COLUMNS) - 1)])
            continue
        rows += [[f"{tag}: {s.value}", str(s.tasks), *_cells(s.fairness)] for s in splits]
    return rows


def _table(what: str, rows: Sequence[Sequence[str]]) -> list[str]:
    """Columns in which no row has anything are left out."""
    names = (what, *_COLUMNS)
    kept = [place for place in range(len(names)) if any(row[place] != _NOTHING for row in rows)]
    return aligned([[row[place] for place in kept] for row in (names, *rows)])


def _cells(fairness: Fairness) -> list[str]:
    chance = fairness.chance or fairness.posed
    return [
        *_chance(chance, posed=fairness.chance is None),
        _share(fairness.by_eye),
        _share(fairness.frame_sensitive),
        str(fairness.templates),
        str(fairness.sentences),
        str(fairness.scenes),
        _balance(fairness.right),
    ]


def _chance(chance: Chance | None, *, posed: bool) -> list[str]:
    """Being above the most is no fault of tasks whose pose is the test."""
    if chance is None:
        return [_NOTHING] * 3
    return [percent(chance.mean), percent(chance.most), "pose" if posed else str(chance.above)]


def _share(share: Share | None) -> str:
    return _NOTHING if share is None else percent(share.share)


def _balance(right: AnswerBalance | None) -> str:
    return (
        _NOTHING if right is None else f"{right.different}, most often {right.most}: {percent(right.share)}"
    )
