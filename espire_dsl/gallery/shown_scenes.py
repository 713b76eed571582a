"""How much of a task set its page shows: all of it, or the first scenes of a large one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from espire_dsl.tasks.files import TaskSet

LARGEST_PAGE: Final = 4000
"""A page has all scenes of a set that has no more than this."""
MOST_SCENES: Final = 1000
"""It has so many of a larger one."""
MOST_TASKS: Final = 10_000
"""And in any case no more scenes than have so many tasks together, but always one."""


def shown_scenes(numbers: Iterable[int], most: int = MOST_SCENES) -> int:
    """How many of the first scenes a page shows, by the numbers of tasks about each of them."""
    scenes = tasks = 0
    for number in numbers:
        tasks += number
        if scenes == most or (scenes and tasks > MOST_TASKS):
            break
        scenes += 1
    return scenes


def on_a_page(task_set: TaskSet, about: Sequence[str], scenes: Sequence[str]) -> TaskSet:
    """The set, or where it is too large for a page the part of it that is about its first scenes.

    `about` has the scene of each task and `scenes` the ids of all, so that no record is read for them.
    """
    numbers = Counter(about)
    most = len(scenes) if len(scenes) <= LARGEST_PAGE else MOST_SCENES
    shown = shown_scenes((numbers[id] for id in scenes), most)
    kept = set(scenes[:shown])
    tasks = [task_set.tasks[place] for place, scene in enumerate(about) if scene in kept]
    of_these = task_set.scenes if shown == len(scenes) else task_set.scenes[:shown]
    return TaskSet(task_set.manifest, tasks, of_these)
