"""From a valid binding to a task: asks the reference evaluator once more and writes everything down."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from typing import Any

from attrs import asdict, frozen

from espire_dsl.catalogue.reader import Catalogue
from espire_dsl.language.core.constructors import CONSTRUCTORS
from espire_dsl.language.core.values import ThingRef, TypeValue
from espire_dsl.language.family import Family, Variable
from espire_dsl.language.operators import UNITS
from espire_dsl.language.types import UNIT_FACTORS, Type, solved
from espire_dsl.program.asking import ask
from espire_dsl.program.trace import TraceStep, plain
from espire_dsl.scene.exact import exact
from espire_dsl.scene.graph import Scene
from espire_dsl.tasks.binding import in_scene
from espire_dsl.tasks.bound import Bound
from espire_dsl.tasks.dice import Dice
from espire_dsl.tasks.options import options_of
from espire_dsl.tasks.outcome import answer_of, outcome_of
from espire_dsl.tasks.plan import Plan
from espire_dsl.tasks.program_text import program_text
from espire_dsl.tasks.readings import frame_kind, other_readings
from espire_dsl.tasks.steps import steps_of
from espire_dsl.tasks.task import Task
from espire_dsl.wording.instruction import instruction
from espire_dsl.wording.render import Lexicon
from espire_dsl.wording.saying import aspects_of, said, said_scalar

_REFERENCES = ("to", "of", "from", "a", "b", "than")


@frozen
class Wording:
    """Which template says a task, which of its interchangeable words, and where the right option stands."""

    template: int
    variant: int
    place: int


def task_id(suite: str, family: str, type_: str, scene: str, binding: str) -> str:
    """Stable: the same task has the same id in every set."""
    return sha256(json.dumps([suite, family, type_, scene, binding]).encode()).hexdigest()[:16]


def task_of(
    suite: str,
    plan: Plan,
    scene: Scene,
    bound: Bound,
    wording: Wording,
    lexicon: Lexicon,
    catalogue: Catalogue,
    seed: int,
) -> Task:
    """The record of one task."""
    family = plan.family
    names = in_scene(family, bound.values, scene)
    asked = ask(family, scene, names)
    candidates = None if asked.candidates is None else list(asked.candidates.ids)
    sentence = family.sentences[wording.template]
    id = task_id(suite, family.name, plan.type, scene.id, bound.key)
    answer = answer_of(asked.answer)
    seen = None if asked.candidates is None else answer_of(asked.candidates)
    chosen = options_of(family, answer, seen, wording.place, Dice.of(seed, "options", id))
    right = answer if chosen is None else (chosen[1],) if isinstance(answer, tuple) else chosen[1]
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
        frame=None if step is None or step.frame is None else plain_frame(step),
        args=list(_arguments(family, names, scene, lexicon, catalogue)),
        tolerance=tolerance_of(plan),
        program=program_text(family.program),
        program_steps=steps_of(family, names),
        instruction=instruction(family, sentence, names, scene, lexicon, catalogue, wording.variant),
        template=wording.template,
        names_frame=sentence.names_frame,
        answer_kind=family.answer.kind,
        answer_unit=family.answer.unit,
        choices=None if chosen is None else in_unit(chosen[0], family.answer.unit),
        answers=in_unit(right if isinstance(right, tuple) else [right], family.answer.unit),
        answer_angles={} if step is None or not isinstance(answer, tuple) else _angles(step, answer),
        feasible=None,
        margin=None if step is None or step.unit is None else _margin(step),
        readings=readings_of(plan, scene, bound.values, answer),
        tags={name: plain(value) for name, value in asked.tags.items()},
        constraint=None if step is None or step.constraint is None else dict(step.constraint),
        held=next((t for r in scene.of_kind("robot") for t in scene.targets(r.id, "holds")), None),
        trace=[s.to_json() for s in asked.evaluation.trace],
        masks={},
        verification={},
    )


def plain_frame(step: TraceStep) -> dict[str, Any]:
    """The frame of a step as JSON has it."""
    assert step.frame is not None
    return {k: list(v) if isinstance(v, tuple) else v for k, v in asdict(step.frame).items()}


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
    family: Family, names: Mapping[str, Any], scene: Scene, lexicon: Lexicon, catalogue: Catalogue
) -> Iterator[dict[str, Any]]:
    """Each variable with its value, and `R.length` and the like for the arguments of reasoning types."""
    aspects = aspects_of(family)
    for variable in family.variables:
        value = names[variable.name]
        words = lexicon.speak(said(value, variable, aspects.get(variable.name, ""), scene, catalogue)).text
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
    return next((unit for known, unit in UNITS.items() if known == type_), None)


def tolerance_of(plan: Plan) -> float | None:
    """How far an "about" may be off."""
    if plan.constructor is None or plan.constructor.tolerance is None:
        return None
    return plan.family.tolerance if plan.family.tolerance is not None else plan.constructor.tolerance


def in_unit(values: Iterable[Any], unit: str | None) -> list[Any]:
    """Numbers in the unit in which a family answers; other values as they are."""
    if unit is None:
        return list(values)
    return [exact(value / UNIT_FACTORS[unit]) for value in values]


def _angles(step: TraceStep, answer: tuple[str, ...]) -> dict[str, float]:
    return {id: step.angles[id] for id in answer if id in step.angles}


def _margin(step: TraceStep) -> dict[str, Any]:
    return {"value": step.margin, "unit": step.unit}


def readings_of(plan: Plan, scene: Scene, values: Mapping[str, Any], answer: Any) -> dict[str, list[Any]]:
    """The answers in each frame in which the sentence of a task could be meant, by the kind of the frame."""
    own = frame_kind(plan.family)
    if own is None:
        return {}
    found = {own: answer}
    for kind, family in other_readings(plan):
        other = outcome_of(family, scene, values)
        if other.problem is None:
            found[kind] = other.answer
    return {
        kind: list(found[kind]) if isinstance(found[kind], tuple) else [found[kind]] for kind in sorted(found)
    }
