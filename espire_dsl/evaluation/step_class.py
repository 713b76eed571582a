"""Classes of steps, T1 to T6, by computation: what the view after a step is good for.

What hides more than half of a target is named first, then a target too small to be recognised; of other views
the planner is asked whether anything that is seen of the target could be pointed at with success.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal

from espire_dsl.evaluation.aiming import aim
from espire_dsl.scene.acting import Arena, CameraView

StepClass = Literal["T1", "T2", "T3", "T4", "T5", "T6"]

MEANINGS: Final[Mapping[StepClass, str]] = {
    "T1": "a view from which the target can be reached",
    "T2": "a view from which it cannot",
    "T3": "the robot hides the target",
    "T4": "something else hides it",
    "T5": "it cannot be recognised",
    "T6": "achieved",
}

RECOGNISABLE: Final = 60
"""The pixels that a target must have to be recognised: those that task sets ask of answers."""

_HIDDEN: Final = 0.5
_TRIES: Final = 6  # points of the target, so that a class costs little beside the picture


def step_class(
    arena: Arena, view: CameraView, target: str, constraint: Mapping[str, Any] | None
) -> StepClass:
    """The class of a step that was not accepted, by the view after it."""
    sight = arena.sight(view, target)
    if sight.behind_robot > _HIDDEN * sight.alone:
        return "T3"
    if sight.behind_others > _HIDDEN * sight.alone:
        return "T4"
    if sight.pixels < RECOGNISABLE:
        return "T5"
    return "T2" if aim(arena, view, target, constraint, _TRIES) is None else "T1"
