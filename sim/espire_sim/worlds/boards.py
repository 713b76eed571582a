"""The solid parts of a hollow shelf, found from its slots alone: what is not a slot is board.

A scene holds no boards, as nobody speaks of them; whatever collides with or hides behind a shelf asks here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final

import numpy as np

from espire_dsl.domain.kinds import CELL, CONTAINER
from espire_dsl.scene.box import Box
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.node import Node, Quaternion, Vector
from espire_dsl.scene.rotation import Array, matrix

_DIGITS: Final = 6
_THIN: Final = 1e-4

Strip = tuple[float, float, float, float]
_Placed = tuple[Vector, Quaternion, Vector]


def shelf_boards(scene: Scene) -> dict[str, tuple[Box, ...]]:
    """The boards of each shelf of a scene, by its id."""
    return {
        shelf.id: boards_of(
            shelf, [scene.node(id) for id in scene.sources(shelf.id, "in") if scene.node(id).is_a(CELL)]
        )
        for shelf in scene.of_kind(CONTAINER)
    }


def boards_of(shelf: Node, slots: Sequence[Node]) -> tuple[Box, ...]:
    """The boards of a shelf: the back, and what is beside, above and below its slots.

    The slots share the shelf's axes and all have the same depth. A shelf without slots is solid.
    """
    return _boards_of(_placed(shelf), tuple(map(_placed, slots)))


def _placed(node: Node) -> _Placed:
    return node.center, node.quaternion, node.extents


@lru_cache(4)  # a shelf is asked about again and again while a scene is made
def _boards_of(shelf: _Placed, slots: tuple[_Placed, ...]) -> tuple[Box, ...]:
    middle, quaternion, (depth, width, height) = shelf
    turn = matrix(quaternion)
    if not slots:
        return (Box(middle, turn, np.array([depth, width, height]) / 2),)
    own = (np.array([center for center, _, _ in slots]) - np.asarray(middle)) @ turn
    half = np.array([extents for _, _, extents in slots]) / 2
    back = -depth / 2
    inner = float(own[0, 0] - half[0, 0])
    flat = [
        _board(middle, turn, (inner, depth / 2), strip)
        for strip in _between(np.concatenate([own - half, own + half], axis=1), width / 2, height / 2)
    ]
    if inner - back > _THIN:
        flat.append(_board(middle, turn, (back, inner), (-width / 2, width / 2, -height / 2, height / 2)))
    return tuple(flat)


def _board(middle: Vector, turn: Array, depth: tuple[float, float], strip: Strip) -> Box:
    low = np.array([depth[0], strip[0], strip[2]])
    high = np.array([depth[1], strip[1], strip[3]])
    return Box(np.asarray(middle) + turn @ ((low + high) / 2), turn, (high - low) / 2)


def _between(slots: Array, half_width: float, half_height: float) -> Iterator[Strip]:
    """Rectangles (y0, y1, z0, z1) that cover the front without the slots (x0, y0, z0, x1, y1, z1 as rows)."""
    rows = np.round(slots, _DIGITS)
    levels = _stops(rows[:, 2], rows[:, 5], half_height)
    for bottom, top in pairwise(levels):
        crossing = rows[(rows[:, 2] < top - _THIN) & (rows[:, 5] > bottom + _THIN)]
        reached = -half_width
        for slot in crossing[np.argsort(crossing[:, 1])]:
            if slot[1] - reached > _THIN:
                yield (reached, float(slot[1]), bottom, top)
            reached = float(slot[4])
        if half_width - reached > _THIN:
            yield (reached, half_width, bottom, top)


def _stops(lows: Array, highs: Array, half: float) -> list[float]:
    """The levels at which something begins or ends, without steps thinner than a tenth of a millimetre."""
    stops = [-half]
    for stop in sorted({*lows.tolist(), *highs.tolist(), half}):
        if stop - stops[-1] > _THIN:
            stops.append(stop)
    return stops
