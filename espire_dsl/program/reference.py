"""The reference evaluator: walks a typed program on a scene, one function call at a time, and traces it.

What a function computes is written once, on arrays; here it is asked of a batch of one scene.
"""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Mapping
from typing import Any

from attrs import define, field, frozen

from espire_dsl.diagnostics.error import EspireError
from espire_dsl.diagnostics.value import Span
from espire_dsl.language.core.function import Invocation
from espire_dsl.language.core.values import FrameValue, ThingRef, ThingSet, TypeValue
from espire_dsl.language.inference.operators import COMPARING, COMPUTE, UNITS
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
)
from espire_dsl.language.types import NUMBER, Set, solved
from espire_dsl.program.arrays.ranking import UNIT_OF_MEASURE
from espire_dsl.program.single import call_function, look, looked_at
from espire_dsl.program.trace import TraceStep, least_margins, plain
from espire_dsl.scene.error import SceneError
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.quantize import quantize


class EvaluationError(EspireError):
    """The program has no value on this scene: `unique` of two things, a table that is not there."""

    def __init__(self, message: str, span: Span) -> None:
        super().__init__(message)
        self.span = span


@frozen
class Evaluation:
    """The value of a program on a scene, and its trace: what each step gave."""

    value: Any
    trace: tuple[TraceStep, ...]

    def step_of(self, node: Typed) -> TraceStep | None:
        """The step that a part of the program made, the last one if it made several."""
        return next((s for s in reversed(self.trace) if s.node is not None and s.node == node), None)


def evaluate(
    program: Typed,
    scene: Scene,
    bindings: Mapping[str, Any] | None = None,
    tolerance: float | None = None,
) -> Evaluation:
    """The value of a program on a scene, with its trace. Raises EvaluationError where it has none."""
    walker = _Walker(scene, tolerance)
    value = walker.value(program, {} if bindings is None else bindings)
    return Evaluation(value, tuple(walker.trace))


def _with(names: Mapping[str, Any], name: str, value: Any) -> Mapping[str, Any]:
    """The names with one more. Those that are there are not read: some are computed when they are."""
    # Only the first map of a ChainMap is written to; the names are a Mapping, which nobody may write to.
    return ChainMap({name: value}, names)  # type: ignore[arg-type]


@define
class _Walker:
    scene: Scene
    tolerance: float | None
    trace: list[TraceStep] = field(factory=list)

    def value(self, node: Typed, names: Mapping[str, Any]) -> Any:
        match node:
            case Constant(value=value):
                return value
            case Read(name=name):
                return names[name]
            case Construct(constructor=constructor, arguments=arguments):
                return TypeValue(constructor, tuple(self.value(a, names) for a in arguments))
            case FrameOf(kind=kind, of=of):
                return FrameValue(kind, None if of is None else self.value(of, names).id)
            case Apply():
                return self._apply(node, names)
            case Operate():
                return self._operate(node, names)
            case Gather(items=items):
                values = tuple(self.value(item, names) for item in items)
                if isinstance(solved(node.type), Set):
                    scene = values[0].scene if isinstance(values[0], ThingRef) else self.scene
                    return ThingSet.of((v.id for v in values), scene)
                return values
            case Bind(name=name, value=value, body=body):
                return self.value(body, _with(names, name, self.value(value, names)))
            case Each():
                return self._each(node, names)
            case Choose():
                return self._choose(node, names)

    def _apply(self, node: Apply, names: Mapping[str, Any]) -> Any:
        arguments = {name: self.value(value, names) for name, value in node.arguments}
        try:
            step = call_function(node.function, Invocation(arguments, self.scene, self.tolerance))
        except SceneError as error:
            raise EvaluationError(str(error), node.span) from None
        self.trace.append(
            TraceStep(
                node.function,
                {name: plain(value) for name, value in arguments.items()},
                plain(step.value),
                step.margin,
                step.unit,
                step.frame,
                step.measured,
                step.angles,
                step.constraint,
                node,
                also=step.also,
            )
        )
        return step.value

    def _each(self, node: Each, names: Mapping[str, Any]) -> Any:
        sets: list[ThingSet] = [self.value(part, names) for part in node.sets]
        stated = None if node.number is None else self.value(node.number, names)
        keys = list(looked_at([things.ids for things in sets]))
        found, margins = [], []
        for key in keys:
            inner, bound = _Walker(self.scene, self.tolerance), names
            for name, id, things in zip(node.names, key, sets, strict=True):
                bound = _with(bound, name, ThingRef(id, things.scene))
            found.append(inner.value(node.body, bound))
            margins.append(least_margins(inner.trace))
        unit = UNIT_OF_MEASURE.get(solved(node.body.type))
        step = look(node.function, keys, sets[0].scene, found, margins, stated, unit)
        inputs = {name: plain(things) for name, things in zip(("xs", "ys"), sets, strict=False)}
        self.trace.append(
            TraceStep(
                node.function,
                {**inputs, **({} if stated is None else {"number": stated})},
                plain(step.value),
                step.margin,
                step.unit,
                measured=step.measured,
                node=node,
                also=step.also,
            )
        )
        return step.value

    def _choose(self, node: Choose, names: Mapping[str, Any]) -> Any:
        holds = self.value(node.condition, names)
        found = self.value(node.yes if holds else node.no, names)
        value = float(found) if solved(node.type) == NUMBER else found
        self.trace.append(TraceStep("if", {"condition": holds}, plain(value), node=node))
        return value

    def _operate(self, node: Operate, names: Mapping[str, Any]) -> Any:
        symbol = node.operator
        left = self.value(node.operands[0], names)
        if len(node.operands) == 1:
            return (not left) if symbol == "not" else -left
        if symbol in ("and", "or") and left is (symbol == "or"):
            return left
        right = self.value(node.operands[1], names)
        if symbol == "/" and right == 0:
            raise EvaluationError("division by zero", node.span)
        result = COMPUTE[symbol](left, right)
        self.trace.append(self._operator_step(node, left, right, result))
        return result

    def _operator_step(self, node: Operate, left: Any, right: Any, result: Any) -> TraceStep:
        margin = unit = None
        type_ = solved(node.operands[0].type)
        if node.operator in COMPARING and type_ in UNITS:
            margin, unit = quantize(abs(left - right)), UNITS[type_]
        inputs = {"left": plain(left), "right": plain(right)}
        return TraceStep(node.operator, inputs, plain(result), margin, unit, node=node)
