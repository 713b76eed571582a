"""The three axes on which pairs of questions contrast, and the words that are their ends."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from attrs import frozen

from espire_dsl.tasks.task import Task


@frozen
class Axis:
    """An axis; what points to its `opposite` end is turned around before directions are compared."""

    name: str
    canonical: str
    opposite: str

    @property
    def categories(self) -> tuple[str, str]:
        return self.canonical, self.opposite


HORIZONTAL: Final = Axis("horizontal", "right", "left")
VERTICAL: Final = Axis("vertical", "above", "below")
DISTANCE: Final = Axis("distance", "far", "close")
AXES: Final = (HORIZONTAL, VERTICAL, DISTANCE)
CATEGORIES: Final = tuple(category for axis in AXES for category in axis.categories)

_WORDS: Final[Mapping[str, str]] = {
    **{category: category for category in CATEGORIES},
    "farther": "far",
    "behind": "far",
    "back": "far",
    "closer": "close",
    "near": "close",  # an answer in words
    "front": "close",
    "higher": "above",
    "lower": "below",
    "up": "above",
    "down": "below",
}
"""Words of answers by the category that they mean."""
_TYPES: Final[Mapping[str, str]] = {"Closer": "close", "Farther": "far"}
"""Reasoning types whose yes means a category, and whose no means its opposite."""


def axis_of(category: str) -> Axis:
    """The axis that a category is an end of."""
    return next(axis for axis in AXES if category in axis.categories)


def opposite_of(category: str) -> str:
    """The other end of the axis."""
    canonical, opposite = axis_of(category).categories
    return opposite if category == canonical else canonical


def category_in_words(word: Any) -> str | None:
    """The category that a word of an answer means."""
    return _WORDS.get(word.casefold()) if isinstance(word, str) else None


def category_of(task: Task) -> str | None:
    """The category of a question: what its right answer says of the first of two things; None where it is on
    none of the axes."""
    answer = task.answers[0] if len(task.answers) == 1 else None
    if task.answer_kind == "yes_no":
        told = _TYPES.get(task.type)
        return told if told is None or answer is True else opposite_of(told)
    return category_in_words(answer)
