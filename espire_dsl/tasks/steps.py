"""A bound program as typed JSON: each step names its function and its arguments, and says of which type they
are. `espire_dsl.program.stored` says what steps look like, reads them back and runs them.

Variables are gone: things stand by their ids, reasoning types and frames with their arguments and owners.
What is tested of each thing of a set stands whole in its step; what it takes from outside is a step.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from attrs import define, evolve, field, frozen

from espire_dsl.domain.kinds import Kind
from espire_dsl.identity_memo import once_for_each
from espire_dsl.language.core.binders import BINDERS
from espire_dsl.language.core.constructors import CONSTRUCTORS
from espire_dsl.language.core.values import ThingRef, ThingSet, TypeValue
from espire_dsl.language.families.family import Family
from espire_dsl.language.typed import (
    Apply,
    Bind,
    Choose,
    Constant,
    Construct,
    Each,
    FrameOf,
    Gather,
    Operate,
    Read,
    Typed,
    walk,
)
from espire_dsl.language.types import CategoryType, Type, solved
from espire_dsl.program.family_evaluation import candidates_clause
from espire_dsl.program.stored import (
    CHOICE,
    CHOICE_PARTS,
    EACH,
    FRONTS,
    GATHERED,
    SCALAR_WORDS,
    SETS,
    VALUE,
    arguments_within,
)
from espire_dsl.program.trace import TraceStep

Step = dict[str, Any]
_WORDS = {type_: word for word, (type_, _) in SCALAR_WORDS.items()}


@frozen
class StoredSteps:
    """A bound program as it is stored. `index_of` has the step that each part of the program became, by the
    identity of the part; `is_eager` says that running it computes every step that the last one needs."""

    steps: list[Step]
    index_of: Mapping[int, int]
    is_eager: bool

    def trace_of(self, trace: Iterable[TraceStep]) -> list[TraceStep]:
        """The trace of the stored program, from that of the program that it was written from: each step that
        is needed once, in their order."""
        needed, found = self._needed(), dict[int, TraceStep]()
        for step in trace:
            index = self.index_of.get(id(step.node))
            if index in needed and index not in found:
                found[index] = evolve(step, step=index)
        return [found[index] for index in sorted(found)]

    def _needed(self) -> set[int]:
        """The steps that the last one needs."""
        needed = {len(self.steps) - 1}
        for index in range(len(self.steps) - 1, -1, -1):
            if index in needed:
                needed |= {part["step"] for part in arguments_within(self.steps[index]) if "step" in part}
        return needed


def steps_of(family: Family, names: Mapping[str, Any]) -> list[Step]:
    """The steps of a family's program with its variables bound; the last one gives the answer."""
    return stored_steps(family, names).steps


@once_for_each
def _is_eager(program: Typed) -> bool:
    """Whether nothing in a program is computed only where something else asks for it."""
    return not any(
        isinstance(node, Choose | Each) or (isinstance(node, Operate) and node.operator in ("and", "or"))
        for node in walk(program)
    )


def stored_steps(family: Family, names: Mapping[str, Any]) -> StoredSteps:
    """The same, with what became which step."""
    writer = _Writer(names)
    clause = candidates_clause(family, names)
    if clause is not None:
        writer.candidates = writer.step(clause)
    last = writer.step(family.program)
    if last < len(writer.steps) - 1:
        writer.again(last)
    eager = _is_eager(family.program) and (clause is None or _is_eager(clause))
    return StoredSteps(writer.steps, writer.index_of, eager)


