"""Interleaved sampling: pixels beside each other ask different rays, and take the mean over their neighbours.

In every square of 4 x 4 pixels every second one asks one of eight rays. The mean about a pixel is over all
eight, equally often, wherever it is. Neighbours count only where they show the same side of the same shape.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from espire_dsl.scene.rotation import Array
from espire_sim.kernel import kernel
from espire_sim.rendering.tracing import Places

RAYS: Final = 8  # that the pixels of a square ask
NONE: Final = -1

_SIDE: Final = 4  # pixels of a square
_STRIDES: Final = (1, 2)  # in pixels: of the square that is gathered, and of squares of those
_NOUGHT, _ONE = np.float32(0), np.float32(1)
_BORDER: Final = 2 * max(_STRIDES)  # pixels about a picture, so that no step leads out of it
_OUTSIDE: Final = -2  # which no side has for its number
_ENOUGH: Final = 0.4  # of what a pixel can gather

Values = NDArray[np.float32]


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
    length = int(sides.max()) + 2
    sums, counts = np.zeros((len(found), length)), np.zeros(length, dtype=np.int64)
    _sum(np.stack(found), sides.ravel()[asked], sums, counts)
    weight, *lights = _gathered([np.ones(len(asked), dtype=np.float32), *found], asked, sides)
    enough = np.float32(_ENOUGH) * _inner(weight, sides).max()
    soft = []
    for total, light in zip(sums, lights, strict=True):
        of_sides = np.ones(length, dtype=np.float32)  # the last is that of -1
        np.divide(total[:-1], counts[:-1], out=of_sides[:-1], where=counts[:-1] > 0, casting="same_kind")
        pixels = np.empty(sides.shape, dtype=np.float32)
        _blend(_inner(light, sides), _inner(weight, sides), enough, of_sides, sides, pixels)
        soft.append(Softened(pixels.ravel(), of_sides))
    return soft


def _gathered(asking: Sequence[Values], asked: Places, sides: NDArray[np.int32]) -> list[Values]:
    """For each pixel the sum over a square about it, and then over squares of sums, which smooths it; for
    each of the values that pixels have which are asked. All have a border, in which there may be anything."""
    height, width = sides.shape
    framed = np.full((height + 2 * _BORDER, width + 2 * _BORDER), _OUTSIDE, dtype=np.int32)
    _inner(framed, sides)[:] = sides
    spots = asked + (asked // width * (2 * _BORDER) + _BORDER * (framed.shape[1] + 1))
    other = np.empty(framed.shape, dtype=np.float32)
    sums = []
    for values in asking:
        total = np.zeros(framed.shape, dtype=np.float32)
        total.ravel()[spots] = values
        for stride in _STRIDES:
            _gather(total, framed, 0, stride, other)
            _gather(other, framed, stride, 0, total)
        sums.append(total)
    return sums


def _inner(framed: NDArray[Any], sides: NDArray[np.int32]) -> NDArray[Any]:
    """What is within the border."""
    height, width = sides.shape
    return framed[_BORDER : _BORDER + height, _BORDER : _BORDER + width]


@kernel
def _sum(found: Values, sides: NDArray[np.int32], sums: Array, counts: Places) -> None:
    """Adds up what was found, which are rows, and counts it, for each side by its number; the last is -1."""
    last = len(counts) - 1
    for place in range(sides.size):
        side = sides[place] if sides[place] >= 0 else last
        counts[side] += 1
        for light in range(len(found)):
            sums[light, side] += float(found[light, place])


@kernel
def _blend(
    light: Values, weight: Values, enough: float, means: Values, sides: NDArray[np.int32], pixels: Values
) -> None:
    """Writes down sums of light by their weights, and with less than enough of it also the mean of the
    side."""
    height, width = sides.shape
    for row in range(height):
        lights, weights, numbers, blended = light[row], weight[row], sides[row], pixels[row]
        for place in range(width):
            blended[place] = lights[place] / max(weights[place], _ONE)
        for place in range(width):
            share = weights[place] / enough
            if share < _ONE:
                mean = means[numbers[place]] if numbers[place] >= 0 else means[len(means) - 1]
                blended[place] = share * blended[place] + (_ONE - share) * mean


@kernel
def _gather(before: Values, sides: NDArray[np.int32], down: int, right: int, after: Values) -> None:
    """Sums of the values of each pixel within the border and of those one and two steps further and one step
    back, where these are of the same side."""
    height, width = sides.shape
    wide = width - 2 * _BORDER
    for row in range(_BORDER, height - _BORDER):
        own, side = before[row, _BORDER:], sides[row, _BORDER:]
        totals = after[row, _BORDER:]
        for place in range(wide):
            totals[place] = own[place]
        for step in (1, -1, 2):
            at, start = row + step * down, _BORDER + step * right
            values, beside = before[at, start:], sides[at, start:]
            for place in range(wide):
                value = values[place]
                totals[place] += value if beside[place] == side[place] else _NOUGHT
