"""The oracle: walks a typed program on a scene, one plain call at a time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from attrs import define, field

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
from espire_dsl.language.types import Set, solved
from espire_dsl.program.reference import Evaluation, EvaluationError
from espire_dsl.program.trace import TraceStep, plain
from espire_dsl.scene.error import SceneError
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.quantize import quantize
from tests.program.oracle import quantifiers
from tests.program.oracle.function import Invocation
from tests.program.oracle.functions import call as call_function


def margins_of(trace: Sequence[TraceStep]) -> dict[str, float]:
    """By unit, the least margin of all steps."""
    found: dict[str, list[float]] = {}
    for step in trace:
        if step.margin is not None and step.unit is not None:
            found.setdefault(step.unit, []).append(step.margin)
        for unit, margin in step.also.items():
            found.setdefault(unit, []).append(margin)
    return {unit: min(values) for unit, values in found.items()}


def evaluate(
    program: Typed,
    scene: Scene,
    bindings: Mapping[str, Any] | None = None,
    tolerance: float | None = None,
) -> Evaluation:
    """The value of a program on a scene, with its trace. Raises EvaluationError where it has none."""
    walker = _Walker(scene, tolerance)
    value = walker.value(program, dict(bindings or {}))
    return Evaluation(value, tuple(walker.trace))


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
                return self.value(body, {**names, name: self.value(value, names)})
            case Each():
                return self._each(node, names)
            case Choose(condition=condition, yes=yes, no=no):
                holds = self.value(condition, names)
                value = self.value(yes, names) if holds else self.value(no, names)
                if str(solved(node.type)) == "Number":
                    value = float(value)
                self.trace.append(TraceStep("if", {"condition": holds}, plain(value), node=node))
                return value

    def _apply(self, node: Apply, names: Mapping[str, Any]) -> Any:
        arguments = {name: self.value(value, names) for name, value in node.arguments}
        call = Invocation(arguments, self.scene, self.tolerance)
        try:
            step = call_function(node.function, call)
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
                also={} if step.metres is None else {"m": step.metres},
            )
        )
        return step.value

    def _each(self, node: Each, names: Mapping[str, Any]) -> Any:
        sets = [self.value(part, names) for part in node.sets]
        stated = None if node.number is None else self.value(node.number, names)
        looked: dict[tuple[str, ...], tuple[Any, dict[str, float]]] = {}
        for key in quantifiers.combinations([things.ids for things in sets]):
            inner = _Walker(self.scene, self.tolerance)
            bound = {n: ThingRef(id, t.scene) for n, id, t in zip(node.names, key, sets, strict=True)}
            found = inner.value(node.body, {**names, **bound})
            looked[key] = found, margins_of(inner.trace)
        scene = sets[0].scene
        if node.function in quantifiers.ORDERS:
            step = quantifiers.in_order(node.function, looked, stated, str(solved(node.body.type)), scene)
        else:
            single = {id: came for (id,), came in looked.items()}
            step = quantifiers.looked_at(node.function, single, stated, scene)
        inputs = {name: list(things.ids) for name, things in zip(("xs", "ys"), sets, strict=False)}
        self.trace.append(
            TraceStep(
                node.function,
                inputs | ({} if stated is None else {"number": stated}),
                plain(step.value),
                step.margin,
                step.unit,
                measured=step.measured,
                node=node,
                also=step.also,
            )
        )
        return step.value

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
