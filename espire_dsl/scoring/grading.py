"""Whether an answer is right: a point on the mask of an answer, or the value that the task asks for."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final

from attrs import frozen

from espire_dsl.language.types import ANGLE, LENGTH, PIXELS, UNIT_FACTORS, UNIT_TYPES, Type
from espire_dsl.reports.masks import on_mask
from espire_dsl.scoring.metrics import mean_relative_accuracy, word_overlap
from espire_dsl.scoring.prediction import POINTED_AT, Prediction
from espire_dsl.scoring.words import folded
from espire_dsl.tasks.lettered import meant_by
from espire_dsl.tasks.task import Task

# A length or an angle that is measured may be off by as much as in the check of a final state.
_OF_QUANTITY: Final[dict[Type, float]] = {LENGTH: 0.03, ANGLE: 10.0, PIXELS: 10.0}
CLOSE_ENOUGH: Final = {unit: _OF_QUANTITY[type_] for unit, type_ in UNIT_TYPES.items()}
_ROUNDING: Final = 1e-9


@frozen
class Grade:
    """Which attempt was the first right one, counted from 1; None when none was.

    `right_at` counts answers that the robot can reach, `right_at_any` all answers. For answers in words and
    numbers `overlap` is that of words, and `accuracy` the mean relative one; None where it has no meaning.
    """

    right_at: int | None = None
    right_at_any: int | None = None
    overlap: float | None = None
    accuracy: float | None = None

    @property
    def first(self) -> bool:
        return self.right_at == 1

    @property
    def ever(self) -> bool:
        return self.right_at is not None


def can_be_scored(task: Task) -> bool:
    """Whether the set holds what it takes to tell right from wrong."""
    return task.answer_kind not in POINTED_AT or bool(task.masks)


def grade(task: Task, prediction: Prediction | None) -> Grade:
    """The verdict on the answer to a task. No answer is a wrong one."""
    if prediction is None or prediction.unreadable is not None:
        return _in_words(task, None)
    if task.answer_kind not in POINTED_AT:
        return _in_words(task, prediction)
    feasible = task.answers if task.feasible is None else task.feasible
    return Grade(
        _first_on([*feasible, *task.undecided], task, prediction),
        _first_on([*task.answers, *task.undecided], task, prediction),
    )


def _first_on(ids: Collection[str], task: Task, prediction: Prediction) -> int | None:
    """The first attempt that is on one of these things; a point beside the picture is on none."""
    for attempt, thing in enumerate(prediction.things, 1):
        if thing in ids:
            return attempt
    masks = [task.masks[id] for id in ids if id in task.masks]
    for attempt, (x, y) in enumerate(prediction.points, 1):
        if any(on_mask(mask, x, y) for mask in masks):
            return attempt
    return None


def _in_words(task: Task, prediction: Prediction | None) -> Grade:
    if task.answer_kind in POINTED_AT:
        return Grade()
    answer = None if prediction is None else prediction.answer
    right = 1 if prediction is not None and is_right_value(task, answer) else None
    return Grade(right, right, _overlap(task, answer), _accuracy(task, answer))


def is_right_value(task: Task, value: Any) -> bool:
    """Whether a value that was read is an answer: texts without regard to case, lists in their order."""
    if task.answer_kind == "list":
        return bool(value == task.answers)
    right = task.answers[0]
    if isinstance(right, str) and task.answer_kind == "label":
        return folded(value) == folded(right)
    if task.answer_kind == "number":
        return bool(abs(value - right) <= _reach(task))
    return bool(value == right)


def _reach(task: Task) -> float:
    """How far a number may be off: half of the stated precision; without one, counts must be met."""
    if task.answer_step is not None:
        return task.answer_step / 2 + _ROUNDING
    if task.answer_unit is None:
        return _ROUNDING
    return CLOSE_ENOUGH[task.answer_unit] / UNIT_FACTORS[task.answer_unit] + _ROUNDING


def _overlap(task: Task, value: Any) -> float | None:
    """Of labels and options; a number is met as a whole or not at all."""
    if task.answer_kind == "label" and isinstance(task.answers[0], str):
        return 0.0 if value is None else word_overlap(task.answers[0], value)
    if task.answer_kind != "choice":
        return None
    if not isinstance(task.answers[0], str):
        return float(value == task.answers[0])
    texts = {meant_by(option): option["text"] for option in task.options or ()}
    return 0.0 if value is None else word_overlap(texts[task.answers[0]], texts[value])


def _accuracy(task: Task, value: Any) -> float | None:
    if task.answer_kind != "number":
        return None
    return 0.0 if value is None else mean_relative_accuracy(task.answers[0], value, task.answer_step)
