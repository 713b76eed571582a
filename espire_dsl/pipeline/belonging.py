"""Tasks that belong together know it: the tasks of a sweep share a group, those of a contrast are a pair."""

from __future__ import annotations

import json
from collections.abc import Sequence
from hashlib import sha256

from attrs import evolve

from espire_dsl.pipeline.selection import SelectedTask
from espire_dsl.tasks.task import Task


def belonging(chosen: Sequence[SelectedTask], tasks: Sequence[Task]) -> list[Task]:
    """The tasks, each written down from the choice at its place, with `group` and `pair` filled in."""
    together: dict[tuple[str, int], dict[str, str]] = {}
    for choice, task in zip(chosen, tasks, strict=True):
        together.setdefault((choice.suite, choice.task_group), {})[choice.binding.key] = task.id
    return [
        _with_others(choice, task, together[choice.suite, choice.task_group])
        for choice, task in zip(chosen, tasks, strict=True)
    ]


def _with_others(choice: SelectedTask, task: Task, ids: dict[str, str]) -> Task:
    group = sha256(json.dumps(sorted(ids.values())).encode()).hexdigest()[:16]
    return evolve(
        task,
        group=group if choice.plan.family.sweep else None,
        pair=None if choice.counterpart is None else ids[choice.counterpart],
    )
