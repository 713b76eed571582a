"""The status check: does a final state satisfy the instruction of a task?

It needs the stored records alone: the task, the scene that it is about, and the scene in the end.

- Pick: the robot holds one thing in the end, and that is one of the answers.
- Place: the thing that was in hand is let go, is in a cell with all of its box (5 mm may stick out), that
  cell or the vacancy below its centre is right (or undecided), it is posed as the task asks, and is at rest
  (`rest.py`). What was asked about places was decided when the task was made: nothing is measured again.
"""

from __future__ import annotations

from collections.abc import Iterator

from espire_dsl.diagnostics.error import EspireError
from espire_dsl.language.core.values import TypeValue
from espire_dsl.program.single import evaluate_step
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.node import Node
from espire_dsl.success.rest import at_rest
from espire_dsl.success.result import Check, Judgement
from espire_dsl.success.whereabouts import whereabouts
from espire_dsl.tasks.task import Task


class SuccessCheckError(EspireError):
    """The task and the scenes do not belong together, or nothing was to be done in the task."""


def check_success(task: Task, before: Scene, after: Scene, speed: float | None = None) -> Judgement:
    """Whether `after` is a success. `speed` is how fast the placed thing still moves, in metres a second, if
    a simulator knows; NaN counts as moving."""
    if task.scene != before.id:
        raise SuccessCheckError(f'the task is about the scene "{task.scene}", and this one is "{before.id}"')
    if task.action == "pick":
        return _picked(task, after)
    if task.action == "place":
        return _placed(task, before, after, speed)
    raise SuccessCheckError(
        f'the task asks to "{task.action}"; a final state can be judged after pick and place'
    )


def _held(scene: Scene) -> tuple[str, ...]:
    return tuple(id for robot in scene.of_kind("robot") for id in scene.targets(robot.id, "holds"))


def _picked(task: Task, after: Scene) -> Judgement:
    held = _held(after)
    if len(held) != 1:
        return Judgement.of(Check("in hand", False, f"the robot holds {len(held)} things instead of one"))
    return Judgement.of(
        Check("in hand", True, f"the robot holds {held[0]}"),
        Check("right thing", held[0] in task.answers, f"{held[0]}; right are {', '.join(task.answers)}"),
    )


def _placed(task: Task, before: Scene, after: Scene, speed: float | None) -> Judgement:
    if task.held is None or task.held not in before:
        raise SuccessCheckError(f"the task does not say which thing of its scene is in hand: {task.held}")
    if task.held not in after:
        return Judgement.of(Check("released", False, f"{task.held} is gone"))
    thing = after.node(task.held)
    released = thing.id not in _held(after)
    where = whereabouts(before, thing)
    cell = None if where.slot is None else before.node(where.slot)
    right = not where.places.isdisjoint([*task.answers, *task.undecided])
    return Judgement.of(
        Check("released", released, f"{thing.id} is {'out of' if released else 'still in'} the hand"),
        Check("in a cell", cell is not None, str(where)),
        Check("right place", right, f"{where}; right are {', '.join(task.answers)}"),
        *_posed(task, after, thing),
        at_rest(after, thing, cell, speed),
    )


def _posed(task: Task, after: Scene, thing: Node) -> Iterator[Check]:
    """Where a pose is asked for: the tilt of the thing, as the language means it."""
    if task.constraint is None:
        return
    angle = task.constraint["angle"]
    pose = TypeValue(task.constraint["pose"], () if angle is None else (angle,))
    found = evaluate_step(after, thing.id, pose, tolerance=task.constraint.get("tolerance"))
    detail = f"it is tilted by {found.measured[thing.id]:.1f} degrees"
    yield Check(pose.constructor, bool(found.value.ids), detail)
