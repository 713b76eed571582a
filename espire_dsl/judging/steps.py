"""Runs the stored steps of a task's program on a scene, by the core functions that made the answer.

`espire_dsl.tasks.steps` says how steps are written; here they are read back. Families are not needed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from espire_dsl.judging.error import JudgingError
from espire_dsl.language.core.constructors import CONSTRUCTORS
from espire_dsl.language.core.function import Function, Invocation
from espire_dsl.language.core.functions import FUNCTIONS
from espire_dsl.language.core.values import FrameValue, ThingRef, ThingSet, TypeValue
from espire_dsl.language.operators import COMPUTE
from espire_dsl.language.types import SCENE, Frame, List, Reasoning, Set, Thing
from espire_dsl.scene.error import SceneError
from espire_dsl.scene.graph import Scene

Step = Mapping[str, Any]
Arguments = dict[str, Any]


def values_of(steps: Sequence[Step], scene: Scene, tolerance: float | None) -> tuple[Any, ...]:
    """What each step gives on the scene; the last one is the answer."""
    values: list[Any] = []
    for step in steps:
        inputs = [values[index] for index in step["inputs"]]
        try:
            values.append(_value(step, inputs, scene, tolerance))
        except SceneError as error:
            raise JudgingError(f"the program has no value on this scene: {error}") from None
    return tuple(values)


def _value(step: Step, inputs: Sequence[Any], scene: Scene, tolerance: float | None) -> Any:
    name, plain = step["function"], step["value_inputs"]
    match name:
        case "thing":
            return ThingRef(scene.node(plain[0]).id, scene)
        case "things":
            return ThingSet.of((scene.node(id).id for id in plain), scene)
        case "set":
            return ThingSet.of((thing.id for thing in inputs), scene)
        case "value":
            return plain[0] if len(plain) == 1 else TypeValue(plain[0], tuple(plain[1:]))
        case _ if name in COMPUTE and len(inputs) == 2:
            return COMPUTE[name](*inputs)
        case _ if name in FUNCTIONS:
            function = FUNCTIONS[name]
            call = Invocation(arguments_of(function, inputs, plain), scene, tolerance)
            return function.implementation(call).value
    raise JudgingError(f'the program has a step "{name}", which cannot be run from its record')


def arguments_of(function: Function, inputs: Sequence[Any], plain: Sequence[Any]) -> Arguments:
    """The arguments by name: things come from earlier steps, reasoning types and frames stand in the step."""
    things, words = list(inputs), list(plain)
    arguments: Arguments = {}
    for parameter in function.signature.parameters:
        type_ = parameter.type
        if isinstance(type_, Reasoning):
            arguments[parameter.name] = type_value(words)
        elif isinstance(type_, Frame):
            arguments[parameter.name] = _frame(words.pop(0), arguments)
        elif isinstance(type_, Thing | Set | List):
            arguments[parameter.name] = things.pop(0)
        elif type_ == SCENE and not things:
            continue
        elif things and words:
            raise JudgingError(f"the step {function.name} does not say which value is its {parameter.name}")
        else:
            arguments[parameter.name] = (things or words).pop(0)
    return arguments


def type_value(words: list[Any]) -> TypeValue:
    """The reasoning type at the head of a step's plain values, which loses them."""
    name = words.pop(0)
    count = len(CONSTRUCTORS[name].parameters)
    arguments = tuple(words[:count])
    del words[:count]
    return TypeValue(name, arguments)


def _frame(kind: str, arguments: Arguments) -> FrameValue:
    """An intrinsic frame is that of the step's reference, the thing named last."""
    if kind != "intrinsic":
        return FrameValue(kind)
    owners = [value.id for value in arguments.values() if isinstance(value, ThingRef)]
    return FrameValue(kind, owners[-1])
