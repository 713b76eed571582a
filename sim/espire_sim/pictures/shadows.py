"""Which points a lamp does not reach, found by rays from the lamp to each point.

Points come in bundles that are near each other, so that most shapes are ruled out for a whole bundle at once:
a shape hides none of them unless it reaches into the pyramid between the lamp and the box around them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from espire_dsl.scene.rotation import Array
from espire_sim.looks.shape import Columns, Shape, turned
from espire_sim.pictures.meet import first_hits

Places = NDArray[np.int64]

_REACHED: Final = 0.999  # of the way to a point: nearer things than that are in between
_AT_ONCE: Final = 16384  # points, so that what is computed of them stays in the processor's cache
_ROUNDING: Final = 1e-5
_STILL: Final = 1e-12


@frozen(eq=False)
class Bundles:
    """Stretches of points, from `starts` to the next one, and the boxes around them, as rows."""

    starts: Places
    ends: Places
    low: Array
    high: Array

    @classmethod
    def of(cls, points: Columns, starts: Places) -> Bundles:
        ends = np.append(starts[1:], points.shape[1])
        low = np.minimum.reduceat(points, starts, axis=1).T.astype(np.float64)
        high = np.maximum.reduceat(points, starts, axis=1).T.astype(np.float64)
        return cls(starts, ends, low, high)

    def points(self, chosen: Places) -> Places:
        """The places of all points of some bundles."""
        starts, lengths = self.starts[chosen], self.ends[chosen] - self.starts[chosen]
        before = np.cumsum(lengths) - lengths
        return np.repeat(starts - before, lengths) + np.arange(int(lengths.sum()))


def shadowed(lamp: Array, points: Columns, starts: Places, shapes: Sequence[Shape]) -> NDArray[np.bool_]:
    """Which points one of the shapes stands before; bundles of points begin at `starts`."""
    dark = np.zeros(points.shape[1], dtype=np.bool_)
    if not shapes or not len(dark):
        return dark
    bundles = Bundles.of(points, starts)
    ways = np.ascontiguousarray(points - lamp.astype(np.float32)[:, None])
    for shape, chosen in zip(shapes, _between(lamp, bundles, shapes), strict=True):
        near = bundles.points(np.flatnonzero(chosen))
        near = near[~dark[near]]
        x, y, z = (shape.inward @ (lamp - shape.center)).tolist()
        for first in range(0, len(near), _AT_ONCE):
            some = near[first : first + _AT_ONCE]
            a, b, c = turned(shape.inward, np.take(ways, some, axis=1))
            dark[some] = first_hits(shape, (x, y, z), (a, b, c)) < _REACHED
    return dark


def _between(lamp: Array, bundles: Bundles, shapes: Sequence[Shape]) -> NDArray[np.bool_]:
    """For each shape, in which bundles it can hide points from the lamp.

    On the way from the lamp to a bundle, a box grows from a point to the bundle's own. In a shape's axes its
    sides move evenly, so each face of the cube around the shape says on which part of the way they can meet.
    """
    middles, halves = (bundles.low + bundles.high) / 2, (bundles.high - bundles.low) / 2 + _ROUNDING
    inward = np.stack([shape.inward for shape in shapes])
    eyes = np.einsum("sij,sj->is", inward, lamp - np.stack([shape.center for shape in shapes]))[:, :, None]
    ways = np.einsum("sij,bj->isb", inward, middles - lamp)
    growth = np.einsum("sij,bj->isb", np.abs(inward), halves)
    first, last = np.zeros(ways.shape[1:]), np.ones(ways.shape[1:])
    for eye, way, grown in zip(eyes, ways, growth, strict=True):
        for beyond, speed in ((eye - 1.0, way - grown), (-eye - 1.0, -way - grown)):
            speed = np.where(np.abs(speed) < _STILL, _STILL, speed)
            reached = -beyond / speed
            np.minimum(last, reached, out=last, where=speed > 0)
            np.maximum(first, reached, out=first, where=speed < 0)
    may: NDArray[np.bool_] = first <= last
    return may
