"""How fair tasks are: what a blind choice gets, how clearly they are decided, how varied they are."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from typing import Any, Final

from attrs import frozen

from espire_dsl.auditing.case import case_of
from espire_dsl.domain.answers import POINTED_AT
from espire_dsl.reports.tags import UNTAGGED, TagGroups, tag_names
from espire_dsl.tasks.task import Task

MOST_CHANCE: Final = 0.5
TENTHS: Final = 10
BY_EYE: Final = "by_eye"
FRAME_SENSITIVE: Final = "frame_sensitive"
_NOISE: Final = 1e-9


@frozen
class Chance:
    """How often a blind choice is right, over tasks that leave one; `tenths` counts tasks from 0-10 % on."""

    tasks: int
    mean: float
    most: float
    above: int
    tenths: tuple[int, ...]


@frozen
class Share:
    """Of how many tasks something holds, of those that it can be told of."""

    holds: int
    tasks: int

    @property
    def share(self) -> float:
        return self.holds / self.tasks


@frozen
class AnswerBalance:
    """Right answers of questions: how many different ones, and the share of the most frequent."""

    tasks: int
    different: int
    most: str
    share: float


@frozen
class Fairness:
    """Pose-constrained tasks are `posed`: there the pose is the test, and most places may be right.

    `templates`, `sentences` and `scenes` are the numbers of different ones of the type that has fewest.
    """

    chance: Chance | None
    posed: Chance | None
    by_eye: Share | None
    frame_sensitive: Share | None
    templates: int
    sentences: int
    scenes: int
    right: AnswerBalance | None


@frozen
class TagSplit:
    """The tasks that carry a tag with a value."""

    tag: str
    value: str
    tasks: int
    fairness: Fairness


def fairness_of(tasks: Sequence[Task]) -> Fairness:
    """The fairness of some tasks, of which there is at least one."""
    return Fairness(
        chance=_chance(task for task in tasks if task.constraint is None),
        posed=_chance(task for task in tasks if task.constraint is not None),
        by_eye=_share(tasks, BY_EYE),
        frame_sensitive=_share(tasks, FRAME_SENSITIVE),
        templates=_fewest(tasks, [task.template for task in tasks]),
        sentences=_fewest(tasks, [task.instruction for task in tasks]),
        scenes=_fewest(tasks, [task.scene for task in tasks]),
        right=_balance(tasks),
    )


def tag_splits(tasks: Sequence[Task]) -> tuple[TagSplit, ...]:
    """The fairness of the tasks with each value of each tag, in the order of their names."""
    found = []
    for tag in tag_names(tasks):
        groups = TagGroups.of(tasks, tag)
        members: dict[str, list[Task]] = {}
        for task in tasks:
            members.setdefault(groups(task), []).append(task)
        named = [name for name in groups.names if name in members and name != UNTAGGED]
        found += [TagSplit(tag, name, len(members[name]), fairness_of(members[name])) for name in named]
    return tuple(found)


def _chance(tasks: Iterable[Task]) -> Chance | None:
    cases = (case_of(task, {}) for task in tasks)
    chances = [case.chance for case in cases if case is not None]
    if not chances:
        return None
    tenths = Counter(min(int(chance * TENTHS + _NOISE), TENTHS - 1) for chance in chances)
    return Chance(
        len(chances),
        math.fsum(chances) / len(chances),
        max(chances),
        sum(chance > MOST_CHANCE + _NOISE for chance in chances),
        tuple(tenths[place] for place in range(TENTHS)),
    )


def _share(tasks: Iterable[Task], tag: str) -> Share | None:
    values = [task.tags[tag] for task in tasks if isinstance(task.tags.get(tag), bool)]
    return Share(sum(values), len(values)) if values else None


def _fewest(tasks: Sequence[Task], values: Sequence[Hashable]) -> int:
    by_type: dict[tuple[str, str], set[Hashable]] = {}
    for task, value in zip(tasks, values, strict=True):
        by_type.setdefault((task.family, task.type), set()).add(value)
    return min(len(different) for different in by_type.values())


def _balance(tasks: Iterable[Task]) -> AnswerBalance | None:
    """Over tasks that are answered in words or numbers."""
    right = Counter(
        ", ".join(map(_shown, task.answers)) for task in tasks if task.answer_kind not in POINTED_AT
    )
    if not right:
        return None
    most = min(right, key=lambda answer: (-right[answer], answer))
    return AnswerBalance(right.total(), len(right), most, right[most] / right.total())


def _shown(value: Any) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
