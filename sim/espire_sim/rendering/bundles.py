"""Points of a picture in bundles that are near each other, so that a whole bundle is ruled out at once.

No ray of a bundle meets a shape unless the box around their starts, on its way to the box around their ends,
meets the cube around the shape.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from espire_dsl.scene.rotation import Array
from espire_sim.appearance.shape import Columns, Shape

Places = NDArray[np.int64]

_ROUNDING: Final = np.float32(1e-5)
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

    def points_of(self, chosen: NDArray[np.bool_] | Places, count: int) -> Places:
        """The places of all points, of which there are `count`, of the chosen bundles."""
        ends = np.append(self.starts[1:], count)[chosen]
        starts = self.starts[chosen]
        lengths = ends - starts
        before = np.cumsum(lengths) - lengths
        return np.repeat(starts - before, lengths) + np.arange(int(lengths.sum()))

    def boxes(self, points: Columns) -> Boxes:
        """The boxes around the points of each bundle."""
        low = np.minimum.reduceat(points, self.starts, axis=1)
        high = np.maximum.reduceat(points, self.starts, axis=1)
        half = np.float32(0.5)
        return Boxes((low + high) * half, (high - low) * half + _ROUNDING)


@frozen(eq=False)
class Boxes:
    """Boxes along the axes of the world: middles and half their lengths, as columns."""

    middles: Columns
    halves: Columns

    def at(self, places: Places) -> Boxes:
        """Some of the boxes."""
        return Boxes(np.take(self.middles, places, axis=1), np.take(self.halves, places, axis=1))


@frozen(eq=False)
class Cubes:
    """The cubes around shapes: for each a row of what takes a point into its own axes, (shapes, 3, 4)."""

    inward: Columns

    @classmethod
    def of(cls, shapes: Sequence[Shape]) -> Cubes:
        inward = np.stack([shape.inward for shape in shapes])
        centers: Array = np.stack([shape.center for shape in shapes])
        off = -np.einsum("sij,sj->si", inward, centers)
        return cls(np.concatenate([inward, off[:, :, None]], axis=2).astype(np.float32))

    def near(self, boxes: Boxes) -> NDArray[np.bool_]:
        """Which cubes may meet which boxes: (shapes, boxes)."""
        x, y, z = boxes.middles
        a, b, c = boxes.halves
        near = np.ones((len(self.inward), len(x)), dtype=np.bool_)
        for row in self.inward.transpose(1, 2, 0)[..., None]:
            own, wide = row[0] * x + row[1] * y + row[2] * z + row[3], np.abs(row)
            near &= np.abs(own) <= wide[0] * a + wide[1] * b + wide[2] * c + _CUBE
        return near

    def swept(self, starts: Boxes, ends: Boxes) -> NDArray[np.bool_]:
        """Which cubes boxes may meet that move from starts to ends: (shapes, boxes)."""
        return _swept(self.inward.transpose(1, 2, 0)[..., None], starts, ends)

    def each_swept(self, shapes: Places, starts: Boxes, ends: Boxes) -> NDArray[np.bool_]:
        """Whether the box of each place meets the cube of the shape of that place."""
        return _swept(np.take(self.inward.transpose(1, 2, 0), shapes, axis=2), starts, ends)


def _swept(rows: Columns, starts: Boxes, ends: Boxes) -> NDArray[np.bool_]:
    """In a shape's axes the sides of a box move evenly, so each face of the cube says on which part of the
    way they can meet."""
    first: Columns | np.float32 = np.float32(0)
    last: Columns | np.float32 = np.float32(1)
    for row in rows:
        wide = np.abs(row)
        (here, reach), (there, grown) = (
            (
                row[0] * boxes.middles[0] + row[1] * boxes.middles[1] + row[2] * boxes.middles[2] + row[3],
                wide[0] * boxes.halves[0] + wide[1] * boxes.halves[1] + wide[2] * boxes.halves[2],
            )
            for boxes in (starts, ends)
        )
        way, growth = there - here, grown - reach
        for beyond, speed in ((here - reach - _CUBE, way - growth), (-here - reach - _CUBE, -way - growth)):
            speed = np.where(np.abs(speed) < _STILL, _STILL, speed)
            met = -beyond / speed
            first = np.maximum(first, np.where(speed < 0, met, np.float32(0)))
            last = np.minimum(last, np.where(speed > 0, met, np.float32(1)))
    return np.less_equal(first, last)
