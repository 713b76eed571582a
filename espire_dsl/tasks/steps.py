"""A bound program as typed JSON: each step names its function and its arguments, and says of which type they
are. `espire_dsl.program.stored` says what steps look like, reads them back and runs them.

Variables are gone: things stand by their ids, reasoning types and frames with their arguments and owners.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import define, field

from espire_dsl.language.core.constructors import CONSTRUCTORS
from espire_dsl.language.core.values import ThingRef, ThingSet, TypeValue
from espire_dsl.language.family import Family
from espire_dsl.language.typed import Apply, Constant, Construct, FrameOf, Gather, Operate, Read, Typed
from espire_dsl.language.types import Category, Type, solved
from espire_dsl.program.asking import candidates_clause
from espire_dsl.program.stored import GATHERED, SCALAR_WORDS, VALUE
from espire_dsl.tasks.plan import inlined

Step = dict[str, Any]
_WORDS = {type_: word for word, (type_, _) in SCALAR_WORDS.items()}


def steps_of(family: Family, names: Mapping[str, Any]) -> list[Step]:
    """The steps of a family's program with its variables bound; the last one gives the answer."""
    writer = _Writer(names)
    clause = candidates_clause(family, names)
    if clause is not None:
        writer.candidates = writer.step(inlined(clause))
    last = writer.step(inlined(family.program))
    if last < len(writer.steps) - 1:
        writer.again(last)
    return writer.steps


@define
class _Writer:
    names: Mapping[str, Any]
    candidates: int | None = None
    steps: list[Step] = field(factory=list)

    def step(self, node: Typed) -> int:
        """The index of the step that computes a node; equal steps are written once."""
        match node:
            case Read(name="candidates") if self.candidates is not None:
                return self.candidates
            case Operate(operator=symbol, operands=(operand,)):
                return self._add(symbol, {"operand": self._argument(operand)}, node)
            case Operate(operator=symbol, operands=(left, right)):
                return self._add(symbol, {"left": self._argument(left), "right": self._argument(right)}, node)
            case Gather(items=items):
                gathered = {str(n): self._argument(item) for n, item in enumerate(items, 1)}
                return self._add(GATHERED, gathered, node)
            case Apply(function=function, arguments=arguments):
                return self._add(function, {name: self._argument(part) for name, part in arguments}, node)
            case _:
                return self._add(VALUE, {"operand": self._argument(node)}, node)

    def again(self, index: int) -> None:
        """A last step that gives what an earlier one gave."""
        step = {
            "function": VALUE,
            "arguments": {"operand": {"step": index}},
            "type": self.steps[index]["type"],
        }
        self.steps.append(step)

    def _add(self, function: str, arguments: dict[str, Any], node: Typed) -> int:
        step = {"function": function, "arguments": arguments, "type": str(solved(node.type))}
        if step not in self.steps:
            self.steps.append(step)
        return self.steps.index(step)

    def _argument(self, node: Typed) -> dict[str, Any]:
        match node:
            case Read(name=name) if name in self.names:
                return _written(self.names[name], solved(node.type))
            case Constant(value=value):
                return _written(value, solved(node.type))
            case Construct(constructor=name, arguments=arguments):
                return {"reasoning": name, "arguments": [self._argument(a) for a in arguments]}
            case FrameOf(kind=kind, of=of):
                return {"frame": kind, "of": None if of is None else self._argument(of)}
        return {"step": self.step(node)}


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
    return {"category" if isinstance(type_, Category) else _WORDS[type_]: value}
