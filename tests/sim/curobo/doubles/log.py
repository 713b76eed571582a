"""What happened inside the doubles of cuRobo, and how they shall behave."""

from __future__ import annotations

from typing import Any

from attrs import Factory, define


@define
class Log:
    """`answer` is what a search ends with: a path, a blind one into the furniture, one that is too high,
    none, a failure, an exception, or no pose that is free at all (strict).
    """

    answer: str = "way"
    made: int = 0
    warmed: int = 0
    searches: int = 0
    poses: int = 0
    reset: int = 0
    worlds: list[Any] = Factory(list)
    attached: list[Any] = Factory(list)
    held_open: list[float] = Factory(list)
    config: Any = None
    urdf: str = ""
    cache: dict[str, int] = Factory(dict)
    starts: list[Any] = Factory(list)
    goals: list[Any] = Factory(list)
