"""Distances of boxes that have a vertical axis: a gap in height, and a distance of rectangles in the plane.

Most things stand or lie straight, and theirs is a far cheaper case than that of boxes turned at will. As
everywhere, sums are written out element by element, so that a pair has the same bits alone and in a batch.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from espire_dsl.scene.rotation import Array

_LEVEL: Final = 1e-12
# The two other axes of a box, by the number of the vertical one.
_OTHERS: Final = np.array([[1, 2], [0, 2], [0, 1]])
_CORNERS: Final = np.array([[-1.0, -1.0], [-1.0, 1.0], [1.0, -1.0], [1.0, 1.0]])


def is_point(halves: Array) -> NDArray[np.bool_]:
    """Which boxes have no extent at all, so that their axes do not matter."""
    points: NDArray[np.bool_] = (halves[:, 0] == 0) & (halves[:, 1] == 0) & (halves[:, 2] == 0)
    return points


def is_upright(axes: Array) -> NDArray[np.bool_]:
    """Which boxes have a vertical axis, and so two level ones."""
    leaning = np.abs(axes[:, 2, :]) > _LEVEL
    upright: NDArray[np.bool_] = leaning.sum(axis=-1) == 1
    return upright


def upright_distances(ca: Array, ra: Array, ha: Array, cb: Array, rb: Array, hb: Array) -> Array:
    """The least distances of pairs of boxes that are upright or points."""
    level_a, half_a, high_a = _footprint(ra, ha)
    level_b, half_b, high_b = _footprint(rb, hb)
    offset = cb - ca
    rise = np.maximum(np.abs(offset[:, 2]) - high_a - high_b, 0.0)
    away = _rectangle_distances(offset[:, :2], level_a, half_a, level_b, half_b)
    distances: Array = np.sqrt(rise * rise + away * away)
    return distances


def _footprint(axes: Array, halves: Array) -> tuple[Array, Array, Array]:
    """The two level axes as rows, half a length along each, and half the height; a point has none."""
    vertical = np.where(is_point(halves), 2, np.argmax(np.abs(axes[:, 2, :]), axis=-1))
    others = _OTHERS[vertical]
    level = np.take_along_axis(axes[:, :2, :], others[:, None, :], axis=-1).swapaxes(-1, -2)
    level = np.where(is_point(halves)[:, None, None], np.eye(2), level)
    half = np.take_along_axis(halves, others, axis=-1)
    return level, half, np.take_along_axis(halves, vertical[:, None], axis=-1)[:, 0]


def _rectangle_distances(offset: Array, a: Array, p: Array, b: Array, q: Array) -> Array:
    """The least distances of rectangles in the plane: axes (n, 2, 2) as rows, half lengths (n, 2).

    Rectangles that none of their four axes separates overlap; of others a corner is among the nearest points.
    """
    directions = np.concatenate([a, b], axis=1)
    reach = _reach(directions, a, p) + _reach(directions, b, q)
    apart = (np.abs(_dot(directions, offset[:, None, :])) - reach > 0).any(axis=-1)
    nearest = np.minimum(
        _corners_to_rectangle(-offset, a, p, b, q), _corners_to_rectangle(offset, b, q, a, p)
    )
    distances: Array = np.where(apart, nearest, 0.0)
    return distances


def _reach(directions: Array, axes: Array, half: Array) -> Array:
    """How far rectangles reach from their centres in the directions."""
    along = np.abs(_dot(directions[:, :, None, :], axes[:, None, :, :]))
    return _dot(along, half[:, None, :])


def _corners_to_rectangle(offset: Array, a: Array, p: Array, b: Array, q: Array) -> Array:
    """The least distance of the corners of one rectangle, offset from the other, to that other one."""
    spans = _CORNERS * p[:, None, :]
    corners = offset[:, None, :] + spans[..., :1] * a[:, None, 0, :] + spans[..., 1:] * a[:, None, 1, :]
    own = np.abs(_dot(corners[:, :, None, :], b[:, None, :, :]))
    beyond = np.maximum(own - q[:, None, :], 0.0)
    least: Array = np.sqrt(_dot(beyond, beyond).min(axis=-1))
    return least


def _dot(a: Array, b: Array) -> Array:
    product: Array = a[..., 0] * b[..., 0] + a[..., 1] * b[..., 1]
    return product
