"""What each step of a program gave, read back from the trace of a task.

A task has its program as steps that refer to one another, and a trace of the calls that were made. Things
that are named, and the clause that says the candidates, leave no call; what they stand for is seen in the
inputs of the calls that use them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from attrs import frozen

from espire_dsl.tasks.task import Task

_UNKNOWN: Final = object()
_FRAMES: Final = ("relative", "intrinsic", "absolute")


@frozen
class SeenStep:
    """A step: its function, the steps that it takes inputs from, its plain values, and what it gave.

    `output` is None where nothing tells it; `call` is the place of its call in the task's trace.
    """

    function: str
    inputs: tuple[int, ...]
    values: tuple[Any, ...]
    output: Any = None
    call: int | None = None


def seen_steps(task: Task) -> tuple[SeenStep, ...]:
    """The steps of a task's program, each with what it gave; the last one gives the answer."""
    steps = task.program_steps
    outputs: list[Any] = [_UNKNOWN] * len(steps)
    calls: list[int | None] = [None] * len(steps)
    used: set[int] = set()
    for index, step in enumerate(steps):
        outputs[index] = _told(step, outputs)
        found = _call_of(step, outputs, task.trace, used)
        if found is None:
            continue
        place, inputs = found
        used.add(place)
        calls[index], outputs[index] = place, task.trace[place]["output"]
        for source, value in zip(step["inputs"], inputs, strict=True):
            if outputs[source] is _UNKNOWN:
                outputs[source] = value
    if outputs and outputs[-1] is _UNKNOWN:
        outputs[-1] = task.answers
    return tuple(
        SeenStep(
            step["function"],
            tuple(step["inputs"]),
            tuple(step["value_inputs"]),
            None if output is _UNKNOWN else output,
            call,
        )
        for step, output, call in zip(steps, outputs, calls, strict=True)
    )


def _told(step: Mapping[str, Any], outputs: Sequence[Any]) -> Any:
    """What a step gives that says so itself."""
    match step["function"]:
        case "thing" | "value" if len(step["value_inputs"]) == 1:
            return step["value_inputs"][0]
        case "things" | "value":
            return list(step["value_inputs"])
        case "set":
            gathered = [outputs[source] for source in step["inputs"]]
            return _UNKNOWN if _UNKNOWN in gathered else gathered
    return _UNKNOWN


def _call_of(
    step: Mapping[str, Any], outputs: Sequence[Any], trace: Sequence[Mapping[str, Any]], used: set[int]
) -> tuple[int, list[Any]] | None:
    """The call that fits a step and its inputs; equal calls are one step, so used ones come last."""
    known = [outputs[source] for source in step["inputs"]]
    for place in sorted(range(len(trace)), key=lambda place: place in used):
        if trace[place]["function"] != step["function"]:
            continue
        inputs = _inputs(trace[place]["inputs"].values(), list(step["value_inputs"]))
        if inputs is not None and len(inputs) == len(known) and all(map(_agree, known, inputs)):
            return place, inputs
    return None


def _agree(known: Any, value: Any) -> bool:
    return known is _UNKNOWN or known == value or (isinstance(known, list) and known == [value])


def _inputs(given: Any, values: list[Any]) -> list[Any] | None:
    """The inputs of a call without the plain values of its step; None when these are others."""
    inputs = []
    for value in given:
        plain = _plain(value)
        if values[: len(plain)] == plain:
            del values[: len(plain)]
        else:
            inputs.append(value)
    return None if values else inputs


def _plain(value: Any) -> list[Any]:
    """A value of a call as the plain values of a step have it."""
    if isinstance(value, dict) and "type" in value:
        return [value["type"], *value.get("arguments", [])]
    if isinstance(value, str) and value.partition("(")[0] in _FRAMES:
        return [value.partition("(")[0]]
    return [value]
