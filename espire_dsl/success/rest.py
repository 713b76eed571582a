"""Whether a placed thing is at rest, as far as a still picture of the scene tells.

It must touch something below it: the floor of its cell, or a body that reaches lower than its centre. What
leans must touch a second thing: nothing leans on its own. Balance is for a simulator to find out, which may
say how fast the thing still moves.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np

from espire_dsl.domain.kinds import GROUND, MOVABLE, SURFACE
from espire_dsl.language.core.values import TypeValue
from espire_dsl.program.single import evaluate_step
from espire_dsl.scene.box import box_distance, box_of, shadow
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.node import UP, Node
from espire_dsl.success.result import Check

TOUCH: Final = 0.005  # what is this near touches
STILL: Final = 0.01  # metres a second

_BODIES: Final = (MOVABLE, SURFACE, GROUND)


def at_rest(after: Scene, thing: Node, slot: Node | None, speed: float | None) -> Check:
    """Whether the thing rests; `slot` is the one that holds it, `speed` what a simulator measured."""
    if speed is not None and not speed <= STILL:
        return Check("at rest", False, f"it still moves at {speed:.3f} m/s")
    bodies = tuple(_touched(after, thing))
    below = [id for id, low in bodies if low < thing.center[2]]
    surfaces = () if slot is None else tuple(_surfaces(slot, thing))
    if not below and "floor" not in surfaces:
        return Check("at rest", False, "there is nothing below it that it touches")
    touched = [*(f"the {surface} of {slot.id}" for surface in surfaces if slot), *(id for id, _ in bodies)]
    if _leans(after, thing) and len(touched) < 2:
        return Check("at rest", False, f"it leans on nothing: it only touches {touched[0]}")
    return Check("at rest", True, f"it touches {', '.join(touched)}")


def _leans(scene: Scene, thing: Node) -> bool:
    """Neither stands nor lies, as the language means it."""
    return not any(evaluate_step(scene, thing.id, TypeValue(pose)).value.ids for pose in ("Vertical", "Flat"))


def _touched(scene: Scene, thing: Node) -> Iterator[tuple[str, float]]:
    """The bodies that the thing touches, and how low they reach."""
    box = box_of(thing)
    for body in scene.of_kind(*_BODIES):
        other = box_of(body)
        if body.id != thing.id and box_distance(box, other) <= TOUCH:
            yield body.id, shadow(other, UP)[0]


def _surfaces(slot: Node, thing: Node) -> Iterator[str]:
    """The boards of the cell that the thing touches: its front is open, and nothing rests on a ceiling."""
    room = box_of(slot)
    corners = (box_of(thing).corners - room.center) @ room.axes
    low, high = corners.min(axis=0) + room.half, room.half - corners.max(axis=0)
    gaps = {"floor": low[2], "back": low[0], "wall on one side": low[1], "wall on the other side": high[1]}
    yield from (name for name, gap in gaps.items() if np.abs(gap) <= TOUCH)
