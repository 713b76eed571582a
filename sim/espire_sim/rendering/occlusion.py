"""Ambient occlusion: how much of the light from all around does not reach points, as things are near them.

Each point sends one ray into the half of the space that it faces. Points beside each other use other
directions, so that the mean over neighbours is one over all directions (`soften`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from espire_sim.appearance.shape import Columns, Shape
from espire_sim.kernel import kernel
from espire_sim.rendering.bundles import Bundles, traced
from espire_sim.rendering.solids import solids_of
from espire_sim.rendering.tracing import BALL, MESH

REACH: Final = 0.45  # metres beyond which nothing keeps light away

_REACH: Final = np.float32(REACH)
_ONE: Final = np.float32(1)
_ABOVE: Final = np.float32(5e-4)  # metres above the surface, where rays start


def directions(count: int) -> Columns:
    """So many directions about the vertical, as light falls on a matt surface from everywhere, as columns."""
    place = np.arange(count)
    squares = (place + 0.5) / count
    turns = 2 * np.pi * (place * 3 % count + 0.5) / count
    found: Columns = np.stack(
        [np.sqrt(squares) * np.cos(turns), np.sqrt(squares) * np.sin(turns), np.sqrt(1 - squares)]
    ).astype(np.float32)
    return found


def openness(
    points: Columns,
    normals: Columns,
    ways: Columns,
    which: NDArray[np.int8],
    bundles: Bundles,
    shapes: Sequence[Shape],
    near: Sequence[int],
) -> NDArray[np.float32]:
    """For each point how much light its ray brings: 1 if nothing is in reach, 0 where something touches it.

    `ways` are directions about the vertical, and `which` the place of each point's own among them; `near` are
    the places of shapes that keep light away: of a mesh, as nobody sees the difference, the ball in its box.
    """
    starts, ends = np.empty_like(points), np.empty_like(points)
    _aim(points, normals, ways, which, starts, ends)
    found = np.ones(points.shape[1], dtype=np.float32)
    if near:
        simple = solids_of(shapes).some(near).instead(MESH, BALL)
        traced(simple, np.asarray(near), starts, ends, bundles, found)
    return found


@kernel
def _aim(
    points: Columns, normals: Columns, ways: Columns, which: NDArray[np.int8], starts: Columns, ends: Columns
) -> None:
    """Writes down where the rays of points start, above them, and end: along their own directions about the
    vertical, turned to be about their normals."""
    for place in range(which.size):
        x, y, z = normals[0, place], normals[1, place], normals[2, place]
        u, v, w = ways[0, which[place]], ways[1, which[place]], ways[2, which[place]]
        sign = -_ONE if z < 0 else _ONE
        a = -_ONE / (sign + z)
        b = x * y * a
        starts[0, place] = points[0, place] + x * _ABOVE
        starts[1, place] = points[1, place] + y * _ABOVE
        starts[2, place] = points[2, place] + z * _ABOVE
        ends[0, place] = starts[0, place] + (u * (_ONE + sign * x * x * a) + v * b + w * x) * _REACH
        ends[1, place] = starts[1, place] + (u * sign * b + v * (sign + y * y * a) + w * y) * _REACH
        ends[2, place] = starts[2, place] + (-u * sign * x - v * y + w * z) * _REACH
