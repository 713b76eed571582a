"""Which tasks people get: drawn from the seed, as evenly over families as can be, never by their answers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fnmatch import fnmatchcase
from typing import Final

from espire_dsl.diagnostics.error import UsageError
from espire_dsl.scene.random_stream import RandomStream
from espire_dsl.scoring.frames import NEAR, category_of, leaves_frame_open, tells_frames_apart
from espire_dsl.scoring.grading import can_be_scored
from espire_dsl.tasks.forms.form import Form
from espire_dsl.tasks.task import Task

STUDY: Final = 91
NEAR_OF_STUDY: Final = 29
"""The frame study of the paper: so many tasks, and so many of them about something near."""
_PURPOSE: Final = "people"


def sample(
    every: Iterable[Task],
    form: Form,
    count: int,
    seed: int,
    suite: str | None = None,
    family: str = "*",
    frames: bool = False,
) -> tuple[Task, ...]:
    """So many tasks in the order in which they are asked, or all that there are.

    With `frames`, tasks that leave the frame open and tell the readings apart, as many of them about
    something near as in the study of the paper; without it, the others.
    """
    chosen = [
        task
        for task in every
        if suite in (None, task.suite)
        and fnmatchcase(task.family, family)
        and (_is_of_study(task) if frames else not leaves_frame_open(task))
    ]
    fitting = [task for task in chosen if can_be_scored(task) and _has_picture(task, form)]
    if chosen and not fitting:
        raise UsageError(
            f"{form.folder}: these tasks have no pictures or no masks; compile the set with a renderer"
        )
    if not fitting:
        raise UsageError(f"{form.folder}: no task fits what people are to do")
    drawn = _of_study(fitting, count, seed) if frames else _spread(fitting, count, seed)
    return RandomStream.of(seed, _PURPOSE, "order").shuffled(drawn)


def _is_of_study(task: Task) -> bool:
    return tells_frames_apart(task) and category_of(task.family) is not None


def is_near(task: Task) -> bool:
    """Whether a task of open frames is about something near."""
    return category_of(task.family) == NEAR


def _of_study(tasks: Sequence[Task], count: int, seed: int) -> list[Task]:
    near = round(count * NEAR_OF_STUDY / STUDY)
    return [
        *_spread([task for task in tasks if is_near(task)], near, seed),
        *_spread([task for task in tasks if not is_near(task)], count - near, seed),
    ]


def _has_picture(task: Task, form: Form) -> bool:
    return f"{task.view}.png" in form.picture_names(task.scene)


def _spread(tasks: Sequence[Task], count: int, seed: int) -> list[Task]:
    """A task of every family in turn; which families come first, and which of their tasks, is drawn."""
    groups: dict[str, list[Task]] = {}
    for task in sorted(tasks, key=lambda task: task.id):
        groups.setdefault(f"{task.suite}/{task.family}", []).append(task)
    names = RandomStream.of(seed, _PURPOSE, "families").shuffled(sorted(groups))
    rows = [RandomStream.of(seed, _PURPOSE, "tasks", name).shuffled(groups[name]) for name in names]
    longest = max(map(len, rows), default=0)
    turns = [row[turn] for turn in range(longest) for row in rows if turn < len(row)]
    return turns[:count]
