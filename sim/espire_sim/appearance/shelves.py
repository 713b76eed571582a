"""What a shelf looks like: its boards with bands at their edges, on a plinth and under a cornice.

All of it is within the boards, so that where things stand and what collides does not change. What is too
small for that, such as a rack, looks like its boards.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final

import numpy as np

from espire_dsl.scene.box import Box
from espire_dsl.scene.node import Node
from espire_dsl.scene.rotation import Array, matmul, matrix
from espire_sim.appearance.shape import Form, Shape

_TALL: Final = 0.8  # metres of what has a plinth and a cornice
_BOARD: Final = 0.015  # the thickness of its outer boards, at least
_OVERHANG: Final = 0.006  # of the cornice at either side
_BAND: Final = 0.003  # how deep bands at edges are
_PROUD: Final = 0.00005  # how far bands of level boards stand before those of upright ones
_PLINTH: Final = 0.010
_SET_BACK: Final = 0.002  # so little that it is seen from above
_PLINTH_PAINT: Final = "ink"
EDGE_BANDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "oak": "umber",
        "walnut": "bark",
        "birch": "beech",
        "ash": "birch",
        "lacquer": "laminate",
        "laminate": "lacquer",
        "steel": "chrome",
    }
)
"""The paint of bands by that of boards; bands of others are painted as their boards are."""
_SAME: Final = 1e-4
_X, _Y, _Z = range(3)

Paints = Iterator[tuple[Shape, str]]


def board_shapes(boards: Sequence[Box], paint: str) -> Paints:
    """The boards as they are."""
    for board in boards:
        yield Shape(Form.BOX, board.center, board.axes * board.half), paint


def shelf_shapes(shelf: Node, boards: Sequence[Box], paint: str) -> Paints:
    """The parts of a shelf of some paint, each with its own."""
    turn, center, half = matrix(shelf.quaternion), np.asarray(shelf.center), np.asarray(shelf.extents) / 2
    lows, highs = (
        np.array([matmul(turn.T, board.center - center) + side * board.half for board in boards])
        for side in (-1, 1)
    )
    sizes, front = highs - lows, highs[:, _X] > half[_X] - _SAME
    top, bottom = highs[:, _Z] > half[_Z] - _SAME, lows[:, _Z] < -half[_Z] + _SAME
    side = (highs[:, _Y] > half[_Y] - _SAME) | (lows[:, _Y] < -half[_Y] + _SAME)
    outer = min(sizes[top | bottom, _Z].min(), sizes[side, _Y].min())
    if shelf.extents[_Z] < _TALL or outer < _BOARD or len(boards) == 1:
        yield from board_shapes(boards, paint)
        return
    bands = EDGE_BANDS.get(paint, paint)
    inner = half - [0.0, _OVERHANG, 0.0]  # the fronts of slots stay where they are

    def box(low: Array, high: Array, of: str) -> tuple[Shape, str]:
        return Shape(Form.BOX, center + matmul(turn, (low + high) / 2), turn * ((high - low) / 2)), of

    for low, high, ahead, above, below in zip(lows, highs, front, top, bottom, strict=True):
        limit = half if ahead and above else inner
        low, high = np.maximum(low, [-half[_X], -limit[_Y], -half[_Z]]), np.minimum(high, limit)
        if not ahead:
            yield box(low, high, paint)
            continue
        if below:
            foot = np.array([high[_X] - _SET_BACK, high[_Y], low[_Z] + _PLINTH])
            yield box(low, foot, _PLINTH_PAINT)
            low = np.array([low[_X], low[_Y], foot[_Z]])
        yield box(low, high - [_BAND, 0.0, 0.0], paint)
        if above or high[_Y] - low[_Y] > high[_Z] - low[_Z]:
            yield box(np.array([high[_X] - _BAND, low[_Y], low[_Z]]), high, bands)
    for low, high in _uprights(lows[front], highs[front]):
        low, high = np.maximum(low, -inner), np.minimum(high, inner)
        high[_X], low[_X] = inner[_X] - _PROUD, inner[_X] - _BAND
        yield box(low, high, bands)


def _uprights(lows: Array, highs: Array) -> Iterator[tuple[Array, Array]]:
    """Boards that are taller than wide, joined where one goes on beyond a level board."""
    tall = (highs - lows)[:, _Z] > (highs - lows)[:, _Y]
    sides = np.round(np.column_stack([lows[:, _Y], highs[:, _Y]]), 4)
    for side in np.unique(sides[tall], axis=0):
        same = np.flatnonzero(tall & (sides == side).all(axis=1))
        low, high = None, None
        for place in same[np.argsort(lows[same, _Z])]:
            if high is not None and _filled(lows, highs, lows[place], high):
                high = highs[place].copy()
                continue
            if low is not None and high is not None:
                yield low, high
            low, high = lows[place].copy(), highs[place].copy()
        if low is not None and high is not None:
            yield low, high


def _filled(lows: Array, highs: Array, upper: Array, lower: Array) -> bool:
    """Whether one board fills what is between the top of a board and the bottom of the next above it."""
    fills = (
        (lows[:, _Y] <= upper[_Y] + _SAME)
        & (highs[:, _Y] >= lower[_Y] - _SAME)
        & (lows[:, _Z] <= lower[_Z] + _SAME)
        & (highs[:, _Z] >= upper[_Z] - _SAME)
    )
    return bool(fills.any())
