"""What each step of a program gave, as read from the trace, against recomputing it."""

from __future__ import annotations

from typing import Any

from espire_dsl.gallery.seen import seen_steps
from espire_dsl.tasks.task import Task
from tests.auditing.making import task
from tests.gallery.making import plain_set

SETS = {"-": set.difference, "&": set.intersection, "|": set.union}


def test_steps_of_packaged_families() -> None:
    tasks = plain_set().tasks
    assert len({made.family for made in tasks}) > 25
    for made in tasks:
        _check_steps(made)


def _check_steps(task: Task) -> None:
    steps = seen_steps(task)
    assert [step.function for step in steps] == [step["function"] for step in task.program_steps]
    assert steps[-1].output == task.answers
    for step in steps:
        inputs = [steps[i].output for i in step.inputs]
        match step.function:
            case "thing":
                assert step.output == step.values[0]
            case "set":
                assert step.output == inputs
            case "-" | "&" | "|":
                assert set(step.output) == SETS[step.function](set(inputs[0]), set(inputs[1]))
            case "unique":
                assert inputs[0] == [step.output]
            case "books" | "slots" | "spaces":
                assert step.output == task.candidates
            case "table" | "shelf":
                assert step.output == step.function
            case _:
                assert step.function.startswith("filter_")
                assert step.call is not None
                call = task.trace[step.call]
                assert list(call["measured"]) == inputs[0]
                assert set(step.output) <= set(inputs[0])


def _step(function: str, inputs: list[int], values: list[Any]) -> dict[str, Any]:
    return {"function": function, "inputs": inputs, "value_inputs": values}


def _call(function: str, inputs: dict[str, Any], output: Any) -> dict[str, Any]:
    return {"function": function, "inputs": inputs, "output": output, "measured": {}, "unit": None}


def test_two_calls_that_differ_only_in_what_they_are_given() -> None:
    leftmost = {"type": "LeftMost", "arguments": []}
    made = task(
        program_steps=[
            _step("books", [], []),
            _step("filter_relation", [0], ["LeftMost"]),
            _step("-", [0, 1], []),
            _step("filter_relation", [2], ["LeftMost"]),
        ],
        trace=[
            _call("filter_relation", {"xs": ["a", "b", "c"], "type": leftmost}, ["a"]),
            _call("-", {"left": ["a", "b", "c"], "right": ["a"]}, ["b", "c"]),
            _call("filter_relation", {"xs": ["b", "c"], "type": leftmost}, ["b"]),
        ],
        answers=["b"],
    )
    assert [step.output for step in seen_steps(made)] == [["a", "b", "c"], ["a"], ["b", "c"], ["b"]]


def test_a_program_that_calls_nothing_gives_the_answers() -> None:
    made = task(program_steps=[_step("books", [], [])], answers=["a", "b"])
    assert [step.output for step in seen_steps(made)] == [["a", "b"]]


def test_what_nothing_tells_stays_open() -> None:
    made = task(program_steps=[_step("books", [], []), _step("count", [0], [])], answers=[3])
    assert [step.output for step in seen_steps(made)] == [None, [3]]
