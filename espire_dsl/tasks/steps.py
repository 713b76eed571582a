"""A bound program as a list of steps in the shape that CLEVR made known: each step names its function, the
earlier steps that it takes its inputs from, and its plain values.

Variables are gone: things stand as `thing` steps with their ids, reasoning types and frames as plain values
(a type's name, then its arguments; a frame's kind). An intrinsic frame is always that of the step's
reference.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import define, field

from espire_dsl.language.core.values import ThingRef, ThingSet, TypeValue
from espire_dsl.language.family import Family
from espire_dsl.language.typed import (
    Apply,
    Constant,
    Construct,
    FrameOf,
    Gather,
    Operate,
    Read,
    Typed,
)
from espire_dsl.language.types import Frame, Reasoning, solved
from espire_dsl.program.asking import candidates_clause
from espire_dsl.program.trace import plain
from espire_dsl.tasks.plan import inlined

Step = dict[str, Any]


def steps_of(family: Family, names: Mapping[str, Any]) -> list[Step]:
    """The steps of a family's program with its variables bound; the last one gives the answer."""
    writer = _Writer()
    known = {name: _Known(value) for name, value in names.items()}
    clause = candidates_clause(family, names)
    if clause is not None:
        known["candidates"] = _Known(None, writer.step(inlined(clause), known))
    writer.step(inlined(family.program), known)
    return writer.steps


@define
class _Known:
    """What a name stands for: a plain value, or an earlier step."""

    value: Any
    index: int | None = None


@define
class _Writer:
    steps: list[Step] = field(factory=list)

    def step(self, node: Typed, known: Mapping[str, _Known]) -> int:
        """The index of the step that computes a node; equal steps are written once."""
        match node:
            case Read(name=name):
                return self._read(known[name])
            case Operate(operator=symbol, operands=operands):
                return self._add(symbol, [self.step(o, known) for o in operands], [])
            case Gather(items=items):
                return self._add("set", [self.step(i, known) for i in items], [])
            case Apply(function=function, arguments=arguments):
                inputs: list[int] = []
                values: list[Any] = []
                for _, argument in arguments:
                    if _is_plain(argument):
                        values += _plain_values(argument, known)
                    else:
                        inputs.append(self.step(argument, known))
                return self._add(function, inputs, values)
            case _:
                return self._add("value", [], _plain_values(node, known))

    def _read(self, known: _Known) -> int:
        if known.index is not None:
            return known.index
        if isinstance(known.value, ThingRef):
            return self._add("thing", [], [known.value.id])
        if isinstance(known.value, ThingSet):
            return self._add("things", [], list(known.value.ids))
        return self._add("value", [], _written(known.value))

    def _add(self, function: str, inputs: list[int], values: list[Any]) -> int:
        step = {"function": function, "inputs": inputs, "value_inputs": values}
        if step not in self.steps:
            self.steps.append(step)
        return self.steps.index(step)


def _is_plain(node: Typed) -> bool:
    return isinstance(node, Constant | Construct | FrameOf) or isinstance(
        solved(node.type), Reasoning | Frame
    )


def _plain_values(node: Typed, known: Mapping[str, _Known]) -> list[Any]:
    match node:
        case Constant(value=value):
            return [plain(value)]
        case FrameOf(kind=kind):
            return [kind]
        case Construct(constructor=name, arguments=arguments):
            return [name, *(value for a in arguments for value in _plain_values(a, known))]
        case Read(name=name):
            return _written(known[name].value)
    raise TypeError(f"not a plain value: {node!r}")


def _written(value: Any) -> list[Any]:
    if isinstance(value, TypeValue):
        return [value.constructor, *(plain(a) for a in value.arguments)]
    return [plain(value)]
