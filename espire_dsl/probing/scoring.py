"""Scores of a file of predictions, or of the questions of a run, on a task set."""

from __future__ import annotations

from fnmatch import fnmatchcase
from pathlib import Path

from espire_dsl.diagnostics.error import UsageError
from espire_dsl.evaluation.run import Run
from espire_dsl.probing.correctness import correctness_of
from espire_dsl.probing.scores import Layout, Scores, scores_of
from espire_dsl.scoring.prediction import Prediction
from espire_dsl.scoring.reading import Predictions, read_predictions
from espire_dsl.tasks.files import load
from espire_dsl.tasks.task import Task


def scored_answers(
    folder: Path,
    answers: Path,
    *,
    suite: str | None = None,
    family: str = "*",
    exact: bool = False,
    answered_only: bool = False,
    band: float = 0.0,
    layout: Layout | None = None,
) -> Scores:
    """The scores of the yes/no questions of a set."""
    task_set = load(folder)
    tasks = [task for task in task_set.tasks if _belongs(task, suite, family)]
    every = {task.id: task for task in task_set.tasks}
    found = _of_run(answers) if answers.is_dir() else read_predictions(answers, every)
    if found.unknown and not found.by_task:
        raise UsageError(f"{answers}: it answers another task set\n{found.unknown[0]}")
    if found.lost:
        raise UsageError(found.lost[0])
    correctness = correctness_of(tasks, found, exact=exact, answered_only=answered_only)
    cameras = {scene.id: scene.cameras for scene in task_set.scenes}
    return scores_of(correctness, cameras, band=band, layout=layout)


def _belongs(task: Task, suite: str | None, family: str) -> bool:
    return suite in (None, task.suite) and fnmatchcase(task.family, family)


def _of_run(folder: Path) -> Predictions:
    """The answers to questions that a run wrote down."""
    lines = Run.open(folder).questions()
    return Predictions(
        {
            line.task: Prediction(line.task, answer=line.answer, p_yes=line.p_yes, unreadable=line.unreadable)
            for line in lines
        }
    )
