"""Reads what a model replied in another harness, and grades it as `espirec score` does."""

from __future__ import annotations

from typing import Any

from attrs import evolve

from espire_dsl.evaluation.points import answer_part, first_point
from espire_dsl.scoring.conventions import Convention
from espire_dsl.scoring.grading import Grade, grade
from espire_dsl.scoring.prediction import POINTED_AT
from espire_dsl.scoring.reading import prediction_of, size_of
from espire_dsl.tasks.task import Task


def entry_of(task: Task, text: str, order: str = "xy") -> dict[str, Any]:
    """The line of a file of predictions that a reply makes: its first point, or what it says.

    A point has its coordinates in the order in which they were asked for. Thinking aloud is no reply.
    """
    if task.answer_kind not in POINTED_AT:
        return {"task": task.id, "answer": answer_part(text).strip()}
    point = first_point(text, order)
    return {"task": task.id, "points": [] if point is None else [list(point)]}


def graded(task: Task, text: str, convention: Convention) -> Grade:
    """The verdict on a reply; one that cannot be read is wrong."""
    prediction = prediction_of(task, entry_of(task, text, convention.order))
    if task.masks:
        size = size_of(task)
        points = tuple(convention.in_pixels(point, size) for point in prediction.points)
        prediction = evolve(prediction, points=points)
    return grade(task, prediction)
