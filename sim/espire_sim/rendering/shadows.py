"""Which points a spot of a lamp does not reach, found by rays from the spot to each point."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from espire_dsl.scene.rotation import Array
from espire_sim.appearance.shape import Columns, Form, Shape
from espire_sim.rendering.bundles import Boxes, Bundles, Cubes
from espire_sim.rendering.meet import first_hits

_HOLLOW: Final = frozenset({Form.TUBE, Form.MESH})
_REACHED: Final = 0.999  # of the way to a point: nearer things than that are in between
_AT_ONCE: Final = 16384  # points, so that what is computed of them stays in the processor's cache


def shadowed(
    spots: Array,
    which: NDArray[np.int8],
    points: Columns,
    bundles: Bundles,
    shapes: Sequence[Shape],
    hiding: Sequence[int],
) -> NDArray[np.bool_]:
    """Which points, all on sides that face the lamp, are hidden from their spot of it by a shape.

    `spots` are rows, `which` the place of each point's spot among them, `hiding` places of shapes. A mesh
    hides what it hides from the middle of the lamp, as its triangles are sorted for one point.
    """
    dark = np.zeros(points.shape[1], dtype=np.bool_)
    if not hiding or not len(dark):
        return dark
    lamp = Boxes(
        spots.mean(axis=0)[:, None].astype(np.float32), np.ptp(spots, axis=0)[:, None].astype(np.float32) / 2
    )
    may = Cubes.of([shapes[place] for place in hiding]).swept(lamp, bundles.boxes(points))
    for place, bundled in zip(hiding, may, strict=True):
        shape = shapes[place]
        if shape.form not in _HOLLOW:
            bundled &= (
                bundles.shapes != place
            )  # what is convex throws no shadow on a side that faces the lamp
        if not bundled.any():
            continue
        near = bundles.points_of(bundled, len(dark))
        near = near[~dark[near]]
        for first in range(0, len(near), _AT_ONCE):
            some = near[first : first + _AT_ONCE]
            dark[some] = _hidden(shape, spots, which[some], np.take(points, some, axis=1))
    return dark


def _hidden(shape: Shape, spots: Array, which: NDArray[np.int8], points: Columns) -> NDArray[np.bool_]:
    """Whether a shape is met on the way from spots to points."""
    ends = shape.own(points)
    own = shape.inward @ (spots - shape.center).T
    if shape.form is Form.MESH or len(spots) == 1:
        x, y, z = own.mean(axis=1).tolist()
        a, b, c = (end - start for end, start in zip(ends, (x, y, z), strict=True))
        return first_hits(shape, (x, y, z), (a, b, c)) < _REACHED
    u, v, w = np.take(own.astype(np.float32), which, axis=1)
    return first_hits(shape, (u, v, w), (ends[0] - u, ends[1] - v, ends[2] - w)) < _REACHED
