"""How much of a task set its page shows: all of it, or the first scenes of a large one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

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
