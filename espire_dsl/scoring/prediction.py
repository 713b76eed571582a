"""What someone answered to a task."""

from __future__ import annotations

from typing import Any, Final

from attrs import frozen

from espire_dsl.domain.answers import POINTED_AT

__all__ = ["MOST_ATTEMPTS", "POINTED_AT", "Point", "Prediction"]

MOST_ATTEMPTS: Final = 3
Point = tuple[float, float]


@frozen
class Prediction:
    """Points in pixels of the world view or things by their ids, one an attempt; or the value of an answer.

    `answer` has been read: an option is what it stands for, a number is in the unit of the task. `p_yes` is
    how likely a yes is for the one who answers, where that is known. `unreadable` says why an answer could
    not be read; such an answer is wrong.
    """

    task: str
    points: tuple[Point, ...] = ()
    things: tuple[str, ...] = ()
    answer: Any = None
    p_yes: float | None = None
    unreadable: str | None = None
