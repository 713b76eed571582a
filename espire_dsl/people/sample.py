"""Which tasks people get: drawn from the seed, as evenly over families as can be, never by their answers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fnmatch import fnmatchcase
from pathlib import Path

from espire_dsl.diagnostics.error import UsageError
from espire_dsl.publishing.pictures import picture_name
from espire_dsl.scene.random_stream import RandomStream
from espire_dsl.scoring.frames import leaves_frame_open, tells_frames_apart
from espire_dsl.scoring.grading import can_be_scored
from espire_dsl.tasks.task import Task
from espire_dsl.tasks.writing import is_inside

_PURPOSE = "people"


def sample(
    every: Iterable[Task],
    folder: Path,
    count: int,
    seed: int,
    suite: str | None = None,
    family: str = "*",
    frames: bool = False,
) -> tuple[Task, ...]:
    """So many tasks in the order in which they are asked, or all that there are.

    With `frames`, tasks that leave the frame open and tell the readings apart; without it, the others.
    """
    chosen = [
        task
        for task in every
        if suite in (None, task.suite)
        and fnmatchcase(task.family, family)
        and (tells_frames_apart(task) if frames else not leaves_frame_open(task))
    ]
    fitting = [task for task in chosen if can_be_scored(task) and _has_picture(task, folder)]
    if chosen and not fitting:
        raise UsageError(
            f"{folder}: these tasks have no pictures or no masks; compile the set with a renderer"
        )
    if not fitting:
        raise UsageError(f"{folder}: no task fits what people are to do")
    return RandomStream.of(seed, _PURPOSE, "order").shuffled(_spread(fitting, count, seed))


def _has_picture(task: Task, folder: Path) -> bool:
    path = folder / picture_name(task.scene, task.view)
    return is_inside(path, folder) and path.is_file()


def _spread(tasks: Sequence[Task], count: int, seed: int) -> list[Task]:
    """A task of every family in turn; which families come first, and which of their tasks, is drawn."""
    groups: dict[str, list[Task]] = {}
    for task in sorted(tasks, key=lambda task: task.id):
        groups.setdefault(f"{task.suite}/{task.family}", []).append(task)
    names = RandomStream.of(seed, _PURPOSE, "families").shuffled(sorted(groups))
    rows = [RandomStream.of(seed, _PURPOSE, "tasks", name).shuffled(groups[name]) for name in names]
    longest = max(map(len, rows))
    turns = [row[turn] for turn in range(longest) for row in rows if turn < len(row)]
    return turns[:count]
