"""Interleaved sampling: pixels beside each other ask different rays, and take the mean over their neighbours.

In every square of 4 x 4 pixels every second one asks one of eight rays. The mean about a pixel is over all
eight, equally often, wherever it is. Neighbours count only where they show the same side of the same shape.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from espire_sim.rendering.bundles import Places

RAYS: Final = 8  # that the pixels of a square ask
NONE: Final = -1

_SIDE: Final = 4  # pixels of a square
_STRIDES: Final = (1, 2)  # in pixels: of the square that is gathered, and of squares of those
_ENOUGH: Final = 0.4  # of what a pixel can gather

Values = NDArray[np.float32]
Mask = NDArray[np.bool_]


@lru_cache(maxsize=2)
def asked_rays(height: int, width: int) -> NDArray[np.int8]:
    """Which of RAYS rays each pixel of a picture asks; every second one asks NONE. The two of a column are
    opposite each other."""
    row, column = np.indices((_SIDE, _SIDE))
    square = np.where((row + column) % 2 == 0, column + _SIDE * (row // 2), NONE).astype(np.int8)
    return np.tile(square, (-(-height // _SIDE), -(-width // _SIDE)))[:height, :width].ravel()


@frozen(eq=False)
class Softened:
    """Light that was softened: of each pixel, and the mean of each side by its number, 1 if it has none."""

    pixels: Values
    sides: Values


def softened(found: Sequence[Values], asked: Places, sides: NDArray[np.int32]) -> list[Softened]:
    """Lights that some pixels found, as means about each pixel of those with the same number of `sides`.

    What has no number, -1, is not looked at. A side so thin that little is gathered has the mean of the whole
    side.
    """
    places = (sides.ravel()[asked] + 1).astype(np.intp)
    length = int(sides.max()) + 2
    counts = np.bincount(places, minlength=length)[1:]
    same = {
        (axis, step): sides[_cut(axis, 0, -step)] == sides[_cut(axis, step, 0)]
        for axis in (0, 1)
        for step in {step for stride in _STRIDES for step in (stride, 2 * stride)}
    }
    weight = _gathered(np.ones(len(asked), dtype=np.float32), asked, sides.shape, same)
    support = weight / (np.float32(_ENOUGH) * weight.max())
    few = np.flatnonzero(support < 1)
    np.maximum(weight, np.float32(1), out=weight)
    lights = []
    for values in found:
        sums = np.bincount(places, weights=values, minlength=length)[1:]
        of_sides = np.ones(length, dtype=np.float32)  # the last is that of -1
        np.divide(sums, counts, out=of_sides[:-1], where=counts > 0, casting="same_kind")
        light = _gathered(values, asked, sides.shape, same) / weight
        light[few] = support[few] * light[few] + (1 - support[few]) * of_sides[sides.ravel()[few]]
        lights.append(Softened(light, of_sides))
    return lights


def _gathered(
    values: Values, asked: Places, shape: tuple[int, ...], same: Mapping[tuple[int, int], Mask]
) -> Values:
    """For each pixel the sum over a square about it, and then over squares of sums, which smooths it."""
    total = np.zeros(shape, dtype=np.float32)
    total.ravel()[asked] = values
    for stride in _STRIDES:
        for axis in (1, 0):
            before, total = total, total.copy()
            for step in (stride, 2 * stride):
                here, there = _cut(axis, 0, -step), _cut(axis, step, 0)
                total[here] += same[axis, step] * before[there]
                if step == stride:
                    total[there] += same[axis, step] * before[here]
    return total.ravel()


def _cut(axis: int, start: int, end: int) -> tuple[slice, ...]:
    return (slice(None),) * axis + (slice(start, end or None),)
