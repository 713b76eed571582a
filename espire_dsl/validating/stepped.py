"""The steps of a task's program against its answers and candidates."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from espire_dsl.language.core.values import ThingSet
from espire_dsl.program.trace import TraceStep
from espire_dsl.scene.graph import Scene
from espire_dsl.tasks.outcome import answer_of
from espire_dsl.tasks.record import in_unit
from espire_dsl.tasks.task import Task
from espire_dsl.validating.finding import Problem
from espire_dsl.validating.stepping import StepError, Steps, calls_of


def step_problems(
    task: Task, scene: Scene, tolerance: float | None, trace: Sequence[TraceStep]
) -> Iterator[Problem]:
    """Where the steps give something else than the record says. Calls of the trace are not made twice."""
    steps = Steps(task.program_steps, scene, tolerance, calls_of(trace, scene))
    try:
        answer = answer_of(steps.value(len(task.program_steps) - 1))
    except StepError as error:
        yield Problem("program_steps", str(error))
        return
    right = in_unit(answer if isinstance(answer, tuple) else [answer], task.answer_unit)
    if right != task.answers and not (task.choices is not None and task.answers[0] in right):
        yield Problem("program_steps", f"their last one gives {right}, and the answers are {task.answers}")
    if task.candidates is not None and not _is_step(task.candidates, steps):
        yield Problem("candidates", "no step of the program gives exactly these")


def _is_step(candidates: list[str], steps: Steps) -> bool:
    """Whether candidates are what a step gives; not the last one, which gives the answers."""
    for index in range(max(1, len(steps.steps) - 1)):
        try:
            value = steps.value(index)
        except StepError:
            continue
        if isinstance(value, ThingSet) and list(value.ids) == candidates:
            return True
    return False
