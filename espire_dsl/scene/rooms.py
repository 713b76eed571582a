"""Which things are in which rooms: those whose centres are."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from espire_dsl.domain.kinds import REGION, ROOM, VIEWER
from espire_dsl.scene.box import box_of
from espire_dsl.scene.node import Node
from espire_dsl.scene.validate import Edge


def in_rooms(nodes: Iterable[Node]) -> list[Edge]:
    """An edge `in` from each thing to each room that its centre is in."""
    things = tuple(nodes)
    boxes = {node.id: box_of(node) for node in things if node.is_a(ROOM)}
    return [
        (node.id, room, "in")
        for node in things
        if not node.is_a(REGION, VIEWER)
        for room, box in boxes.items()
        if (np.abs((np.asarray(node.center) - box.center) @ box.axes) <= box.half).all()
    ]
