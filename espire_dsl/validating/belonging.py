"""Tasks that belong together: every pair is one, and a group is whole, of one family and scene."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from espire_dsl.tasks.forms.form import Where
from espire_dsl.tasks.task import Task
from espire_dsl.validating.finding import SchemaProblem

_SHARED: Final = ("suite", "family", "scene")


def belonging_problems(tasks: Sequence[tuple[Where, Task]]) -> Iterator[tuple[Where, Task, SchemaProblem]]:
    """Pairs that lack a part or do not flip, and groups that lack one, or whose tasks have nothing to do with
    one another."""
    by_id = {task.id: task for _, task in tasks}
    sizes = Counter((task.suite, task.family, task.group) for _, task in tasks if task.group is not None)
    whole: dict[tuple[str, str], int] = {}
    for (suite, family, _), size in sizes.items():
        whole[suite, family] = max(size, whole.get((suite, family), 0))
    first: dict[str, Task] = {}
    for line, task in tasks:
        if task.pair is not None:
            problem = _pair_problem(task, by_id.get(task.pair))
            if problem is not None:
                yield line, task, SchemaProblem("pair", problem)
        if task.group is not None:
            other = first.setdefault(task.group, task)
            differing = [name for name in _SHARED if getattr(task, name) != getattr(other, name)]
            if differing:
                yield (
                    line,
                    task,
                    SchemaProblem("group", f"task {other.id} is in it, with another {differing[0]}"),
                )
            size = sizes[task.suite, task.family, task.group]
            if other is task and size < (wanted := whole[task.suite, task.family]):
                yield (
                    line,
                    task,
                    SchemaProblem("group", f"it has {size} tasks, and others of the family {wanted}"),
                )


def _pair_problem(task: Task, other: Task | None) -> str | None:
    if other is None:
        return f"the set has no task {task.pair}"
    if other.pair != task.id:
        return f"task {other.id} is not paired with this one"
    for name in _SHARED:
        if getattr(task, name) != getattr(other, name):
            return f"task {other.id} has another {name}"
    return f"task {other.id} has the same answers" if other.answers == task.answers else None
