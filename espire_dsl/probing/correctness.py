"""How right each answer to a yes/no question is: by the probability of the right word, or by exact match.

With p the probability of a yes, v = p where yes is right and 1 - p where no is. Without probabilities an
answer is right (1) or wrong (0). The two are not comparable, so they are never mixed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from attrs import frozen

from espire_dsl.diagnostics.error import UsageError
from espire_dsl.scoring.grading import grade
from espire_dsl.scoring.reading import Predictions
from espire_dsl.tasks.task import Task

Measure = Literal["probability", "exact match"]
PROBABILITY: Final[Measure] = "probability"
EXACT: Final[Measure] = "exact match"


@frozen
class Judged:
    """A question with how right its answer is, from 0 to 1."""

    task: Task
    v: float


@frozen
class Correctness:
    """All questions that were answered, by one measure; `unreadable` of them count as wrong."""

    measure: Measure
    judged: tuple[Judged, ...]
    unreadable: int


def correctness_of(
    tasks: Sequence[Task], predictions: Predictions, *, exact: bool = False, answered_only: bool = False
) -> Correctness:
    """The correctness of predictions on yes/no tasks: by probability if all have one, unless told `exact`."""
    asked = [task for task in tasks if task.answer_kind == "yes_no"]
    if not asked:
        raise UsageError("this set has no yes/no questions, which these scores are about")
    missing = [task.id for task in asked if task.id not in predictions.by_task]
    if missing and not answered_only:
        raise UsageError(
            f"{len(missing)} of {len(asked)} questions have no answer, the first is {missing[0]}; "
            "--answered-only leaves them out"
        )
    answered = [(task, predictions.by_task[task.id]) for task in asked if task.id in predictions.by_task]
    if not answered:
        raise UsageError("none of the questions has an answer")
    likely = sum(found.p_yes is not None for _, found in answered)
    unreadable = sum(found.unreadable is not None for _, found in answered)
    if exact or likely == 0:
        judged = (Judged(task, float(grade(task, found).first)) for task, found in answered)
        return Correctness(EXACT, tuple(judged), unreadable)
    if likely < len(answered):
        raise UsageError(
            f"{likely} of {len(answered)} answers have a p_yes and the others have none, and the two "
            "cannot be compared; --exact takes the words of all"
        )
    return Correctness(
        PROBABILITY,
        tuple(Judged(task, p_right(task, found.p_yes or 0.0)) for task, found in answered),
        0,
    )


def p_right(task: Task, p_yes: float) -> float:
    """How likely the right word is."""
    return p_yes if task.answers[0] is True else 1 - p_yes
