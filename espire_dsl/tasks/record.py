"""From valid bindings to tasks: asks once more, with traces, and writes everything down.

What depends on the family alone is worked out once, what can be asked of many bindings together is.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import repeat
from typing import Any

from attrs import frozen

from espire_dsl.catalogue.reader import Catalogue
from espire_dsl.language.core.constructors import CONSTRUCTORS
from espire_dsl.language.core.values import ThingRef, TypeValue
from espire_dsl.language.families.family import Family, Variable
from espire_dsl.language.inference.operators import UNITS
from espire_dsl.language.types import Scalar, Type, solved
from espire_dsl.program.batched import Request
from espire_dsl.program.batched.traces import traced_requests
from espire_dsl.program.family_evaluation import FamilyResult
from espire_dsl.program.stored import StoredProgram
from espire_dsl.program.trace import TraceStep, plain, plain_frame
from espire_dsl.scene.camera import WORLD_CAMERA
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.random_stream import RandomStream
from espire_dsl.tasks.batch_evaluator import BatchEvaluator, Row
from espire_dsl.tasks.bindings import Binding
from espire_dsl.tasks.chance import chance_of
from espire_dsl.tasks.lettered import lettered
from espire_dsl.tasks.options import Offer, has_options, offer_of, options_of
from espire_dsl.tasks.outcome import Outcome, answer_of
from espire_dsl.tasks.partial_bindings import in_scene
from espire_dsl.tasks.plan import FamilyPlan
from espire_dsl.tasks.program_text import program_text
from espire_dsl.tasks.readings import Readings, readings_of
from espire_dsl.tasks.rulebook import RuleBook
from espire_dsl.tasks.sayable import number_of_answers
from espire_dsl.tasks.spoken_numbers import as_recorded, step_in_unit
from espire_dsl.tasks.steps import StoredSteps, stored_steps
from espire_dsl.tasks.task import Task
from espire_dsl.tasks.truths import described_by
from espire_dsl.wording.instruction import utterance_of
from espire_dsl.wording.render import Lexicon
from espire_dsl.wording.saying import said_scalar
from espire_dsl.wording.utterance import Utterance

_SORTED = json.JSONEncoder(sort_keys=True).encode
_REFERENCES = ("to", "of", "from", "a", "b", "than")


@frozen
class Wording:
    """Which template says a task, which of its interchangeable words, and where the right option stands."""

    template: int
    variant: int
    place: int


def task_id(
    suite: str,
    family: str,
    scene: str,
    binding: str,
    steps: list[dict[str, Any]],
    instruction: str,
    view: str = WORLD_CAMERA,
) -> str:
    """Stable: the same question in the same words has the same id in every set, and another has another."""
    seen = [] if view == WORLD_CAMERA else [view]
    content = _SORTED([suite, family, scene, binding, steps, instruction, *seen])
    return sha256(content.encode()).hexdigest()[:16]


@frozen
class Chosen:
    """A binding that becomes a task, about a scene of an evaluator."""

    scene: int
    binding: Binding
    wording: Wording


def tasks_of(
    suite: str,
    plan: FamilyPlan,
    chosen: Sequence[Chosen],
    lexicon: Lexicon,
    catalogue: Catalogue,
    seed: int,
    evaluator: BatchEvaluator,
) -> Iterator[Task]:
    """The records of tasks of one type, in their order, about the scenes that the evaluator has."""
    family, scenes = plan.family, evaluator.batch.scenes
    requests = [Request(c.scene, in_scene(family, c.binding.values, scenes[c.scene])) for c in chosen]
    rows = [(c.scene, c.binding.values) for c in chosen]
    readings: Iterable[tuple[dict[str, list[Any]], str | None]] = repeat(({}, None))
    if readings_of(plan).points:
        readings = answers_by_reading(plan, evaluator, rows)
    traced = traced_requests(family, evaluator.batch, requests)
    shown: dict[tuple[int, int], dict[str, Any]] = {}
    for one, request, asked, read in zip(chosen, requests, traced, readings, strict=False):
        scene = scenes[one.scene]
        yield _task(suite, plan, scene, one, request.bindings, asked, read, lexicon, catalogue, seed, shown)


def task_of(
    suite: str,
    plan: FamilyPlan,
    scene: Scene,
    binding: Binding,
    wording: Wording,
    lexicon: Lexicon,
    catalogue: Catalogue,
    seed: int,
    book: RuleBook,
) -> Task:
    """The record of one task about a scene, seen through the camera of the family's view."""
    evaluator = BatchEvaluator.of([scene], book)
    (task,) = tasks_of(suite, plan, [Chosen(0, binding, wording)], lexicon, catalogue, seed, evaluator)
    return task