@define
class _Writer:
    """`lets` are the values of names that programs give to parts of themselves; those of a test are written
    where they are read, as they may depend on the thing that is tested."""

    names: Mapping[str, Any]
    candidates: int | None = None
    steps: list[Step] = field(factory=list)
    lets: dict[str, Typed] = field(factory=dict)
    of_tests: set[str] = field(factory=set)
    levels: dict[str, int] = field(factory=dict)
    index_of: dict[int, int] = field(factory=dict)

    def step(self, node: Typed) -> int:
        """The index of the step that computes a node; equal steps are written once."""
        match node:
            case Read(name="candidates") if self.candidates is not None:
                return self.candidates
            case Read(name=name) if name in self.lets:
                return self.step(self.lets[name])
            case Bind(name=name, value=value, body=body):
                self.lets[name] = value
                return self.step(body)
        function, arguments = self._call(node, 0)
        index = self._add({"function": function, "arguments": arguments, "type": str(solved(node.type))})
        self.index_of[id(node)] = index
        return index

    def again(self, index: int) -> None:
        """A last step that gives what an earlier one gave."""
        step = {
            "function": VALUE,
            "arguments": {"operand": {"step": index}},
            "type": self.steps[index]["type"],
        }
        self.steps.append(step)

    def _add(self, step: Step) -> int:
        if step not in self.steps:
            self.steps.append(step)
        return self.steps.index(step)

    def _call(self, node: Typed, level: int) -> tuple[str, dict[str, Any]]:
        """What computes a node: a function, and its arguments by name."""

        def argument(part: Typed) -> dict[str, Any]:
            return self._argument(part, level)

        match node:
            case Operate(operator=symbol, operands=(operand,)):
                return symbol, {"operand": argument(operand)}
            case Operate(operator=symbol, operands=(left, right)):
                return symbol, {"left": argument(left), "right": argument(right)}
            case Choose(condition=condition, yes=yes, no=no):
                return CHOICE, dict(zip(CHOICE_PARTS, map(argument, (condition, yes, no)), strict=True))
            case Gather(items=items):
                return GATHERED, {str(n): argument(item) for n, item in enumerate(items, 1)}
            case Apply(function=function, arguments=arguments):
                return function, {name: argument(part) for name, part in arguments}
            case Each(function=function, names=names, sets=sets, body=body, number=number):
                given = {name: argument(part) for name, part in zip(SETS, sets, strict=False)}
                if number is not None:
                    given["number"] = argument(number)
                self.levels |= {name: level + n for n, name in enumerate(names, 1)}
                return function, {**given, BINDERS[function].body: self._argument(body, level + len(names))}
        return VALUE, {"operand": argument(node)}

    def _argument(self, node: Typed, level: int) -> dict[str, Any]:
        """A value, a step, or, inside of so many tests, the whole of what computes it."""
        match node:
            case Read(name=name) if name in self.names:
                return _written(self.names[name], solved(node.type))
            case Read(name=name) if name in self.of_tests:
                return self._argument(self.lets[name], level)
            case Read(name=name) if name in self.levels:
                return {EACH: self.levels[name]}
            case Constant(value=value):
                return _written(value, solved(node.type))
            case Construct(constructor=name, arguments=arguments):
                return {"reasoning": name, "arguments": [self._argument(a, level) for a in arguments]}
            case FrameOf(kind=kind, of=of):
                return {"frame": kind, "of": None if of is None else self._argument(of, level)}
            case Bind(name=name, value=value, body=body) if level:
                self.lets[name] = value
                self.of_tests.add(name)
                return self._argument(body, level)
        if level == 0 or isinstance(node, Read):
            return {"step": self.step(node)}
        function, given = self._call(node, level)
        return {"function": function, "arguments": given}


def _written(value: Any, type_: Type) -> dict[str, Any]:
    """A value with its type."""
    match value:
        case ThingRef(id=id):
            return {"thing": id}
        case ThingSet(ids=ids):
            return {"things": list(ids)}
        case TypeValue(constructor=name, arguments=arguments):
            parameters = CONSTRUCTORS[name].parameters
            inner = [_written(a, p.type) for a, p in zip(arguments, parameters, strict=True)]
            return {"reasoning": name, "arguments": inner}
        case Kind(name=name, roles=roles, facing=facing):
            front = next(word for word, meant in FRONTS.items() if meant == facing)
            return {"kind": name, "is": list(roles), "front": front}
    return {"category" if isinstance(type_, CategoryType) else _WORDS[type_]: value}
