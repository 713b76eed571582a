"""What someone answered to a task."""

from __future__ import annotations

from typing import Any, Final

from attrs import frozen

MOST_ATTEMPTS: Final = 3
POINTED_AT: Final = frozenset({"objects", "spaces"})
"""Kinds of answers that are given as points in the world view; all others are given as values."""

Point = tuple[float, float]


@frozen
class Prediction:
    """Points in pixels of the world view, one an attempt, or the value of an answer in words.

    `unreadable` says why an answer could not be read; such an answer is wrong.
    """

    task: str
    points: tuple[Point, ...] = ()
    answer: Any = None
    unreadable: str | None = None
