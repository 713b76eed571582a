"""Tasks by the value of a tag: truths and words as they are, numbers in a few round intervals.

Every report that splits tasks by a tag splits them so: counts, scores, audits and the gallery.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from attrs import field, frozen

from espire_dsl.diagnostics.error import UsageError
from espire_dsl.diagnostics.suggest import nearest
from espire_dsl.scene.quantize import quantize
from espire_dsl.tasks.task import Task

UNTAGGED: Final = "-"
"""The group of tasks that do not have a tag."""
TAG: Final = "tag:"
"""What stands before the name of a tag where columns are named."""
MOST_WHOLE: Final = 10
"""Whole numbers with more different values are put into intervals."""
_INTERVALS: Final = 5
_ROUND: Final = (1, 2, 5, 10)


@frozen
class TagGroups:
    """The groups of a tag in their order; tasks without the tag come last."""

    tag: str
    names: tuple[str, ...]
    _numbers: Mapping[float, str] = field(hash=False, repr=False)

    @classmethod
    def of(cls, tasks: Iterable[Task], tag: str) -> TagGroups:
        values = [task.tags[tag] for task in tasks if tag in task.tags]
        numbers = _shown_numbers(sorted({quantize(v) for v in values if _is_number(v)}))
        words = sorted({_word(v) for v in values if not _is_number(v)}, key=lambda w: (w != "yes", w))
        return cls(tag, (*dict.fromkeys(numbers.values()), *words, UNTAGGED), numbers)

    def __call__(self, task: Task) -> str:
        """The group that a task belongs to."""
        if self.tag not in task.tags:
            return UNTAGGED
        value = task.tags[self.tag]
        return self._numbers[quantize(value)] if _is_number(value) else _word(value)

    def key(self, task: Task) -> tuple[str, ...]:
        """The same, as one part of what tasks are grouped by."""
        return (self(task),)


def tag_names(tasks: Iterable[Task]) -> tuple[str, ...]:
    """The tags that any of the tasks has."""
    return tuple(sorted({tag for task in tasks for tag in task.tags}))


def check_column(column: str, columns: Sequence[str], tasks: Sequence[Task]) -> None:
    """Refuse to split tasks by what none of them has: a column of its own, or a tag (`tag:NAME`)."""
    tags = tag_names(tasks)
    known = [*columns, *(TAG + tag for tag in tags)]
    if column in known:
        return
    name = column.removeprefix(TAG)
    tag = name if name in tags else nearest(name, tags)
    meant = nearest(column, columns) or (TAG + tag if tag else None)
    told = f"; did you mean `{meant}`?" if meant else f"; it can be {', '.join(known)}"
    if column.startswith(TAG):
        raise UsageError(f"no task has a tag `{name}`{told}")
    raise UsageError(f"tasks cannot be split by `{column}`{told}")


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _word(value: Any) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def _shown_numbers(numbers: Sequence[float]) -> dict[float, str]:
    """Each number with its group; `numbers` are sorted, and each is there once."""
    whole = all(number.is_integer() for number in numbers)
    if len(numbers) < 2 or (whole and len(numbers) <= MOST_WHOLE):
        return {number: f"{number:g}" for number in numbers}
    step = _round_step((numbers[-1] - numbers[0]) / _INTERVALS)
    places = {number: math.floor(quantize(number / step)) for number in numbers}
    return {number: f"{_edge(place, step)} .. {_edge(place + 1, step)}" for number, place in places.items()}


def _edge(place: int, step: float) -> str:
    return f"{quantize(place * step):.10g}"


def _round_step(width: float) -> float:
    """The least of 1, 2, 5, 10, 20, ... and their tenths that is as wide."""
    power = 10.0 ** math.floor(math.log10(width))
    return float(next(times * power for times in _ROUND if times * power >= width * (1 - 1e-9)))
