"""Finds a task by its id, or by the beginning of it."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from typing import Final

from espire_dsl.tasks.error import TaskSetError
from espire_dsl.tasks.task import Task

_MOST: Final = 5


def find_task(tasks: Sequence[Task], wanted: str) -> Task:
    """The only task whose id begins so; a TaskSetError that names the nearest ids when there is none."""
    begun = [task for task in tasks if task.id.startswith(wanted)] if wanted else []
    exact = [task for task in begun if task.id == wanted]
    if len(begun) == 1 or exact:
        return (exact or begun)[0]
    if begun:
        raise TaskSetError(f"{len(begun)} tasks begin with `{wanted}`: {_listed([t.id for t in begun])}")
    near = get_close_matches(wanted, [task.id for task in tasks], n=_MOST, cutoff=0.5)
    hint = (
        f"; the nearest: {_listed(near)}" if near else f"; the first ones: {_listed([t.id for t in tasks])}"
    )
    raise TaskSetError(f"there is no task `{wanted}`{hint if tasks else '; this set has no tasks'}")


def _listed(ids: Sequence[str]) -> str:
    return ", ".join(ids[:_MOST]) + (", ..." if len(ids) > _MOST else "")
