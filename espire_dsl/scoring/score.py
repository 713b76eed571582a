"""The score of predictions on a task set: first attempts and all attempts, as a whole and by groups."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from attrs import frozen

from espire_dsl.reports.intervals import wilson
from espire_dsl.scoring.judging import Verdict, can_be_scored, judge
from espire_dsl.scoring.reading import Predictions
from espire_dsl.tasks.task import Task

GROUPINGS: Final[dict[str, Callable[[Task], str]]] = {
    "suite": lambda task: task.suite,
    "action": lambda task: task.action,
    "aspect": lambda task: task.aspect,
    "granularity": lambda task: task.granularity,
    "level": lambda task: task.level or "-",
    "family": lambda task: task.family,
}
_IN_ORDER: Final = ("easy", "medium", "hard", "coarse", "fine", "pick", "place", "point", "answer")


@frozen
class Rate:
    """So many of so many."""

    hits: int
    tasks: int

    @property
    def share(self) -> float:
        return self.hits / self.tasks

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the share."""
        return wilson(self.hits, self.tasks)


@frozen
class Row:
    """How often the first attempt is right, and any of the attempts."""

    name: str
    first: Rate
    within: Rate


@frozen
class Score:
    """`groups` are by suite, action, aspect, granularity, level and family.

    A task without an answer counts as wrong, as does one whose answer cannot be read; `missing` and
    `unreadable` name them. `without_masks` are tasks that the set cannot score; they count nowhere.
    """

    whole: Row | None
    groups: tuple[tuple[str, tuple[Row, ...]], ...]
    unreadable: tuple[str, ...]
    missing: tuple[str, ...]
    without_masks: tuple[str, ...]
    predictions: Predictions


def score(tasks: Sequence[Task], predictions: Predictions, *, answered_only: bool = False) -> Score:
    """The score of the predictions on these tasks, or only on those that they answer."""
    scorable = [task for task in tasks if can_be_scored(task)]
    missing = [task.id for task in scorable if task.id not in predictions.by_task]
    if answered_only:
        scorable = [task for task in scorable if task.id in predictions.by_task]
    judged = [(task, judge(task, predictions.by_task.get(task.id))) for task in scorable]
    known = {task.id for task in tasks}
    return Score(
        _row("all", [verdict for _, verdict in judged]) if judged else None,
        tuple((name, _rows(judged, key)) for name, key in GROUPINGS.items()) if judged else (),
        tuple(p.unreadable for id, p in predictions.by_task.items() if p.unreadable and id in known),
        tuple(missing),
        tuple(task.id for task in tasks if not can_be_scored(task)),
        predictions,
    )


def _rows(judged: Sequence[tuple[Task, Verdict]], key: Callable[[Task], str]) -> tuple[Row, ...]:
    groups: dict[str, list[Verdict]] = {}
    for task, verdict in judged:
        groups.setdefault(key(task), []).append(verdict)
    return tuple(_row(name, groups[name]) for name in sorted(groups, key=_place))


def _place(name: str) -> tuple[int, str]:
    return (_IN_ORDER.index(name) if name in _IN_ORDER else len(_IN_ORDER), name)


def _row(name: str, verdicts: Sequence[Verdict]) -> Row:
    total = len(verdicts)
    return Row(name, Rate(sum(v.first for v in verdicts), total), Rate(sum(v.ever for v in verdicts), total))
