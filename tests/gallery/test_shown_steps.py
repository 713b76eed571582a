"""What each step of a program gave, as read from the trace, against recomputing it."""

from __future__ import annotations

from typing import Any

from espire_dsl.gallery.shown_steps import shown_steps
from espire_dsl.tasks.task import Task
from tests.auditing.making import task
from tests.gallery.making import plain_set

SETS = {"-": set.difference, "&": set.intersection, "|": set.union}


def test_steps_of_packaged_families() -> None:
    tasks = plain_set().tasks
    assert len({made.family for made in tasks}) > 25
    assert any(made.undecided for made in tasks)
    for made in tasks:
        _check_steps(made)


def _check_steps(task: Task) -> None:
    """The last step gives the answers, among the undecided ones that happen to lie inside."""
    steps = shown_steps(task)
    assert [step.function for step in steps] == [step["function"] for step in task.program_steps]
    assert [id for id in steps[-1].output if id not in task.undecided] == task.answers
    for step in steps:
        inputs = [steps[i].output for i in step.inputs]
        match step.function:
            case "value":
                assert [step.output] == [*inputs, *step.values]
            case "set":
                assert sorted(step.output) == sorted([*inputs, *step.values])
            case "-" | "&" | "|":
                assert set(step.output) == SETS[step.function](set(inputs[0]), set(inputs[1]))
            case "unique":
                assert inputs[0] == [step.output]
            case "of_kind":
                assert step.values[0] in ("book", "slot", "space")
                assert step.output == task.candidates
            case "the":
                assert step.output == step.values[0]
            case _:
                assert step.function.startswith("filter_")
                assert step.call is not None
                call = task.trace[step.call]
                assert list(call["measured"]) == inputs[0]
                assert set(step.output) <= set(inputs[0])


def _step(function: str, **arguments: dict[str, Any]) -> dict[str, Any]:
    return {"function": function, "arguments": arguments, "type": "Set[book]"}


def _call(step: int, function: str, output: Any) -> dict[str, Any]:
    return {"step": step, "function": function, "inputs": {}, "output": output, "measured": {}, "unit": None}


def test_two_calls_that_differ_only_in_what_they_are_given() -> None:
    leftmost = {"reasoning": "LeftMost", "arguments": []}
    own = {"frame": "intrinsic", "of": {"thing": "shelf"}}
    made = task(
        program_steps=[
            _step("books"),
            _step("filter_relation", xs={"step": 0}, type=leftmost, of={"thing": "shelf"}, **{"in": own}),
            _step("-", left={"step": 0}, right={"step": 1}),
            _step("filter_relation", xs={"step": 2}, type=leftmost, of={"thing": "shelf"}, **{"in": own}),
        ],
        trace=[
            _call(0, "books", ["a", "b", "c"]),
            _call(1, "filter_relation", ["a"]),
            _call(2, "-", ["b", "c"]),
            _call(3, "filter_relation", ["b"]),
        ],
        answers=["b"],
    )
    seen = shown_steps(made)
    assert [step.output for step in seen] == [["a", "b", "c"], ["a"], ["b", "c"], ["b"]]
    assert [step.inputs for step in seen] == [(), (0,), (0, 1), (2,)]
    assert seen[1].values == ("LeftMost", "shelf", "intrinsic", "shelf")


def test_what_calls_nothing_gives_its_operand_or_a_set() -> None:
    steps = [_step("value", operand={"thing": "a"}), _step("set", **{"1": {"step": 0}, "2": {"thing": "b"}})]
    made = task(program_steps=steps, trace=[], answers=["a", "b"])
    assert [step.output for step in shown_steps(made)] == ["a", ["a", "b"]]


def test_what_nothing_tells_stays_open() -> None:
    made = task(program_steps=[_step("books"), _step("count", xs={"step": 0})], trace=[], answers=[3])
    assert [step.output for step in shown_steps(made)] == [None, [3]]