def _task(
    suite: str,
    plan: FamilyPlan,
    scene: Scene,
    chosen: Chosen,
    names: Mapping[str, Any],
    asked: FamilyResult,
    read: tuple[dict[str, list[Any]], str | None],
    lexicon: Lexicon,
    catalogue: Catalogue,
    seed: int,
    shown: dict[tuple[int, int], dict[str, Any]],
) -> Task:
    family, binding, wording = plan.family, chosen.binding, chosen.wording
    candidates = None if asked.candidates is None else list(asked.candidates.ids)
    sentence = family.sentences[wording.template]
    answer = binding.answer
    number = number_of_answers(family, answer)
    utterance = utterance_of(family, sentence, names, scene, catalogue, wording.variant, number)
    stored, words = stored_steps(family, names), utterance.said_by(lexicon)
    steps = stored.steps
    id = task_id(suite, family.name, scene.id, binding.key, steps, words, family.view)
    answers = as_recorded(family.answer, answer if isinstance(answer, tuple) else [answer])
    options = None
    if has_options(family):
        seen = None if asked.candidates is None else answer_of(asked.candidates)
        thing, named = described_by(family, asked, scene), list(_things(family, names))
        offer = offer_of(family, answer, seen, scene, thing, binding.undecided, named)
        assert isinstance(offer, Offer)
        offered, right = options_of(family, offer, wording.place, RandomStream.of(seed, "options", id))
        options, answers = lettered(offered, family, answer, scene, lexicon, catalogue), list(right)
    step = asked.asked
    return Task(
        id=id,
        suite=suite,
        family=family.name,
        type=plan.type,
        aspect=family.spec.aspect,
        granularity=family.spec.granularity,
        action=family.action or "answer",
        level=scene.level,
        world=scene.world,
        scene=scene.id,
        candidate_kind=_kind(candidates, scene),
        candidates=candidates,
        references=references_of(step, _things(family, names)),
        frame=None if step is None or step.frame is None else plain_frame(step.frame),
        args=list(_arguments(family, names, utterance, lexicon)),
        tolerance=tolerance_of(plan),
        program=program_text(family.program),
        program_steps=steps,
        instruction=words,
        wording=utterance.to_json(),
        template=wording.template,
        names_frame=sentence.names_frame,
        names_measure=sentence.names_measure,
        answer_kind=family.answer.kind,
        answer_unit=family.answer.unit,
        answer_step=step_in_unit(family.answer),
        options=options,
        answers=answers,
        chance=chance_of(family.answer.kind, answers, _decided(candidates, binding.undecided), options),
        undecided=list(binding.undecided),
        answer_angles={} if step is None or not isinstance(answer, tuple) else _angles(step, answer),
        feasible=None,
        margin=asked.margins,
        readings=read[0],
        reading=read[1],
        group=None,
        pair=None,
        tags={**{name: plain(value) for name, value in asked.tags.items()}, **built_in_tags(binding)},
        constraint=None if step is None or step.constraint is None else dict(step.constraint),
        held=scene.held,
        trace=_trace(stored, asked, scene, family.tolerance, shown),
        masks={},
        verification={},
        view=family.view,
    )


def _trace(
    stored: StoredSteps,
    asked: FamilyResult,
    scene: Scene,
    tolerance: float | None,
    shown: dict[tuple[int, int], dict[str, Any]],
) -> list[dict[str, Any]]:
    """What the stored program remembers when it is run. Where it computes all that the family computed, in
    one order, that is known already; `shown` has what was written of steps that tasks share, by identity."""
    known = stored.trace_of(asked.evaluation.trace)
    if known is not None:
        for index, step in known:
            if (id(step), index) not in shown:
                shown[id(step), index] = step.to_json(index)
        return [shown[id(step), index] for index, step in known]
    run = StoredProgram.read(stored.steps, scene).run(scene, tolerance)
    run.answer()
    return [step.to_json() for step in run.trace]


def _decided(candidates: list[str] | None, undecided: Iterable[str]) -> list[str] | None:
    return None if candidates is None else [id for id in candidates if id not in set(undecided)]


def _kind(candidates: list[str] | None, scene: Scene) -> str | None:
    kinds = {scene.node(id).kind for id in candidates or ()}
    return None if not kinds else kinds.pop() if len(kinds) == 1 else "thing"


