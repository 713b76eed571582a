"""The score of predictions on a task set: first attempts and all attempts, as a whole and by groups."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from attrs import evolve, field, frozen

from espire_dsl.reports.intervals import wilson
from espire_dsl.reports.tags import TAG, TagGroups, check_column, tag_names
from espire_dsl.scoring.frames import NOT_A_READING, frame_used, leaves_frame_open
from espire_dsl.scoring.grading import Grade, can_be_scored, grade
from espire_dsl.scoring.prediction import POINTED_AT
from espire_dsl.scoring.reading import Predictions
from espire_dsl.tasks.task import Task

Key = Callable[[Task], str]
Keys = Callable[[Task], tuple[str, ...]]
Graded = Sequence[tuple[Task, Grade]]

NONE: Final = "-"
BY: Final[Mapping[str, Key]] = {
    "suite": lambda task: task.suite,
    "action": lambda task: task.action,
    "aspect": lambda task: task.aspect,
    "granularity": lambda task: task.granularity,
    "level": lambda task: task.level or NONE,
    "frame": lambda task: NONE if task.frame is None else str(task.frame["kind"]),
    "reading": lambda task: task.reading or NONE,
    "family": lambda task: task.family,
}
TWO_WAYS: Final = (("action", "aspect"), ("action", "level"), ("aspect", "granularity"))
COLUMNS: Final = (*BY, *(f"{one} x {other}" for one, other in TWO_WAYS))
_IN_ORDER: Final = ("easy", "medium", "hard", "coarse", "fine", "pick", "place", "point", "answer")


@frozen
class SuccessRate:
    """How many of so many tasks were answered rightly."""

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
    """How often the first attempt is right, and any of the attempts, on answers that the robot can reach.

    `first_of_all` and `within_of_all` are the same on all answers. `chance` is the mean over tasks that have
    one.
    """

    name: str
    first: SuccessRate
    within: SuccessRate
    first_of_all: SuccessRate
    within_of_all: SuccessRate
    chance: float | None


Groups = tuple[tuple[str, tuple[Row, ...]], ...]


@frozen
class ScoreBreakdown:
    """Some of the tasks, as a whole and by groups."""

    whole: Row
    groups: Groups


@frozen
class Said:
    """Answers of a kind in words or numbers: exact matches, mean word overlap, mean relative accuracy."""

    kind: str
    exact: SuccessRate
    overlap: float | None
    accuracy: float | None


@frozen
class Frames:
    """How many answers to tasks of a family that leave the frame open follow each reading."""

    family: str
    used: Mapping[str, int] = field(hash=False)


@frozen
class Score:
    """`all` are all tasks that can be right or wrong; `unconstrained` those that ask for no final pose, where
    some do; `open_frames` tasks that leave the frame open, which are neither right nor wrong.

    A task without an answer counts as wrong, as does one whose answer cannot be read; `missing` and
    `unreadable` name them. `without_masks` are tasks that the set cannot score; they count nowhere.
    """

    all: ScoreBreakdown | None
    unconstrained: ScoreBreakdown | None
    said: tuple[Said, ...]
    open_frames: tuple[Frames, ...]
    verified: bool
    unreadable: tuple[str, ...]
    missing: tuple[str, ...]
    without_masks: tuple[str, ...]
    predictions: Predictions

    def split_by(self, columns: Sequence[str]) -> Score:
        """The same with these groups alone."""
        parts = (
            None if part is None else evolve(part, groups=tuple(g for g in part.groups if g[0] in columns))
            for part in (self.all, self.unconstrained)
        )
        whole, free = parts
        return evolve(self, all=whole, unconstrained=free)

    def __str__(self) -> str:
        from espire_dsl.scoring.text import text_of

        return text_of(self).rstrip("\n")


def score(
    tasks: Sequence[Task], predictions: Predictions, *, answered_only: bool = False, by: Sequence[str] = ()
) -> Score:
    """The score of the predictions on these tasks, or only on those that they answer; split `by` some columns
    alone, if any are named."""
    for column in by:
        check_column(column, COLUMNS, tasks)
    scorable = [task for task in tasks if can_be_scored(task)]
    missing = [task.id for task in scorable if task.id not in predictions.by_task]
    if answered_only:
        scorable = [task for task in scorable if task.id in predictions.by_task]
    graded = [
        (task, grade(task, predictions.by_task.get(task.id)))
        for task in scorable
        if not leaves_frame_open(task)
    ]
    free = [item for item in graded if item[0].constraint is None]
    known = {task.id for task in tasks}
    found = Score(
        _part("all", graded),
        _part("without pose-constrained", free) if len(free) < len(graded) else None,
        tuple(_said(graded)),
        tuple(_frames([task for task in scorable if leaves_frame_open(task)], predictions)),
        any(task.feasible is not None for task, _ in graded),
        tuple(p.unreadable for id, p in predictions.by_task.items() if p.unreadable and id in known),
        tuple(missing),
        tuple(task.id for task in tasks if not can_be_scored(task)),
        predictions,
    )
    return found.split_by(by) if by else found


def _part(name: str, graded: Graded) -> ScoreBreakdown | None:
    return ScoreBreakdown(_row(name, graded), tuple(_groups(graded))) if graded else None


def _groups(graded: Graded) -> Iterator[tuple[str, tuple[Row, ...]]]:
    """One way, by tags, and two ways; what no task has is left out."""
    for name in BY:
        rows = _rows(graded, _by(name))
        if [row.name for row in rows] != [NONE]:
            yield name, rows
    tasks = [task for task, _ in graded]
    for tag in tag_names(tasks):
        groups = TagGroups.of(tasks, tag)
        named = {row.name: row for row in _rows(graded, groups.key)}
        yield TAG + tag, tuple(named[name] for name in groups.names if name in named)
    for one, other in TWO_WAYS:
        yield f"{one} x {other}", _rows(graded, _by(one, other))


def _by(*names: str) -> Keys:
    return lambda task: tuple(BY[name](task) for name in names)


def _rows(graded: Graded, key: Keys) -> tuple[Row, ...]:
    groups: dict[tuple[str, ...], list[tuple[Task, Grade]]] = {}
    for task, verdict in graded:
        groups.setdefault(key(task), []).append((task, verdict))
    ordered = sorted(groups, key=lambda names: tuple(map(_place, names)))
    return tuple(_row(", ".join(names), groups[names]) for names in ordered)


def _place(name: str) -> tuple[int, str]:
    return (_IN_ORDER.index(name) if name in _IN_ORDER else len(_IN_ORDER), name)


def _row(name: str, graded: Graded) -> Row:
    verdicts = [verdict for _, verdict in graded]
    total = len(verdicts)
    return Row(
        name,
        SuccessRate(sum(v.first for v in verdicts), total),
        SuccessRate(sum(v.ever for v in verdicts), total),
        SuccessRate(sum(v.right_at_any == 1 for v in verdicts), total),
        SuccessRate(sum(v.right_at_any is not None for v in verdicts), total),
        _mean([task.chance for task, _ in graded]),
    )


def _said(graded: Graded) -> Iterator[Said]:
    """By kind of answer, those that are no points."""
    for kind in sorted({task.answer_kind for task, _ in graded} - POINTED_AT):
        verdicts = [verdict for task, verdict in graded if task.answer_kind == kind]
        yield Said(
            kind,
            SuccessRate(sum(v.first for v in verdicts), len(verdicts)),
            _mean([v.overlap for v in verdicts]),
            _mean([v.accuracy for v in verdicts]),
        )


def _mean(values: Sequence[float | None]) -> float | None:
    """The mean of those that are there."""
    found = [value for value in values if value is not None]
    return sum(found) / len(found) if found else None


def _frames(tasks: Sequence[Task], predictions: Predictions) -> Iterator[Frames]:
    by_family: dict[str, Counter[str]] = {}
    for task in tasks:
        used = by_family.setdefault(task.family, Counter(dict.fromkeys(sorted(task.readings), 0)))
        used[frame_used(task, predictions.by_task.get(task.id))] += 1
    for family in sorted(by_family):
        used = by_family[family]
        names = [*sorted(set(used) - set(NOT_A_READING)), *NOT_A_READING]
        yield Frames(family, {name: used[name] for name in names})
