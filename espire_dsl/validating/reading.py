"""A task's program read back from its text, with its variables bound: a family that asks this one question.

The text needs no other file, so that neither do answers that are computed from it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product
from typing import Any, Final

from espire_dsl.catalogue.reader import Catalogue
from espire_dsl.diagnostics.value import Findings, Span
from espire_dsl.language.answers import natural_kind
from espire_dsl.language.core.constructors import CONSTRUCTORS
from espire_dsl.language.core.values import ThingRef, ThingSet, TypeValue
from espire_dsl.language.family import Answer, Family, Spec
from espire_dsl.language.infer import infer
from espire_dsl.language.kinds import FACING_OF_KIND, ORIENTED, PLAIN, Sort
from espire_dsl.language.scope import Binding, Scope
from espire_dsl.language.spec import asked_by, outermost_steps
from espire_dsl.language.typed import Apply, Constant, Construct, Typed
from espire_dsl.language.types import (
    ANGLE,
    BOOL,
    CLOCK,
    INT,
    LABEL,
    LENGTH,
    NUMBER,
    ORDINAL,
    Category,
    Reasoning,
    Set,
    Thing,
    Type,
    solved,
)
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.node import Node
from espire_dsl.syntax import tree
from espire_dsl.syntax.parser import parse
from espire_dsl.syntax.source import Source
from espire_dsl.tasks.plan import Plan
from espire_dsl.tasks.task import Task
from espire_dsl.validating.finding import Problem

_NAME: Final = "program"
_NOWHERE: Final = Span(_NAME, 0, 0)
_UNITS: Final = {"m": LENGTH, "deg": ANGLE}
_TEXTS_KEPT: Final = 4096


def plan_of(
    task: Task, scene: Scene, values: Mapping[str, Any], catalogue: Catalogue
) -> Plan | tuple[Problem, ...]:
    """The family and type that ask what the task asks, or what is wrong with its program."""
    body = _parsed(task.program)
    if isinstance(body, str):
        return (Problem("program", f"it cannot be read: {body}"),)
    told: tuple[Problem, ...] = ()
    for bindings in _all_bindings(task, scene, values, catalogue):
        findings = Findings()
        typed = infer(body, Scope(findings, catalogue, bindings))
        if findings.errors:
            told = told or tuple(Problem("program", f"it does not fit: {e.message}") for e in findings.errors)
            continue
        return _plan(task, typed, bindings)
    return told


@lru_cache(maxsize=_TEXTS_KEPT)
def _parsed(text: str) -> tree.Expression | str:
    """The tree of a program, or why there is none."""
    findings = Findings()
    module = parse(Source(_NAME, f"espire 1\n\nfn {_NAME}() =\n{text}\n"), findings)
    if findings.errors:
        return findings.errors[0].message
    match module.items:
        case (tree.Function(body=body),):
            return body
    return "it is more than one expression"


def _all_bindings(
    task: Task, scene: Scene, values: Mapping[str, Any], catalogue: Catalogue
) -> Iterator[Mapping[str, Binding]]:
    """What the names may stand for. A whole number may be a number, a rank or an hour: each is tried."""
    units = {arg["name"]: arg["unit"] for arg in task.args}
    choices = [
        [(name, value) for value in _constants(values[name], units.get(name), scene, catalogue)]
        for name in values
    ]
    fixed: dict[str, Binding] = {}
    if task.candidates is not None:
        fixed["candidates"] = _bound("candidates", _things(task.candidates, scene))
    for chosen in product(*choices):
        yield {**fixed, **{name: _bound(name, value) for name, value in chosen}}


def _bound(name: str, value: Typed) -> Binding:
    return Binding(value.type, _NOWHERE, name, value)


def _constants(value: Any, unit: str | None, scene: Scene, catalogue: Catalogue) -> Sequence[Typed]:
    """A value as a program may hold it."""
    if isinstance(value, TypeValue):
        return [_type(value)]
    if isinstance(value, bool):
        return [Constant(value, BOOL, _NOWHERE)]
    if isinstance(value, str) and value in scene:
        return [Constant(ThingRef(value, scene), Thing(_sort(scene.node(value))), _NOWHERE)]
    if isinstance(value, str) and value in catalogue:
        category = catalogue.get(value)
        sort = Sort(frozenset({category.kind}), frozenset({ORIENTED if category.oriented else PLAIN}))
        return [Constant(value, Category(sort), _NOWHERE)]
    if isinstance(value, str):
        return [Constant(value, LABEL, _NOWHERE)]
    if unit is not None:
        return [Constant(value, _UNITS[unit], _NOWHERE)]
    types = (INT, ORDINAL, CLOCK) if isinstance(value, int) else (NUMBER,)
    return [Constant(value, type_, _NOWHERE) for type_ in types]


def _type(value: TypeValue) -> Construct:
    parameters = CONSTRUCTORS[value.constructor].parameters
    arguments = tuple(
        Constant(inner, parameter.type, _NOWHERE)
        for parameter, inner in zip(parameters, value.arguments, strict=True)
    )
    return Construct(value.constructor, arguments, Reasoning(frozenset({value.constructor})), _NOWHERE)


def _things(ids: Sequence[str], scene: Scene) -> Constant:
    sorts = [_sort(scene.node(id)) for id in ids]
    whole = Sort(frozenset(), frozenset())
    for sort in sorts:
        whole = whole.join(sort)
    return Constant(ThingSet.of(ids, scene), Set(whole), _NOWHERE)


def _sort(node: Node) -> Sort:
    fixed = FACING_OF_KIND[node.kind]
    facing = fixed if len(fixed) == 1 else frozenset({ORIENTED if node.oriented else PLAIN})
    return Sort(frozenset({node.kind}), facing)


def _plan(task: Task, program: Typed, bindings: Mapping[str, Binding]) -> Plan | tuple[Problem, ...]:
    """The question, if aspect, granularity and type are what the program asks."""
    steps = [asked_by(step) for step in outermost_steps(program)]
    matching = [step for step in steps if step.aspect == task.aspect]
    if not matching:
        found = ", ".join(step.aspect for step in steps) or "nothing spatial"
        return (Problem("aspect", f"it is {task.aspect}, and the program asks about {found}"),)
    asked = matching[0]
    problems = []
    if asked.granularities != {task.granularity}:
        problems.append(Problem("granularity", f"it must be {' or '.join(sorted(asked.granularities))}"))
    type_ = _type_name(asked.call)
    if type_ != task.type:
        problems.append(Problem("type", f"it is {task.type}, and the program asks for {type_}"))
    natural = natural_kind(solved(program.type))
    kind = "choice" if task.choices is not None else natural
    if kind != task.answer_kind:
        problems.append(Problem("answer_kind", f"it is {task.answer_kind}, and the program gives {kind}"))
    if problems:
        return tuple(problems)
    return Plan(_family(task, program, asked.call, bindings), task.type, None, False, frozenset())


def _type_name(asked: Apply) -> str:
    type_ = asked.argument("type")
    return type_.constructor if isinstance(type_, Construct) else asked.function


def _family(task: Task, program: Typed, asked: Apply, bindings: Mapping[str, Binding]) -> Family:
    kind: Type = program.type
    candidates = bindings["candidates"].value if "candidates" in bindings else None
    return Family(
        name=task.family,
        doc=None,
        spec=Spec(task.aspect, task.granularity, None, None, 0),
        world=task.world,
        world_arguments={},
        action=task.action,
        candidates=candidates,
        candidates_by_type={},
        variables=(),
        program=program,
        asked=asked,
        tolerance=_tolerance(task),
        requirements=(),
        sentences=(),
        answer=Answer(task.answer_kind, kind, task.answer_unit),
        distract=(),
        contrast=None,
        sweep=(),
        tags={},
        span=_NOWHERE,
    )


def _tolerance(task: Task) -> float | None:
    """The tolerance that the family stated; the usual one of a type need not be stated."""
    constructor = CONSTRUCTORS.get(task.type)
    usual = constructor.tolerance if constructor else None
    return None if task.tolerance == usual else task.tolerance
