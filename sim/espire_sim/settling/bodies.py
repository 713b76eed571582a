"""Which things of a scene fall, and which hold still whatever happens."""

from __future__ import annotations

from typing import Final

from espire_dsl.scene.box import Box, box_of
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.node import Node
from espire_sim.worlds.boards import shelf_boards

MOVING: Final = frozenset({"book", "near", "distant", "support", "object"})
STATIC: Final = frozenset({"table", "floor"})


def moving_bodies(scene: Scene) -> tuple[Node, ...]:
    """What falls when let go. What the robot holds hangs in its hand, and is none of these."""
    held = {target for _, target, key in scene.edges if key == "holds"}
    return tuple(node for node in scene.of_kind(*MOVING) if node.id not in held)


def static_boxes(scene: Scene) -> tuple[Box, ...]:
    """Furniture, of a shelf its boards, and the floor."""
    furniture = tuple(box_of(node) for node in scene.of_kind(*STATIC))
    return furniture + tuple(board for boards in shelf_boards(scene).values() for board in boards)
