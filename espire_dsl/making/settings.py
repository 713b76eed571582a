"""What decides a task set besides its families."""

from __future__ import annotations

from typing import Final

from attrs import field, frozen

from espire_dsl.making.scenes import Size
from espire_dsl.making.simulator import Chosen

DEFAULT_BACKEND: Final = "mujoco"
MOST_SCENES: Final = 600
_SCENES_FOR_A_TASK: Final = 40
_FEWEST_SCENES: Final = 24


@frozen
class Settings:
    """`scenes` is a suite's number of scenes in all worlds; `limit` its greatest number of tasks."""

    seed: int = 0
    per_type: int = 15
    limit: int | None = None
    scenes: int = MOST_SCENES
    level: str | None = None
    size: Size = field(default=Size(640, 480))
    images: bool = True
    simulator: Chosen = field(default=Chosen(DEFAULT_BACKEND, "rays"))


def usual_scenes(per_type: int, limit: int | None) -> int:
    """How many scenes are enough for so many tasks a type, and for so many tasks in all."""
    for_types = min(MOST_SCENES, _SCENES_FOR_A_TASK * per_type)
    for_limit = MOST_SCENES if limit is None else 2 * limit
    return max(_FEWEST_SCENES, min(for_types, for_limit))
