"""Ambient occlusion: how much of the light from all around does not reach points, as things are near them.

Each point sends one ray into the half of the space that it faces. Points beside each other use other
directions, so that the mean over neighbours is one over all directions (`soften`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from espire_sim.appearance.shape import Columns, Form, Shape
from espire_sim.rendering.bundles import Boxes, Bundles, Cubes, Places
from espire_sim.rendering.meet import first_hits

REACH: Final = 0.45  # metres beyond which nothing keeps light away

_AT_ONCE: Final = 16384  # points
_ABOVE: Final = np.float32(5e-4)  # metres above the surface, where rays start
_HALF: Final = np.float32(0.5)
_SHORT: Final = 2**16


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
    the places of shapes that keep light away.
    """
    count = points.shape[1]
    alike = _by_direction(bundles, which, count)
    order = alike.order
    normals = np.take(normals, order, axis=1)
    starts = np.take(points, order, axis=1) + normals * _ABOVE
    rays = _about(normals, np.take(ways, which[order], axis=1)) * np.float32(REACH)
    found = np.ones(count, dtype=np.float32)
    for place, chosen in _met(starts, rays, alike, [shapes[place] for place in near], near):
        shape = shapes[place]
        # A mesh can only be met from one point, or along one direction.
        body = Shape(Form.BALL, shape.center, shape.axes) if shape.form is Form.MESH else shape
        rows = shape.inward.tolist()
        for first in range(0, len(chosen), _AT_ONCE):
            some = chosen[first : first + _AT_ONCE]
            x, y, z = np.take(rays, some, axis=1)
            a, b, c = (a * x + b * y + c * z for a, b, c in rows)
            hits = first_hits(body, shape.own(np.take(starts, some, axis=1)), (a, b, c))
            found[some] = np.minimum(found[some], hits)
    back = np.empty_like(found)
    back[order] = found
    return back


@frozen(eq=False)
class _Alike:
    """Points sorted by bundle and then by direction, in bundles of one direction; and for each bundle the
    first and the end of those that it was parted into."""

    order: Places
    bundles: Bundles
    first: Places
    end: Places


def _by_direction(bundles: Bundles, which: NDArray[np.int8], count: int) -> _Alike:
    numbers = np.repeat(np.arange(len(bundles.starts)), np.diff(np.append(bundles.starts, count)))
    keys = numbers * (int(which.max()) + 1) + which
    order = np.argsort(keys.astype(np.uint16) if keys[-1] < _SHORT else keys, kind="stable")
    starts = np.flatnonzero(np.diff(keys[order], prepend=-1))
    parent = numbers[order][starts]
    first = np.searchsorted(parent, np.arange(len(bundles.starts)))
    end = np.searchsorted(parent, np.arange(len(bundles.starts)), side="right")
    return _Alike(order, Bundles(starts, bundles.shapes[parent]), first, end)


def _met(
    starts: Columns, rays: Columns, alike: _Alike, shapes: Sequence[Shape], places: Sequence[int]
) -> Iterator[tuple[int, Places]]:
    """The places of shapes, each with the points whose rays may meet it."""
    cubes, fine = Cubes.of(shapes), alike.bundles
    begun, ended = fine.boxes(starts), fine.boxes(starts + rays)
    # Whole bundles first, of which most shapes are out of reach.
    low = np.minimum.reduceat(
        np.minimum(begun.middles - begun.halves, ended.middles - ended.halves), alike.first, axis=1
    )
    high = np.maximum.reduceat(
        np.maximum(begun.middles + begun.halves, ended.middles + ended.halves), alike.first, axis=1
    )
    shape, bundle = np.nonzero(cubes.near(Boxes((low + high) * _HALF, (high - low) * _HALF)))
    parts = (alike.end - alike.first)[bundle]
    before = np.cumsum(parts) - parts
    part = np.repeat(alike.first[bundle] - before, parts) + np.arange(int(parts.sum()))
    shape = np.repeat(shape, parts)
    own = np.asarray(places)[shape]
    may = (own != fine.shapes[part]) & cubes.each_swept(shape, begun.at(part), ended.at(part))
    shape, part = shape[may], part[may]
    ends = np.searchsorted(shape, np.arange(len(places) + 1))
    for place, (first, end) in zip(places, pairwise(ends.tolist()), strict=True):
        if end > first:
            yield place, fine.points_of(part[first:end], starts.shape[1])


def _about(normals: Columns, ways: Columns) -> Columns:
    """Directions about the vertical, turned to be about normals."""
    x, y, z = normals
    sign = np.where(z < 0, np.float32(-1), np.float32(1))
    a = -1 / (sign + z)
    b = x * y * a
    u, v, w = ways
    found: Columns = np.stack(
        [
            u * (1 + sign * x * x * a) + v * b + w * x,
            u * sign * b + v * (sign + y * y * a) + w * y,
            -u * sign * x - v * y + w * z,
        ]
    )
    return found
