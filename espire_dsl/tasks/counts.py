"""How many tasks there are of each kind: what a manifest counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from espire_dsl.tasks.task import Task


def counts_of(tasks: Sequence[Task]) -> dict[str, Any]:
    """The counts of the tasks of one suite."""
    return {
        "tasks": len(tasks),
        "levels": dict(sorted(Counter(task.level or "" for task in tasks).items())),
        "actions": nested(Counter((task.action, task.level or "") for task in tasks).items()),
        "families": nested(Counter((task.family, task.type, task.level or "") for task in tasks).items()),
    }


def nested(counts: Iterable[tuple[tuple[str, ...], int]]) -> dict[str, Any]:
    """Counts by paths as nested objects, in the order of their keys."""
    out: dict[str, Any] = {}
    for path, number in sorted(counts):
        place = out
        for name in path[:-1]:
            place = place.setdefault(name, {})
        place[path[-1]] = number
    return out
