"""Oriented boxes and the exact least distance between them.

All sums are written out element by element, so that a pair's distance has the same bits alone and in a batch.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from attrs import cmp_using, field, frozen
from numpy.typing import ArrayLike

from espire_dsl.scene.node import Node
from espire_dsl.scene.rotation import Array, Mask, matrix
from espire_dsl.scene.upright import is_point, is_upright, upright_distances

_SIGNS: Final = np.array([[x, y, z] for x in (-1.0, 1.0) for y in (-1.0, 1.0) for z in (-1.0, 1.0)])
# The four edges along axis i run through the corners of the rectangle of the other two axes.
_EDGE_SIGNS: Final = np.array(
    [[np.insert(corner, i, 0.0) for corner in ((-1, -1), (-1, 1), (1, -1), (1, 1))] for i in range(3)]
)
_PARALLEL: Final = 1e-10
_CHUNK: Final = 1024


def _array(values: ArrayLike) -> Array:
    return np.asarray(values, dtype=np.float64)


@frozen
class Box:
    """A box: its centre, its axes (the columns of `axes`) and half its length along each."""

    center: Array = field(converter=_array, eq=cmp_using(eq=np.array_equal))
    axes: Array = field(converter=_array, eq=cmp_using(eq=np.array_equal))
    half: Array = field(converter=_array, eq=cmp_using(eq=np.array_equal))

    @property
    def corners(self) -> Array:
        """The eight corners, as rows."""
        return self.center + (_SIGNS * self.half) @ self.axes.T


def box_of(node: Node) -> Box:
    """The box of a thing; of the viewer, a point."""
    return Box(_array(node.center), matrix(node.quaternion), _array(node.extents) / 2)


def shadow(box: Box, direction: Sequence[float]) -> tuple[float, float]:
    """The interval that a box covers on the line through the world's origin in a unit direction."""
    axis = _array(direction)
    middle = float(_dot(box.center, axis))
    reach = float(_dot(np.abs(_dot(_rows(box.axes), axis)), box.half))
    return middle - reach, middle + reach


def box_distance(a: Box, b: Box) -> float:
    """The least distance between two boxes; 0 when they touch or overlap."""
    return float(box_distances(a.center, a.axes, a.half, b.center, b.axes, b.half))


def point_distance(box: Box, point: Sequence[float]) -> float:
    """The least distance between a box and a point; 0 on it and inside it."""
    return float(_outside(_array(point) - box.center, box.axes, box.half))


def box_distances(
    centers_a: ArrayLike,
    axes_a: ArrayLike,
    halves_a: ArrayLike,
    centers_b: ArrayLike,
    axes_b: ArrayLike,
    halves_b: ArrayLike,
) -> Array:
    """`box_distance` over leading batch axes, which are broadcast: centres (..., 3), axes (..., 3, 3).

    Each pair goes the cheapest way that is exact for it, whatever else is in the batch.
    """
    shape = np.broadcast_shapes(
        np.shape(centers_a)[:-1],
        np.shape(axes_a)[:-2],
        np.shape(halves_a)[:-1],
        np.shape(centers_b)[:-1],
        np.shape(axes_b)[:-2],
        np.shape(halves_b)[:-1],
    )
    ca, ha, cb, hb = (
        np.broadcast_to(_array(x), (*shape, 3)).reshape(-1, 3)
        for x in (centers_a, halves_a, centers_b, halves_b)
    )
    ra, rb = (np.broadcast_to(_array(x), (*shape, 3, 3)).reshape(-1, 3, 3) for x in (axes_a, axes_b))
    point_a, point_b = is_point(ha), is_point(hb)
    upright = (point_a | is_upright(ra)) & (point_b | is_upright(rb))
    result = np.zeros(len(ca))
    for chosen, distances in (
        (upright, upright_distances),
        (point_a & ~upright, _from_points),
        (point_b & ~upright & ~point_a, _to_points),
        (~(upright | point_a | point_b), turned_distances),
    ):
        part = np.flatnonzero(chosen)
        if part.size:
            result[part] = distances(ca[part], ra[part], ha[part], cb[part], rb[part], hb[part])
    return result.reshape(shape)


def _from_points(ca: Array, ra: Array, ha: Array, cb: Array, rb: Array, hb: Array) -> Array:  # noqa: ARG001
    return _outside(ca - cb, rb, hb)


def _to_points(ca: Array, ra: Array, ha: Array, cb: Array, rb: Array, hb: Array) -> Array:  # noqa: ARG001
    return _outside(cb - ca, ra, ha)


