"""Every answer computed once more: the record against what its stored program gives on its scene, by the
rules that the manifest has."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from attrs import evolve

from espire_dsl.program.family_evaluation import FamilyResult
from espire_dsl.program.stored import arguments_within
from espire_dsl.program.trace import TraceStep, plain_frame
from espire_dsl.scene.graph import Scene
from espire_dsl.tasks.batch_evaluator import BatchEvaluator
from espire_dsl.tasks.bindings import Told, frame_sensitive, told_otherwise
from espire_dsl.tasks.chance import chance_of
from espire_dsl.tasks.options import said_answers
from espire_dsl.tasks.outcome import Outcome
from espire_dsl.tasks.plan import FamilyPlan
from espire_dsl.tasks.record import answers_by_reading, references_of
from espire_dsl.tasks.rulebook import RuleBook
from espire_dsl.tasks.spoken_numbers import as_recorded
from espire_dsl.tasks.task import Task
from espire_dsl.validating.finding import SchemaProblem
from espire_dsl.validating.refusals import ROW, refusal_problems


def computed_problems(
    task: Task,
    scene: Scene,
    plan: FamilyPlan,
    values: Mapping[str, Any],
    asked: FamilyResult,
    manifest: Mapping[str, Any],
) -> Iterator[SchemaProblem]:
    """Where the record differs from what its program gives on its scene."""
    book, own = RuleBook.from_json(_of_suite(manifest, task.suite), task.family)
    plan = evolve(plan, family=evolve(plan.family, rules=own))
    evaluator = BatchEvaluator.of([scene], book)
    (outcome,) = evaluator.evaluate(plan.family, [ROW])
    (told,) = told_otherwise(plan, [ROW], evaluator)
    yield from _answers(task, plan, outcome)
    ((readings, reading),) = answers_by_reading(plan, evaluator, [ROW])
    step, answer = asked.asked, outcome.answer
    expected = {
        "undecided": list(outcome.undecided),
        "frame": None if step is None or step.frame is None else plain_frame(step.frame),
        "margin": asked.margins,
        "answer_angles": _angles(step, answer),
        "constraint": None if step is None or step.constraint is None else dict(step.constraint),
        "references": references_of(step, _things(task, scene, values)),
        "chance": chance_of(task.answer_kind, task.answers, _decided(task), task.options),
        "readings": readings,
        "reading": reading,
        "trace": [s.to_json() for s in asked.evaluation.trace],
    }
    for field, value in expected.items():
        yield from _differing(task, field, value)
    yield from _tags(task, outcome, told)
    things = [scene.node(id) for id in _things(task, scene, values)]
    yield from refusal_problems(task, scene, plan, values, things, outcome, told, evaluator)


def _of_suite(manifest: Mapping[str, Any], suite: str) -> Any:
    rules = manifest.get("rules")
    return rules.get(suite) if isinstance(rules, dict) else None


def _decided(task: Task) -> list[str] | None:
    return None if task.candidates is None else [c for c in task.candidates if c not in task.undecided]


def _things(task: Task, scene: Scene, values: Mapping[str, Any]) -> Iterator[str]:
    """The variables that are things; a label may have the id of one."""
    marked = [part for step in task.program_steps for part in arguments_within(step)]
    things, labels = ({part[word] for part in marked if word in part} for word in ("thing", "label"))
    for value in values.values():
        if isinstance(value, str) and value in scene and (value in things or value not in labels):
            yield value


def _answers(task: Task, plan: FamilyPlan, outcome: Outcome) -> Iterator[SchemaProblem]:
    """All answers of the program, in the unit of the task; of a choice, one of them as it is said."""
    answer = outcome.answer
    right = as_recorded(plan.family.answer, answer if isinstance(answer, tuple) else [answer])
    if task.answer_kind != "choice":
        if task.answers != right:
            yield SchemaProblem(
                "answers", f"they are {_text(task.answers)}, and the program gives {_text(right)}"
            )
    elif len(task.answers) != 1 or task.answers[0] not in said_answers(plan.family, answer):
        yield SchemaProblem(
            "answers", f"they are {_text(task.answers)}, and the program gives {_text(right)}"
        )


def _angles(step: TraceStep | None, answer: Any) -> dict[str, float]:
    if step is None or not isinstance(answer, tuple):
        return {}
    return {id: step.angles[id] for id in answer if id in step.angles}


def _tags(task: Task, outcome: Outcome, told: Sequence[Told]) -> Iterator[SchemaProblem]:
    """The tags that every task has."""
    sensitive = frame_sensitive(outcome, told)
    for name, value in (("by_eye", outcome.by_eye), ("frame_sensitive", sensitive)):
        if task.tags.get(name) != value:
            message = f"{name} is {_text(task.tags.get(name))}, and it should be {_text(value)}"
            yield SchemaProblem("tags", message)


def _differing(task: Task, field: str, value: Any) -> Iterator[SchemaProblem]:
    """One problem if a field does not hold this value, as JSON has it."""
    expected = json.loads(json.dumps(value))
    found = getattr(task, field)
    if found != expected:
        yield SchemaProblem(field, _difference(found, expected))


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
