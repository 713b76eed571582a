"""How many tasks there are of each kind: what a manifest counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from espire_dsl.tasks.task import Task


class TaskKind(NamedTuple):
    """What is counted of a task; `frame_sensitive` is its tag, None where it has none."""

    suite: str
    family: str
    type: str
    action: str
    aspect: str
    level: str
    frame_sensitive: bool | None

    @classmethod
    def of(cls, task: Task) -> TaskKind:
        told = task.tags.get("frame_sensitive")
        sensitive = told if isinstance(told, bool) else None
        return cls(task.suite, task.family, task.type, task.action, task.aspect, task.level or "", sensitive)


def counted_by(counts: Mapping[TaskKind, int], *names: str) -> Counter[tuple[Any, ...]]:
    """The counts by some of the fields alone."""
    found: Counter[tuple[Any, ...]] = Counter()
    of_kind = [TaskKind._fields.index(name) for name in names]
    for kind, number in counts.items():
        found[tuple(kind[place] for place in of_kind)] += number
    return found


def counts_of(counts: Mapping[TaskKind, int]) -> dict[str, Any]:
    """The counts of the tasks of one suite."""
    return {
        "tasks": sum(counts.values()),
        "levels": nested(counted_by(counts, "level").items()),
        "actions": nested(counted_by(counts, "action", "level").items()),
        "families": nested(counted_by(counts, "family", "type", "level").items()),
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
