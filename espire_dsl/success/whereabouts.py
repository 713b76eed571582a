"""Where a thing has come to be: in which cell its whole box is, and in which vacancies its centre.

Cells and vacancies are those of the scene as it was when the instruction was given; a thing that is placed
takes up free room, but it does not move the container.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from attrs import frozen

from espire_dsl.domain.kinds import CELL
from espire_dsl.scene.box import box_of
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.node import Node
from espire_dsl.scene.places import spaces_of

# How far a box may stick out of its slot: contacts give way by less, and so do rounded edges.
SLACK: Final = 0.005


@frozen
class Whereabouts:
    """The cell that holds a thing, and the vacancies of it in whose ground plan the thing's centre is."""

    slot: str | None
    spaces: tuple[str, ...]

    @property
    def places(self) -> frozenset[str]:
        return frozenset((*self.spaces, *((self.slot,) if self.slot else ())))

    def __str__(self) -> str:
        if self.slot is None:
            return "it is in no cell with all of its box"
        return f"it is in {' and '.join((self.slot, *self.spaces))}"


def whereabouts(scene: Scene, thing: Node) -> Whereabouts:
    """Where the thing is among the places of the scene."""
    slot = next((slot.id for slot in scene.of_kind(CELL) if _inside(slot, thing)), None)
    if slot is None:
        return Whereabouts(None, ())
    return Whereabouts(slot, tuple(space.id for space in spaces_of(scene, slot) if _over(space, thing)))


def _inside(slot: Node, thing: Node) -> bool:
    room = box_of(slot)
    corners = np.abs((box_of(thing).corners - room.center) @ room.axes)
    return bool((corners <= room.half + SLACK).all())


def _over(space: Node, thing: Node) -> bool:
    """A vacancy reaches from its cell's floor to its ceiling, so the height of the centre says nothing."""
    room = box_of(space)
    away = np.abs((np.asarray(thing.center) - room.center) @ room.axes)
    return bool((away[:2] <= room.half[:2]).all())
