"""Which things of a scene fall, which hold still whatever happens, and the constants that engines share.

How dense a thing is, its node says.
"""

from __future__ import annotations

from typing import Final

from espire_dsl.domain.kinds import CONTAINER, FIXED, MOVABLE
from espire_dsl.scene.box import Box, box_of
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.node import Node
from espire_sim.worlds.boards import shelf_boards

GRAVITY: Final = 9.81
FRICTION: Final = 0.6
"""Of covers and felted feet on wood, sliding as well as at rest."""


def moving_bodies(scene: Scene) -> tuple[Node, ...]:
    """What falls when let go. What the robot holds hangs in its hand, and is none of these."""
    held = {target for _, target, key in scene.edges if key == "holds"}
    return tuple(node for node in scene.of_kind(MOVABLE) if node.id not in held and not node.fixed)


def static_bodies(scene: Scene) -> tuple[Node, ...]:
    """What stays and is solid as a whole: containers are hollow."""
    return tuple(
        node
        for node in scene.of_kind(FIXED, MOVABLE)
        if (node.fixed or not node.is_a(MOVABLE)) and not node.is_a(CONTAINER)
    )


def static_boxes(scene: Scene) -> tuple[Box, ...]:
    """Furniture, of a shelf its boards, the floor, and what a world holds in its place."""
    furniture = tuple(box_of(node) for node in static_bodies(scene))
    return furniture + tuple(board for boards in shelf_boards(scene).values() for board in boards)
