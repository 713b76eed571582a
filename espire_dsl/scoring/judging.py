"""Whether an answer is right: a point on the mask of an answer, or the value that the task asks for."""

from __future__ import annotations

from typing import Any, Final

from attrs import frozen

from espire_dsl.language.types import UNIT_FACTORS
from espire_dsl.reports.masks import on_mask
from espire_dsl.scoring.prediction import POINTED_AT, Prediction
from espire_dsl.tasks.task import Task

# A length or an angle that is measured may be off by as much as in the check of a final state.
CLOSE_ENOUGH: Final = {"mm": 0.03, "cm": 0.03, "m": 0.03, "deg": 10.0}
_ROUNDING: Final = 1e-9
_TRUTH: Final = {"yes": True, "true": True, "no": False, "false": False}


@frozen
class Verdict:
    """Which attempt was the first right one, counted from 1; None when none was."""

    right_at: int | None = None

    @property
    def first(self) -> bool:
        return self.right_at == 1

    @property
    def ever(self) -> bool:
        return self.right_at is not None


def can_be_scored(task: Task) -> bool:
    """Whether the set holds what it takes to tell right from wrong."""
    return task.answer_kind not in POINTED_AT or bool(task.masks)


def judge(task: Task, prediction: Prediction | None) -> Verdict:
    """The verdict on the answer to a task. No answer is a wrong one."""
    if prediction is None or prediction.unreadable is not None:
        return Verdict()
    if task.answer_kind not in POINTED_AT:
        return Verdict(1 if is_right_value(task, prediction.answer) else None)
    masks = [task.masks[id] for id in task.answers if id in task.masks]
    for attempt, (x, y) in enumerate(prediction.points, 1):
        if any(on_mask(mask, x, y) for mask in masks):
            return Verdict(attempt)
    return Verdict()


def is_right_value(task: Task, value: Any) -> bool:
    """Whether a value is an answer: texts without regard to case, lists in their order."""
    if task.answer_kind == "list":
        return isinstance(value, list) and _same_list(value, task.answers)
    return any(_same(value, answer, task) for answer in task.answers)


def _same(value: Any, answer: Any, task: Task) -> bool:
    if isinstance(answer, bool):
        return _truth(value) is answer
    if isinstance(answer, str):
        return isinstance(value, str) and _folded(value) == _folded(answer)
    number = _number(value)
    return number is not None and abs(number - answer) <= _reach(task)


def _reach(task: Task) -> float:
    """How far a number may be off: options and counts must be met."""
    if task.choices is not None or task.answer_unit is None:
        return _ROUNDING
    return CLOSE_ENOUGH[task.answer_unit] / UNIT_FACTORS[task.answer_unit] + _ROUNDING


def _same_list(value: list[Any], answers: list[Any]) -> bool:
    return [_folded(str(v)) for v in value] == [_folded(str(a)) for a in answers]


def _truth(value: Any) -> bool | None:
    return (
        value if isinstance(value, bool) else _TRUTH.get(_folded(value)) if isinstance(value, str) else None
    )


def _number(value: Any) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        return float(value)
    except (ValueError, OverflowError):
        return None


def _folded(text: str) -> str:
    return " ".join(text.split()).rstrip(".").casefold()
