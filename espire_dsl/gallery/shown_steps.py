"""What each step of a program gave, read back from the trace of a task."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any

from attrs import frozen

from espire_dsl.program.stored import arguments_within
from espire_dsl.tasks.task import Task


@frozen
class ShownStep:
    """A step: its function, the steps that it takes inputs from, its plain values, and what it gave.

    `output` is None where nothing tells it; `call` is the place of its call in the task's trace.
    """

    function: str
    inputs: tuple[int, ...]
    values: tuple[Any, ...]
    output: Any = None
    call: int | None = None


def shown_steps(task: Task) -> tuple[ShownStep, ...]:
    """The steps of a task's program, each with what it gave; the last one gives the answer."""
    return traced_steps(task.program_steps, task.trace, task.answers)


def traced_steps(
    steps: Sequence[Mapping[str, Any]], trace: Sequence[Mapping[str, Any]], answers: Any
) -> tuple[ShownStep, ...]:
    """The steps of a stored program, each with what it gave by its trace."""
    calls = {call["step"]: place for place, call in enumerate(trace)}
    seen: list[ShownStep] = []
    for index, step in enumerate(steps):
        call = calls.get(index)
        output = _gathered(step, seen) if call is None else trace[call]["output"]
        if output is None and index == len(steps) - 1:
            output = answers
        parts = step["arguments"].values()
        inputs = tuple(source for part in parts for source in _sources(part))
        values = tuple(value for part in parts for value in _plain(part))
        seen.append(ShownStep(step["function"], inputs, values, output, call))
    return tuple(seen)


def _gathered(step: Mapping[str, Any], before: Sequence[ShownStep]) -> Any:
    """What a step gives that calls nothing: its operand, or a set of its arguments."""
    outputs = [_given(part, before) for part in step["arguments"].values()]
    match step["function"]:
        case "value":
            return outputs[0] if outputs else None
        case "set":
            return None if None in outputs else outputs
    return None


def _given(part: Mapping[str, Any], before: Sequence[ShownStep]) -> Any:
    """What an argument is: what an earlier step gave, or the value that it states."""
    step = part.get("step")
    if step is None:
        return next(iter(part.values()), None)
    return before[step].output if 0 <= step < len(before) else None


def _sources(part: Mapping[str, Any]) -> tuple[int, ...]:
    """The steps that an argument reads."""
    return tuple(inner["step"] for inner in (part, *arguments_within(part)) if "step" in inner)


def _plain(part: Mapping[str, Any]) -> tuple[Any, ...]:
    """The values that an argument states: a reasoning type with its arguments, a frame, a thing, a number; of
    a test, the functions that it calls with theirs."""
    return tuple(value for inner in (part, *arguments_within(part)) for value in _stated(inner))


def _stated(part: Mapping[str, Any]) -> tuple[Any, ...]:
    named = next((part[word] for word in ("reasoning", "frame", "function", "kind") if word in part), None)
    if named is not None:
        return (named,)
    told = [value for word, value in part.items() if word not in ("step", "each")]
    return tuple(chain.from_iterable(value if isinstance(value, list) else (value,) for value in told))
