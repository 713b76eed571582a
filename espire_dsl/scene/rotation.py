"""Rotations: unit quaternions [w, x, y, z] and the matrices whose columns are the turned axes."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from espire_dsl.scene.node import Quaternion, Vector

Array = NDArray[np.float64]
Mask = NDArray[np.bool_]


def matmul(left: Array, right: Array) -> Array:
    """The product of small matrices, or of a matrix and a vector, the same on every processor: libraries for
    matrices, which `@` calls, round in the ways of the one that they run on."""
    found: Array = np.einsum("ij,j->i" if right.ndim == 1 else "ij,jk->ik", left, right)
    return found


def vector(values: ArrayLike) -> Vector:
    """Three numbers as a tuple of floats."""
    x, y, z = np.asarray(values, dtype=np.float64).tolist()
    return (x, y, z)


def normalised(quaternion: Sequence[float]) -> Quaternion:
    """The unit quaternion of the same direction, with a non-negative first part."""
    norm = math.sqrt(math.fsum(part * part for part in quaternion))
    sign = -1.0 if quaternion[0] < 0 else 1.0
    w, x, y, z = (sign * part / norm + 0.0 for part in quaternion)
    return (w, x, y, z)


def matrix(quaternion: Sequence[float]) -> Array:
    """The rotation matrix of a unit quaternion; its columns are the own axes seen from outside."""
    w, x, y, z = quaternion
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ]
    )


def from_matrix(rotation: ArrayLike) -> Quaternion:
    """The unit quaternion of a rotation matrix, computed from its largest part to keep precision."""
    m = np.asarray(rotation, dtype=np.float64).tolist()
    squares = (
        1 + m[0][0] + m[1][1] + m[2][2],
        1 + m[0][0] - m[1][1] - m[2][2],
        1 - m[0][0] + m[1][1] - m[2][2],
        1 - m[0][0] - m[1][1] + m[2][2],
    )
    largest = max(range(4), key=squares.__getitem__)
    wx, wy, wz = m[2][1] - m[1][2], m[0][2] - m[2][0], m[1][0] - m[0][1]
    xy, xz, yz = m[0][1] + m[1][0], m[0][2] + m[2][0], m[1][2] + m[2][1]
    rows = (
        (squares[0], wx, wy, wz),
        (wx, squares[1], xy, xz),
        (wy, xy, squares[2], yz),
        (wz, xz, yz, squares[3]),
    )
    return normalised(rows[largest])


def product(a: Sequence[float], b: Sequence[float]) -> Quaternion:
    """The rotation that turns by `b` first and by `a` after it."""
    aw, ax, ay, az = a
    bw, bx, by, bz = b
    return (
        aw * bw - ax * bx - ay * by - az * bz,
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
    )


def inverse(quaternion: Sequence[float]) -> Quaternion:
    """The rotation that undoes a unit quaternion."""
    w, x, y, z = quaternion
    return (w, -x, -y, -z)


def rotate_vector(quaternion: Sequence[float], v: Sequence[float]) -> Vector:
    """A vector in own axes, seen from outside."""
    a, b, c = v
    return vector([row[0] * a + row[1] * b + row[2] * c for row in matrix(quaternion).tolist()])


def turned(axes: Array, vectors: Array) -> tuple[Array, Array, Array]:
    """Vectors (..., 3) in own axes (..., 3, 3), seen from outside: their parts along x, y and z."""
    a, b, c = vectors[..., 0], vectors[..., 1], vectors[..., 2]
    x, y, z = (axes[..., i, 0] * a + axes[..., i, 1] * b + axes[..., i, 2] * c for i in range(3))
    return x, y, z


def axis_angle(axis: Sequence[float], degrees: float) -> Quaternion:
    """The turn by an angle about an axis, counter-clockwise for one towards whom the axis points."""
    length = math.sqrt(math.fsum(part * part for part in axis))
    half = math.radians(degrees) / 2
    x, y, z = (math.sin(half) * part / length for part in axis)
    return (math.cos(half), x, y, z)


def yaw(degrees: float) -> Quaternion:
    """The turn about the vertical, counter-clockwise seen from above; 0 leaves +x where it is."""
    return axis_angle((0.0, 0.0, 1.0), degrees)
