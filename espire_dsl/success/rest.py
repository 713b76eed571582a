"""Whether a placed book is at rest, as far as a still picture of the scene tells.

It must touch something below it: the floor of its slot, or a body that reaches lower than its centre. A book
that leans must touch a second thing: nothing leans on its own. Balance is for a simulator to find out, which
may say how fast the book still moves.
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


def at_rest(after: Scene, book: Node, slot: Node | None, speed: float | None) -> Check:
    """Whether the book rests; `slot` is the one that holds it, `speed` what a simulator measured."""
    if speed is not None and not speed <= STILL:
        return Check("at rest", False, f"the book still moves at {speed:.3f} m/s")
    bodies = tuple(_touched(after, book))
    below = [id for id, low in bodies if low < book.center[2]]
    surfaces = () if slot is None else tuple(_surfaces(slot, book))
    if not below and "floor" not in surfaces:
        return Check("at rest", False, "there is nothing below the book that it touches")
    touched = [*(f"the {surface} of {slot.id}" for surface in surfaces if slot), *(id for id, _ in bodies)]
    if _leans(after, book) and len(touched) < 2:
        return Check("at rest", False, f"the book leans on nothing: it only touches {touched[0]}")
    return Check("at rest", True, f"the book touches {', '.join(touched)}")


def _leans(scene: Scene, book: Node) -> bool:
    """Neither stands nor lies, as the language means it."""
    return not any(evaluate_step(scene, book.id, TypeValue(pose)).value.ids for pose in ("Vertical", "Flat"))


def _touched(scene: Scene, book: Node) -> Iterator[tuple[str, float]]:
    """The bodies that the book touches, and how low they reach."""
    box = box_of(book)
    for body in scene.of_kind(*_BODIES):
        other = box_of(body)
        if body.id != book.id and box_distance(box, other) <= TOUCH:
            yield body.id, shadow(other, UP)[0]


def _surfaces(slot: Node, book: Node) -> Iterator[str]:
    """The boards of the slot that the book touches: its front is open, and nothing rests on a ceiling."""
    room = box_of(slot)
    corners = (box_of(book).corners - room.center) @ room.axes
    low, high = corners.min(axis=0) + room.half, room.half - corners.max(axis=0)
    gaps = {"floor": low[2], "back": low[0], "wall on one side": low[1], "wall on the other side": high[1]}
    yield from (name for name, gap in gaps.items() if np.abs(gap) <= TOUCH)
