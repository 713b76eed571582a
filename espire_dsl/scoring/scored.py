"""A part of a task set scored with a file of predictions, with predictions by task, or with a baseline."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from espire_dsl.diagnostics.error import UsageError
from espire_dsl.reports.masks import fault
from espire_dsl.scoring.baselines import BASELINES, predictions_of
from espire_dsl.scoring.conventions import ORDERS, SCALES, Convention
from espire_dsl.scoring.grading import can_be_scored
from espire_dsl.scoring.prediction import POINTED_AT
from espire_dsl.scoring.reading import Predictions, predictions_in, read_predictions
from espire_dsl.scoring.score import Score, score
from espire_dsl.tasks.error import TaskSetError
from espire_dsl.tasks.task import Task


def scored(
    every: Sequence[Task],
    given: Path | Mapping[str, Any] | None,
    *,
    baseline: str | None = None,
    seed: int = 0,
    convention: Convention | None = None,
    suite: str | None = None,
    family: str = "*",
    answered_only: bool = False,
    by: Sequence[str] = (),
) -> Score:
    """The score on those tasks that belong to a suite and to families.

    `given` is a file, or by task its points or its answer. Predictions about another set are refused.
    """
    if (given is None) == (baseline is None):
        raise UsageError("give predictions or a baseline, one of the two")
    _check_masks(every)
    tasks = [task for task in every if suite in (None, task.suite) and fnmatchcase(task.family, family)]
    if not tasks:
        raise UsageError("no task of this set has that suite and family")
    if baseline is not None:
        _one_of("baseline", baseline, BASELINES)
        predictions = predictions_of(baseline, filter(can_be_scored, tasks), seed)
    else:
        assert given is not None
        predictions = _predictions(given, {task.id: task for task in every}, convention or Convention())
    return score(tasks, predictions, answered_only=answered_only, by=by)


def _check_masks(tasks: Iterable[Task]) -> None:
    """Points are held against masks that can be read."""
    for task in tasks:
        for id, mask in task.masks.items():
            problem = fault(mask)
            if problem is not None:
                raise TaskSetError(f"task {task.id}: field masks.{id}: {problem}")


def _predictions(
    given: Path | Mapping[str, Any], tasks: Mapping[str, Task], convention: Convention
) -> Predictions:
    _one_of("points", convention.points, SCALES)
    _one_of("order", convention.order, ORDERS)
    if isinstance(given, Path):
        found = read_predictions(given, tasks, convention)
        name = str(given)
    else:
        entries = ((f"task {id}", _entry(id, value, tasks.get(id))) for id, value in given.items())
        found = predictions_in(entries, tasks, convention)
        name = "this"
    if found.unknown and not found.by_task:
        raise UsageError(
            f"{name} answers another task set: none of its {len(found.unknown)} answers is about a task of"
            f" this one\n{found.unknown[0]}"
        )
    return found


def _entry(id: str, value: Any, task: Task | None) -> dict[str, Any]:
    """The object that a line of a file would be; points may be tuples."""
    if task is None or task.answer_kind not in POINTED_AT:
        return {"task": id, "answer": value}
    if isinstance(value, list | tuple):
        value = [list(point) if isinstance(point, tuple) else point for point in value]
    return {"task": id, "points": value}


def _one_of(what: str, word: str, known: Mapping[str, Any] | Sequence[str]) -> None:
    if word not in known:
        raise UsageError(f"{what}: it must be one of {', '.join(known)}, not {word}")
