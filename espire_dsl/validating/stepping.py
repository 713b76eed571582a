"""Runs the `program_steps` of a task: what each step gives on the task's scene.

Steps are read by the signatures of the core functions: things and sets come from earlier steps, reasoning
types and frames stand as plain values, numbers and labels may do either.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any, Final

from attrs import define, field

from espire_dsl.language.core.constructors import CONSTRUCTORS
from espire_dsl.language.core.function import Invocation
from espire_dsl.language.core.functions import FUNCTIONS
from espire_dsl.language.core.signature import Parameter
from espire_dsl.language.core.values import FrameValue, ThingRef, ThingSet, TypeValue
from espire_dsl.language.operators import COMPUTE
from espire_dsl.language.types import SCENE, Category, Frame, Reasoning, Scalar, Set, Thing
from espire_dsl.program.trace import TraceStep, plain
from espire_dsl.scene.error import SceneError
from espire_dsl.scene.graph import Scene

_REFERENCES: Final = ("of", "from")
_NOT_READ: Final = (LookupError, TypeError, ValueError, ZeroDivisionError, AttributeError, AssertionError)


class StepError(Exception):
    """A step that cannot be run."""


@define
class Steps:
    """The steps of a program on a scene. A step is run when something asks for its value, and once."""

    steps: Sequence[dict[str, Any]]
    scene: Scene
    tolerance: float | None
    calls: Mapping[str, Any] = field(factory=dict)
    _known: dict[int, Any] = field(factory=dict)

    def value(self, index: int) -> Any:
        """What a step gives, or a StepError that says why it gives nothing."""
        if index not in self._known:
            step = self.steps[index]
            if any(not 0 <= i < index for i in step["inputs"]):
                raise StepError(f"step {index} takes its inputs from steps that do not come before it")
            try:
                self._known[index] = self._run(step["function"], step["inputs"], step["value_inputs"])
            except SceneError as error:
                raise StepError(f"step {index}, {step['function']}: {error}") from None
            except _NOT_READ as error:
                raise StepError(f"step {index}, {step['function']}, cannot be run: {error}") from None
        return self._known[index]

    def _run(self, function: str, inputs: Sequence[int], values: Sequence[Any]) -> Any:
        match function:
            case "thing":
                return ThingRef(self.scene.node(values[0]).id, self.scene)
            case "things":
                return ThingSet.of((self.scene.node(id).id for id in values), self.scene)
            case "value":
                return TypeValue(values[0], tuple(values[1:])) if values[0] in CONSTRUCTORS else values[0]
            case "set":
                items = [self.value(i) for i in inputs]
                things = all(isinstance(item, ThingRef) for item in items)
                return ThingSet.of((item.id for item in items), items[0].scene) if things else tuple(items)
        if function in FUNCTIONS:
            return self._call(function, inputs, values)
        return self._operate(function, inputs)

    def _operate(self, symbol: str, inputs: Sequence[int]) -> Any:
        left = self.value(inputs[0])
        if len(inputs) == 1:
            return (not left) if symbol == "not" else -left
        if symbol in ("and", "or") and left is (symbol == "or"):
            return left
        return COMPUTE[symbol](left, self.value(inputs[1]))

    def _call(self, function: str, inputs: Sequence[int], values: Sequence[Any]) -> Any:
        chosen = FUNCTIONS[function]
        for parameters, from_steps in _ways(chosen.signature.parameters, len(inputs)):
            arguments = self._arguments(parameters, from_steps, inputs, values)
            if arguments is not None:
                key = _key(function, {name: plain(value) for name, value in arguments.items()})
                if key in self.calls:
                    return self.calls[key]
                return chosen.implementation(Invocation(arguments, self.scene, self.tolerance)).value
        raise ValueError("its inputs are not what the function takes")

    def _arguments(
        self,
        parameters: Sequence[Parameter],
        from_steps: Sequence[bool],
        inputs: Sequence[int],
        values: Sequence[Any],
    ) -> dict[str, Any] | None:
        """The arguments by name if this way of reading uses up all values."""
        earlier, given = iter(inputs), list(values)
        found: dict[str, Any] = {}
        for parameter, from_step in zip(parameters, from_steps, strict=True):
            if from_step:
                found[parameter.name] = self.value(next(earlier))
            elif not given:
                return None
            elif isinstance(parameter.type, Reasoning):
                if given[0] not in CONSTRUCTORS:
                    return None
                end = 1 + len(CONSTRUCTORS[given[0]].parameters)
                found[parameter.name] = TypeValue(given[0], tuple(given[1:end]))
                del given[:end]
            else:
                found[parameter.name] = given.pop(0)
        if given:
            return None
        for parameter in parameters:
            if isinstance(parameter.type, Frame) and isinstance(found[parameter.name], str):
                found[parameter.name] = _frame(found[parameter.name], found)
        return found


def calls_of(trace: Sequence[TraceStep], scene: Scene) -> dict[str, Any]:
    """The values of calls that an evaluation on this scene made, by function and arguments.

    None where the program makes other scenes: an id does not tell of which scene a thing is.
    """
    found: dict[str, Any] = {}
    for step in trace:
        result = FUNCTIONS[step.function].signature.result if step.function in FUNCTIONS else None
        if result == SCENE:
            return {}
        if isinstance(result, Set):
            found[_key(step.function, step.inputs)] = ThingSet.of(step.output, scene)
        elif isinstance(result, Thing):
            found[_key(step.function, step.inputs)] = ThingRef(step.output, scene)
    return found


def _key(function: str, inputs: Mapping[str, Any]) -> str:
    return f"{function} {json.dumps(inputs, sort_keys=True)}"


def _frame(kind: str, arguments: dict[str, Any]) -> FrameValue:
    """An intrinsic frame is that of the step's reference."""
    owner = next((arguments[name] for name in _REFERENCES if name in arguments), None)
    return FrameValue(kind, owner.id if kind == "intrinsic" and owner is not None else None)


def _ways(
    parameters: Sequence[Parameter], inputs: int
) -> Iterator[tuple[Sequence[Parameter], Sequence[bool]]]:
    """The ways to tell which parameters come from earlier steps; a scene that is left out is the task's."""
    for given in (parameters, [p for p in parameters if p.default != "here"]):
        for from_steps in product(*map(_sources, given)):
            if sum(from_steps) == inputs:
                yield given, from_steps


def _sources(parameter: Parameter) -> tuple[bool, ...]:
    if isinstance(parameter.type, Reasoning | Frame):
        return (False,)
    is_plain = isinstance(parameter.type, Scalar | Category) and not parameter.variadic
    return (False, True) if is_plain else (True,)
