"""A bound program as typed JSON: each step names its function and its arguments, and says of which type they
are. `espire_dsl.program.stored` says what steps look like, reads them back and runs them.

Variables are gone: things stand by their ids, reasoning types and frames with their arguments and owners.
What is tested of each thing of a set stands whole in its step; what it takes from outside is a step.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any

from attrs import define, field, frozen

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
    is_eager,
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
_OPEN = "open"


@frozen
class StoredSteps:
    """A bound program as it is stored. `index_of` has the step that each part of the program became, by the
    identity of the part; `needed` are the steps that running it computes, None where that has to be seen."""

    steps: list[Step]
    index_of: Mapping[int, int]
    needed: frozenset[int] | None

    def trace_of(self, trace: Iterable[TraceStep]) -> list[tuple[int, TraceStep]] | None:
        """The trace of the stored program, from that of the program that it was written from: each step that
        is needed once, in their order. None where the stored program has to be run for it."""
        if self.needed is None:
            return None
        found: dict[int, TraceStep] = {}
        for step in trace:
            index = self.index_of.get(id(step.node), -1)
            if index in self.needed:
                found.setdefault(index, step)
        return sorted(found.items())


def steps_of(family: Family, names: Mapping[str, Any]) -> list[Step]:
    """The steps of a family's program with its variables bound; the last one gives the answer."""
    return stored_steps(family, names).steps


def stored_steps(family: Family, names: Mapping[str, Any]) -> StoredSteps:
    """The same, with what became which step."""
    clause, forms = candidates_clause(family, names), _forms(family)
    if id(clause) not in forms:
        forms[id(clause)] = _Form.of(family.program, clause, names)
    form = forms[id(clause)]
    return _stored(family.program, clause, names) if form.varies else form.filled(names)


@once_for_each
def _forms(_: Family) -> dict[int, _Form]:
    """The forms of a family's program, by the identity of the clause of its candidates."""
    return {}


@frozen
class _Form:
    """A program as it is stored, with places left open for the values of variables. It `varies` where some
    values make two steps one; `open` has the arguments of each step in which a place is left open."""

    stored: StoredSteps
    open: tuple[tuple[str, ...], ...]
    varies: bool

    @classmethod
    def of(cls, program: Typed, clause: Typed | None, names: Iterable[str]) -> _Form:
        stored = _stored(program, clause, {name: _Open(name) for name in names})
        open_ = tuple(tuple(n for n, part in s["arguments"].items() if _is_open(part)) for s in stored.steps)
        return cls(stored, open_, _some_may_be_one(stored.steps))

    def filled(self, names: Mapping[str, Any]) -> StoredSteps:
        """The steps with values; those without open places are the same for all bindings."""
        steps = []
        for step, open_ in zip(self.stored.steps, self.open, strict=True):
            if open_:
                arguments = dict(step["arguments"])
                arguments.update((name, _filled(arguments[name], names)) for name in open_)
                step = {**step, "arguments": arguments}
            steps.append(step)
        return StoredSteps(steps, self.stored.index_of, self.stored.needed)


@frozen
class _Open:
    """Stands for the value of a variable."""

    name: str


def _some_may_be_one(steps: Sequence[Step]) -> bool:
    """Whether two steps are equal for some values of the variables. The first two that are read the same
    steps, as no two before them are one."""
    return any(_may_be_one(*pair) for pair in combinations(steps, 2))


def _may_be_one(one: Any, other: Any) -> bool:
    """Whether two parts of steps, which read the same steps, are equal for some values of the variables."""
    match one, other:
        case dict(), dict() if _OPEN in one or _OPEN in other:
            return "step" not in one and "step" not in other
        case dict(), dict():
            return one.keys() == other.keys() and all(_may_be_one(one[key], other[key]) for key in one)
        case list(), list():
            return len(one) == len(other) and all(map(_may_be_one, one, other))
    return bool(one == other)


def _is_open(part: Step) -> bool:
    return _OPEN in part or any(_OPEN in inner for inner in arguments_within(part))


def _filled(part: Any, names: Mapping[str, Any]) -> Any:
    """An argument with the values of variables in its open places."""
    if isinstance(part, list):
        return [_filled(inner, names) for inner in part]
    if not isinstance(part, dict):
        return part
    if _OPEN in part:
        return _written(names[part[_OPEN]], part["type"])
    return {key: _filled(value, names) for key, value in part.items()}


def _stored(program: Typed, clause: Typed | None, names: Mapping[str, Any]) -> StoredSteps:
    writer = _Writer(names)
    if clause is not None:
        writer.candidates = writer.step(clause)
    last = writer.step(program)
    if last < len(writer.steps) - 1:
        writer.again(last)
    eager = is_eager(program) and (clause is None or is_eager(clause))
    return StoredSteps(writer.steps, writer.index_of, _needed(writer.steps) if eager else None)


def _needed(steps: Sequence[Step]) -> frozenset[int]:
    """The steps that the last one needs."""
    needed = {len(steps) - 1}
    for index in range(len(steps) - 1, -1, -1):
        if index in needed:
            needed |= {part["step"] for part in arguments_within(steps[index]) if "step" in part}
    return frozenset(needed)


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
        case _Open(name=name):
            return {_OPEN: name, "type": type_}
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
