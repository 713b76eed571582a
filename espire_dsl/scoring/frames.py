"""Tasks that leave the frame open: which reading an answer follows. None of them is right or wrong."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from espire_dsl.reports.masks import on_mask
from espire_dsl.scoring.prediction import Prediction
from espire_dsl.tasks.task import Task

SEVERAL, NEITHER, NO_ANSWER = "several", "neither", "no answer"
NOT_A_READING: Final = (SEVERAL, NEITHER, NO_ANSWER)
CATEGORIES: Final = ("near", "distant", "table")
"""What sentences of open frames refer to; families have it in their names."""
NEAR: Final = CATEGORIES[0]


def leaves_frame_open(task: Task) -> bool:
    """Whether another frame would give other answers, and the sentence does not say which is meant."""
    return bool(task.tags.get("frame_sensitive")) and not task.names_frame


def category_of(family: str) -> str | None:
    """What the sentences of a family refer to, where its name says so."""
    return next((part for part in family.split(".") if part in CATEGORIES), None)


def tells_frames_apart(task: Task) -> bool:
    """Whether an answer to a task that leaves the frame open follows one reading, and each has one."""
    readings = [set(answers) for answers in task.readings.values()]
    if not leaves_frame_open(task) or len(readings) < 2:
        return False
    return all(readings) and len(set.union(*readings)) == sum(map(len, readings))


def frame_used(task: Task, prediction: Prediction | None) -> str:
    """The reading that the first attempt follows."""
    if prediction is None or prediction.unreadable is not None:
        return NO_ANSWER
    hit = [name for name, answers in task.readings.items() if _follows(task.masks, answers, prediction)]
    return hit[0] if len(hit) == 1 else SEVERAL if hit else NEITHER


def _follows(masks: Mapping[str, Any], answers: list[Any], prediction: Prediction) -> bool:
    if prediction.things:
        return prediction.things[0] in answers
    if prediction.points:
        return any(on_mask(masks[id], *prediction.points[0]) for id in answers if id in masks)
    return prediction.answer in answers
