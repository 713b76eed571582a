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
from espire_sim.appearance.shape import Columns, Form, Shape, turned
from espire_sim.rendering.meet import first_hits

Places = NDArray[np.int64]

_HOLLOW: Final = frozenset({Form.TUBE, Form.MESH})
_REACHED: Final = 0.999  # of the way to a point: nearer things than that are in between
_AT_ONCE: Final = 16384  # points, so that what is computed of them stays in the processor's cache
_ROUNDING: Final = 1e-5
_STILL: Final = np.float32(1e-12)
_CUBE: Final = np.float32(1.0 + 1e-4)  # half a side of the cube around a shape, in its own axes


@frozen(eq=False)
class Bundles:
    """Stretches of neighbouring points of one shape: where each starts, and the place of its shape."""

    starts: Places
    shapes: Places

    def among(self, rows: Places) -> Bundles:
        """The bundles of some of the points, given by their sorted places."""
        starts = np.searchsorted(rows, self.starts)
        ends = np.append(starts[1:], len(rows))
        some = starts < ends
        return Bundles(starts[some], self.shapes[some])


def shadowed(
    lamp: Array, points: Columns, bundles: Bundles, shapes: Sequence[Shape], hiding: Sequence[int]
) -> NDArray[np.bool_]:
    """Which points, all on sides that face the lamp, one of the hiding shapes stands before.

    `hiding` are places of shapes.
    """
    dark = np.zeros(points.shape[1], dtype=np.bool_)
    if not hiding or not len(dark):
        return dark
    ways = np.ascontiguousarray(points - lamp.astype(np.float32)[:, None])
    may = _between(lamp, ways, bundles, [shapes[place] for place in hiding])
    ends = np.append(bundles.starts[1:], len(dark))
    for place, bundled in zip(hiding, may, strict=True):
        shape = shapes[place]
        if shape.form not in _HOLLOW:
            bundled &= (
                bundles.shapes != place
            )  # what is convex throws no shadow on a side that faces the lamp
        if not bundled.any():
            continue
        near = _segments(bundles.starts[bundled], ends[bundled])
        near = near[~dark[near]]
        x, y, z = (shape.inward @ (lamp - shape.center)).tolist()
        for first in range(0, len(near), _AT_ONCE):
            some = near[first : first + _AT_ONCE]
            a, b, c = turned(shape.inward, np.take(ways, some, axis=1))
            dark[some] = first_hits(shape, (x, y, z), (a, b, c)) < _REACHED
    return dark


def _segments(starts: Places, ends: Places) -> Places:
    """All places from each start to its end."""
    lengths = ends - starts
    before = np.cumsum(lengths) - lengths
    return np.repeat(starts - before, lengths) + np.arange(int(lengths.sum()))


def _between(lamp: Array, ways: Columns, bundles: Bundles, shapes: Sequence[Shape]) -> NDArray[np.bool_]:
    """For each shape, in which bundles it can hide points from the lamp.

    On the way from the lamp to a bundle, a box grows from a point to the one around the bundle. In a shape's
    axes its sides move evenly, so each face of the cube around the shape says on which part of the way they
    can meet.
    """
    low, high = (
        np.minimum.reduceat(ways, bundles.starts, axis=1),
        np.maximum.reduceat(ways, bundles.starts, axis=1),
    )
    middles, halves = (low + high) / 2, (high - low) / 2 + np.float32(_ROUNDING)
    inward = np.stack([shape.inward for shape in shapes])
    eyes = np.einsum("sij,sj->is", inward, lamp - np.stack([shape.center for shape in shapes]))[:, :, None]
    rows = inward.astype(np.float32).transpose(1, 0, 2)
    first = np.zeros((len(shapes), len(bundles.starts)), dtype=np.float32)
    last = np.ones_like(first)
    for eye, row in zip(eyes.astype(np.float32), rows, strict=True):
        way = np.einsum("sj,jb->sb", row, middles)
        grown = np.einsum("sj,jb->sb", np.abs(row), halves)
        for beyond, speed in ((eye - _CUBE, way - grown), (-eye - _CUBE, -way - grown)):
            speed = np.where(np.abs(speed) < _STILL, _STILL, speed)
            reached = -beyond / speed
            np.minimum(last, reached, out=last, where=speed > 0)
            np.maximum(first, reached, out=first, where=speed < 0)
    may: NDArray[np.bool_] = first <= last
    return may