def references_of(step: TraceStep | None, things: Iterable[str]) -> list[str]:
    """What is asked about, then the other things that the sentence names; each once."""
    inputs = step.inputs if step else {}
    told = [inputs[name] for name in _REFERENCES if isinstance(inputs.get(name), str)]
    return list(dict.fromkeys([*told, *things]))


def _things(family: Family, names: Mapping[str, Any]) -> Iterator[str]:
    """What the variables that are things stand for."""
    return (names[v.name].id for v in family.variables if isinstance(names[v.name], ThingRef))


def _arguments(
    family: Family, names: Mapping[str, Any], utterance: Utterance, lexicon: Lexicon
) -> Iterator[dict[str, Any]]:
    """Each variable with its value, and `R.length` and the like for the arguments of reasoning types."""
    for variable in family.variables:
        value = names[variable.name]
        words = lexicon.speak(utterance.values[variable.name]).text
        if not isinstance(value, TypeValue):
            yield _argument(variable.name, plain(value), _unit(variable, value), words)
            continue
        yield _argument(variable.name, value.constructor, None, words)
        parameters = CONSTRUCTORS[value.constructor].parameters
        for parameter, inner in zip(parameters, value.arguments, strict=True):
            text = lexicon.speak(said_scalar(inner, parameter.type)).text
            yield _argument(f"{variable.name}.{parameter.name}", inner, _unit_of(parameter.type), text)


def _argument(name: str, value: Any, unit: str | None, said: str) -> dict[str, Any]:
    return {"name": name, "value": value, "unit": unit, "said": said}


def _unit(variable: Variable, value: Any) -> str | None:
    return None if isinstance(value, ThingRef) else _unit_of(solved(variable.domain.type))


def _unit_of(type_: Type) -> str | None:
    return UNITS.get(type_) if isinstance(type_, Scalar) else None


def tolerance_of(plan: FamilyPlan) -> float | None:
    """How far an "about" may be off."""
    if plan.constructor is None or plan.constructor.tolerance is None:
        return None
    return plan.family.tolerance if plan.family.tolerance is not None else plan.constructor.tolerance


def stated_tolerance(task: Task) -> float | None:
    """The tolerance that the family of a task states; the usual one of a type need not be stated."""
    constructor = CONSTRUCTORS.get(task.type)
    usual = constructor.tolerance if constructor else None
    return None if task.tolerance == usual else task.tolerance


def _angles(step: TraceStep, answer: tuple[str, ...]) -> dict[str, float]:
    return {id: step.angles[id] for id in answer if id in step.angles}


def answers_by_reading(
    plan: FamilyPlan, evaluator: BatchEvaluator, rows: Sequence[Row]
) -> Iterator[tuple[dict[str, list[Any]], str | None]]:
    """For each row the answers under every reading of its sentence that has any value, and the name of the
    family's own.

    What can be meant in one way only, such as a frame beside a thing without a front, is not named; where
    that is so of everything there are no readings.
    """
    readings = readings_of(plan)
    asked = [evaluator.evaluate(reading.family, rows) for reading in readings.all]
    for outcomes in zip(*asked, strict=True):
        yield _by_reading(plan, readings, outcomes)


def _by_reading(
    plan: FamilyPlan, readings: Readings, outcomes: Sequence[Outcome]
) -> tuple[dict[str, list[Any]], str | None]:
    asked = zip(readings.all, outcomes, strict=True)
    found = [(reading.taken, outcome.answer) for reading, outcome in asked if outcome.problem is None]
    open_ = [n for n, point in enumerate(readings.points) if any(taken[n] != point.own for taken, _ in found)]
    if not open_:
        return {}, None
    kind = plan.family.answer
    named = {
        _named(taken, open_): as_recorded(kind, answer if isinstance(answer, tuple) else [answer])
        for taken, answer in found
    }
    return dict(sorted(named.items())), _named(readings.own.taken, open_)


def _named(taken: Sequence[str], points: Iterable[int]) -> str:
    return "+".join(taken[n] for n in points)


def built_in_tags(binding: Binding) -> dict[str, Any]:
    """Tags that every task has: whether people can tell by eye, and whether the frame matters where it
    could."""
    sensitive = {} if binding.frame_sensitive is None else {"frame_sensitive": binding.frame_sensitive}
    return {"by_eye": binding.by_eye, **sensitive}
