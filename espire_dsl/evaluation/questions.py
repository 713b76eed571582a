"""Questions: yes or no, a choice, a number, a list or a label; each is asked once and graded like a score."""

from __future__ import annotations

from typing import Final

from attrs import evolve

from espire_dsl.evaluation.asking import REFUSED, Situation
from espire_dsl.evaluation.likelihood import p_yes
from espire_dsl.evaluation.points import answer_part
from espire_dsl.evaluation.records import Fault, QuestionLine, TaskFacts
from espire_dsl.evaluation.setup import Setup
from espire_dsl.scoring.grading import grade
from espire_dsl.scoring.prediction import POINTED_AT, Prediction
from espire_dsl.scoring.quantities import UnreadableError
from espire_dsl.scoring.words import answer_in
from espire_dsl.tasks.task import Task

_NO_SIZE: Final = (0, 0)


def is_question(task: Task) -> bool:
    """Whether a task is answered with a value."""
    return task.answer_kind not in POINTED_AT


async def question(task: Task, setup: Setup) -> QuestionLine:
    """Asks a question, and grades its answer. Where the frame is left open nothing is graded as right."""
    values = {"instruction": task.instruction, "options": task.options or (), "unit": task.answer_unit}
    situation = Situation(task, setup.source, None, _NO_SIZE, setup.choices.seed)
    picture = setup.source.picture(task.scene, task.view)
    call = await setup.call(f"question.{task.answer_kind}", values, (picture,), situation)
    answered, fault = _read(task, call.text, call.stop)
    verdict = grade(task, answered)
    return QuestionLine(
        task.id,
        TaskFacts.of(task),
        call,
        answered.answer,
        answered.unreadable,
        fault,
        verdict.first,
        verdict.overlap,
        verdict.accuracy,
        p_yes(call.first_token) if task.answer_kind == "yes_no" else None,
    )


def _read(task: Task, text: str, stop: str) -> tuple[Prediction, Fault | None]:
    nothing = Prediction(task.id)
    if stop == REFUSED:
        return evolve(nothing, unreadable="it was refused"), "refused"
    told = answer_part(text).strip()
    if not told:
        return evolve(nothing, unreadable="it is empty"), "empty"
    try:
        return evolve(nothing, answer=answer_in(task, told)), None
    except UnreadableError as error:
        return evolve(nothing, unreadable=str(error)), "unreadable"
