"""Every answer computed once more: a task's program on its scene, by the reference evaluator."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from espire_dsl.program.asking import Asked, ask
from espire_dsl.program.reference import EvaluationError
from espire_dsl.program.trace import TraceStep
from espire_dsl.scene.graph import Scene
from espire_dsl.tasks.outcome import answer_of, outcome_from
from espire_dsl.tasks.plan import Plan
from espire_dsl.tasks.record import in_unit, plain_frame, readings_of, references_of
from espire_dsl.tasks.rules import reading_refusal, refusal
from espire_dsl.tasks.task import Task
from espire_dsl.validating.finding import Problem


def computed(plan: Plan, scene: Scene) -> Asked | Problem:
    """What the program of a task gives on its scene, or why it gives nothing."""
    try:
        return ask(plan.family, scene, {})
    except EvaluationError as error:
        return Problem("program", f"it has no value on scene {scene.id}: {error}")


def computed_problems(
    task: Task, scene: Scene, plan: Plan, values: Mapping[str, Any], asked: Asked
) -> Iterator[Problem]:
    """Where the record differs from what its program gives on its scene."""
    answer = answer_of(asked.answer)
    yield from _answers(task, answer)
    step = asked.asked
    expected = {
        "frame": None if step is None or step.frame is None else plain_frame(step),
        "margin": None if step is None or step.unit is None else {"value": step.margin, "unit": step.unit},
        "answer_angles": _angles(step, answer),
        "constraint": None if step is None or step.constraint is None else dict(step.constraint),
        "references": references_of(step, [v for v in values.values() if isinstance(v, str) and v in scene]),
        "trace": [s.to_json() for s in asked.evaluation.trace],
    }
    for field, value in expected.items():
        yield from _differing(task, field, value)
    yield from _rules(task, scene, plan, asked)


def _answers(task: Task, answer: Any) -> Iterator[Problem]:
    """All answers of the program, in the unit of the task; of a choice, one that is among the options."""
    right = in_unit(answer if isinstance(answer, tuple) else [answer], task.answer_unit)
    if task.choices is None:
        if task.answers != right:
            yield Problem("answers", f"they are {_text(task.answers)}, and the program gives {_text(right)}")
        return
    if len(task.answers) != 1 or task.answers[0] not in right:
        yield Problem("answers", f"they are {_text(task.answers)}, and the program gives {_text(right)}")
    if [choice for choice in task.choices if choice in right] != task.answers:
        yield Problem("choices", "one of them must be right, and it is the answer")


def _angles(step: TraceStep | None, answer: Any) -> dict[str, float]:
    if step is None or not isinstance(answer, tuple):
        return {}
    return {id: step.angles[id] for id in answer if id in step.angles}


def _rules(task: Task, scene: Scene, plan: Plan, asked: Asked) -> Iterator[Problem]:
    """The rules of a good task: a clear margin, something to be wrong about, a frame that is told."""
    reason = refusal(plan, outcome_from(asked, scene))
    if reason is not None:
        yield Problem("answers", f"this task should have been refused: {reason.value}")
    readings = readings_of(plan, scene, {}, answer_of(asked.answer))
    yield from _differing(task, "readings", readings)
    differ = len({_text(answers) for answers in readings.values()}) > 1
    reason = reading_refusal(task.suite, differ, task.names_frame)
    if reason is not None:
        yield Problem("names_frame", f"this task should have been refused: {reason.value}")


def _differing(task: Task, field: str, value: Any) -> Iterator[Problem]:
    """One problem if a field does not hold this value, as JSON has it."""
    expected = json.loads(json.dumps(value))
    found = getattr(task, field)
    if found != expected:
        yield Problem(field, _difference(found, expected))


def _difference(found: Any, expected: Any) -> str:
    """The first place at which two values differ, not the whole of both."""
    path = ""
    while True:
        if isinstance(found, dict) and isinstance(expected, dict) and found.keys() == expected.keys():
            key: Any = next(k for k in found if found[k] != expected[k])
            path += f".{key}"
        elif isinstance(found, list) and isinstance(expected, list) and len(found) == len(expected):
            key = next(i for i, one in enumerate(found) if one != expected[i])
            path += f"[{key}]"
        else:
            where = f"at {path.lstrip('.')} " if path else ""
            return f"{where}it is {_text(found)}, and the program gives {_text(expected)}"
        found, expected = found[key], expected[key]


def _text(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 120 else f"{text[:117]}..."
