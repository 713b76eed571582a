"""How templates and answers spread over tasks: counts to look at, nothing is judged."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from attrs import field, frozen

from espire_dsl.auditing.case import CHOICE, YES_NO
from espire_dsl.domain.answers import POINTED_AT
from espire_dsl.tasks.lettered import meant_by
from espire_dsl.tasks.task import Task

Key = TypeVar("Key", bound=Hashable)
_VALUES = frozenset({"label", "number"})


@frozen
class RankCount:
    """How many answers stand at a place among the candidates, from 1, and how many would by chance."""

    place: int
    answers: int
    expected: float


@frozen
class AnswerSpread:
    """Tasks by template, number of answers, place of the right option, yes or no, and value of the answer.

    `mean_place` is where answers stand among the candidates on average: 0 is first, 1 is last.
    """

    templates: Mapping[int, int] = field(hash=False)
    answers: Mapping[int, int] = field(hash=False)
    places: tuple[RankCount, ...]
    mean_place: float | None
    options: Mapping[int, int] = field(hash=False)
    yes_no: Mapping[bool, int] = field(hash=False)
    values: Mapping[str, int] = field(hash=False)


def spread_of(tasks: Sequence[Task]) -> AnswerSpread:
    among = [task for task in tasks if task.candidates and task.answer_kind in POINTED_AT]
    return AnswerSpread(
        templates=_counted(task.template for task in tasks),
        answers=_counted(len(task.answers) for task in tasks),
        places=_places(among),
        mean_place=_mean_place(among),
        options=_counted(
            place
            for t in tasks
            if t.answer_kind == CHOICE
            for place, option in enumerate(t.options or (), 1)
            if meant_by(option) in t.answers
        ),
        yes_no=_counted(bool(answer) for t in tasks if t.answer_kind == YES_NO for answer in t.answers),
        values=_counted(str(answer) for t in tasks if t.answer_kind in _VALUES for answer in t.answers),
    )


def _counted(keys: Iterable[Key]) -> dict[Key, int]:
    counts: dict[Any, int] = Counter(keys)
    return {key: counts[key] for key in sorted(counts)}


def _right_places(task: Task) -> list[int]:
    return [place for place, id in enumerate(task.candidates or (), 1) if id in task.answers]


def _places(tasks: Sequence[Task]) -> tuple[RankCount, ...]:
    found = Counter(place for task in tasks for place in _right_places(task))
    expected: dict[int, list[float]] = {}
    for task in tasks:
        assert task.candidates is not None
        share = len(_right_places(task)) / len(task.candidates)
        for place in range(1, len(task.candidates) + 1):
            expected.setdefault(place, []).append(share)
    return tuple(RankCount(place, found[place], math.fsum(expected[place])) for place in sorted(expected))


def _mean_place(tasks: Sequence[Task]) -> float | None:
    """The mean over tasks that leave a choice; a task's own answers are averaged first."""
    means = []
    for task in tasks:
        last, places = len(task.candidates or ()), _right_places(task)
        if last > 1 and places:
            means.append(math.fsum(place - 1 for place in places) / len(places) / (last - 1))
    return math.fsum(means) / len(means) if means else None