def turned_distances(ca: Array, ra: Array, ha: Array, cb: Array, rb: Array, hb: Array) -> Array:
    """The least distances of pairs of boxes turned at will: right for every pair, and the slowest way.

    Boxes without a separating axis overlap. Of separated convex bodies the nearest points are a corner and
    something, or lie on two edges; so the least of those distances is the exact one.
    """
    result = np.zeros(len(ca))
    for start in range(0, len(ca), _CHUNK):
        part = np.arange(start, min(start + _CHUNK, len(ca)))
        part = part[_separated(cb[part] - ca[part], ra[part], ha[part], rb[part], hb[part])]
        result[part] = _apart(ca[part], ra[part], ha[part], cb[part], rb[part], hb[part])
    return result


def _dot(a: Array, b: Array) -> Array:
    product: Array = a[..., 0] * b[..., 0] + a[..., 1] * b[..., 1] + a[..., 2] * b[..., 2]
    return product


def _rows(axes: Array) -> Array:
    """The axes as rows, so that `_dot` meets them on its last axis."""
    return np.swapaxes(axes, -1, -2)


def _outside(offset: Array, axes: Array, half: Array) -> Array:
    """How far points are from boxes that they are offset from; closed form, by clamping."""
    own = np.abs(_dot(offset[..., None, :], _rows(axes)))
    beyond = np.maximum(own - half, 0.0)
    distance: Array = np.sqrt(_dot(beyond, beyond))
    return distance


def _separated(offset: Array, ra: Array, ha: Array, rb: Array, hb: Array) -> Mask:
    """Whether one of the fifteen axes of two boxes separates them.

    Cross products of nearly parallel edges are left out; any other direction is a sound test, however noisy.
    """
    a, b = _rows(ra), _rows(rb)
    crosses = np.cross(a[..., :, None, :], b[..., None, :, :]).reshape(*a.shape[:-2], 9, 3)
    lengths = np.sqrt(_dot(crosses, crosses))[..., None]
    usable = lengths > _PARALLEL
    crosses = np.where(usable, crosses / np.where(usable, lengths, 1.0), 0.0)
    directions = np.concatenate([a, b, crosses], axis=-2)
    reach_a = _dot(np.abs(_dot(directions[..., None, :], a[..., None, :, :])), ha[..., None, :])
    reach_b = _dot(np.abs(_dot(directions[..., None, :], b[..., None, :, :])), hb[..., None, :])
    gaps = np.abs(_dot(directions, offset[..., None, :])) - reach_a - reach_b
    separated: Mask = np.any(gaps > 0, axis=-1)
    return separated


def _apart(ca: Array, ra: Array, ha: Array, cb: Array, rb: Array, hb: Array) -> Array:
    """The least distance of separated boxes."""
    nearest = np.minimum(_corners_to_box(ca, ra, ha, cb, rb, hb), _corners_to_box(cb, rb, hb, ca, ra, ha))
    least: Array = np.minimum(nearest, _edges_to_edges(cb - ca, ra, ha, rb, hb))
    return least


def _corners_to_box(ca: Array, ra: Array, ha: Array, cb: Array, rb: Array, hb: Array) -> Array:
    spans = _SIGNS * ha[:, None, :]
    corners = (ca - cb)[:, None, :] + _dot(ra[:, None, :, :], spans[:, :, None, :])
    least: Array = _outside(corners, rb[:, None, :, :], hb[:, None, :]).min(axis=-1)
    return least


def _edges_to_edges(offset: Array, ra: Array, ha: Array, rb: Array, hb: Array) -> Array:
    """The least distance between the 12 edges of one box and the 12 of the other.

    An edge is a midpoint, a unit direction and half a length. The arrays have the axes: pair, direction of
    the edge of a (3), its place (4), direction of the edge of b (3), its place (4).
    """
    u = _rows(ra)[:, :, None, None, None, :]
    v = _rows(rb)[:, None, None, :, None, :]
    p = ha[:, :, None, None, None]
    q = hb[:, None, None, :, None]
    middles_a = _dot(ra[:, None, None, :, :], (_EDGE_SIGNS * ha[:, None, None, :])[..., None, :])
    middles_b = _dot(rb[:, None, None, :, :], (_EDGE_SIGNS * hb[:, None, None, :])[..., None, :])
    w = middles_a[:, :, :, None, None, :] - (middles_b + offset[:, None, None, :])[:, None, None, :, :, :]
    b, d, e = _dot(u, v), _dot(u, w), _dot(v, w)
    spread = 1 - b * b
    crossing = spread > _PARALLEL
    s = np.where(crossing, (b * e - d) / np.where(crossing, spread, 1.0), 0.0)
    s = np.minimum(np.maximum(s, -p), p)
    t = np.minimum(np.maximum(e + b * s, -q), q)
    s = np.minimum(np.maximum(b * t - d, -p), p)
    between = w + s[..., None] * u - t[..., None] * v
    least: Array = np.sqrt(_dot(between, between).min(axis=(1, 2, 3, 4)))
    return least
