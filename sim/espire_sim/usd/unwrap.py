"""Shapes as meshes whose surfaces are laid flat: pieces, each of which is a rectangle of a picture.

A box has six pieces, one a side. What is round is swept about z by lines, and each line makes a piece: a
wall, an end, the inside of a tube, all of a ball. Triangles of an asset's mesh lie on that side of the box
around them which they face most.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from espire_dsl.scene.rotation import Array
from espire_sim.appearance.shape import Form, Shape, Spot

FEWEST, MOST = 12, 64
"""Sides of what is round."""

_OFF: Final = 0.001  # metres between a side and the arc that it stands for
_DIGITS: Final = 9
_STEP: Final = 1e-4
_FEWEST_CORNERS: Final = 3
_SIDES: Final = tuple((axis, sign) for axis in range(3) for sign in (-1.0, 1.0))


@frozen(eq=False)
class Piece:
    """Its lengths in metres, and which points of the shape, as columns in its own axes, are at places of it:
    from 0 to 1 along, and from 0 to 1 across."""

    size: tuple[float, float]
    at: Callable[[Array, Array], Array]


@frozen(eq=False)
class Unwrapped:
    """Points as rows, in a shape's own axes; faces as places of points, counter-clockwise seen from outside.

    For each corner of each face, in their order: the normal there, the number of the piece that the face lies
    on, and where on it.
    """

    points: Array
    faces: tuple[tuple[int, ...], ...]
    normals: Array
    on: NDArray[np.int64]
    laid: Array
    pieces: tuple[Piece, ...]


def unwrapped(shape: Shape) -> Unwrapped:
    """The mesh of a shape."""
    pieces = pieces_of(shape)
    if shape.mesh is not None:
        return _joined(pieces, [_triangles(shape)])
    if shape.form is Form.BOX:
        corners = [_grid(piece, number, 1, 1) for number, piece in enumerate(pieces)]
        return _joined(
            pieces, [_outward(part, sign) for part, (_, sign) in zip(corners, _SIDES, strict=True)]
        )
    sides = sides_of(shape)
    rows = sides // 2 if shape.form is Form.BALL else 1
    return _joined(pieces, [_grid(piece, number, sides, rows) for number, piece in enumerate(pieces)])


def sides_of(shape: Shape) -> int:
    """Of what is round: as many as it takes to look round, a multiple of four."""
    half = np.linalg.norm(shape.axes, axis=0)
    radius = float(half.max() if shape.form is Form.BALL else half[:2].max())
    wanted = np.pi / np.arccos(max(1 - _OFF / radius, 0.0))
    return int(np.clip(4 * np.ceil(wanted / 4), FEWEST, MOST))


def pieces_of(shape: Shape) -> tuple[Piece, ...]:
    """The pieces of a shape's surface."""
    half = np.linalg.norm(shape.axes, axis=0)
    if shape.form in (Form.BOX, Form.MESH):
        return tuple(
            Piece((2 * half[(axis + 1) % 3], 2 * half[(axis + 2) % 3]), partial(_on_side, axis, sign))
            for axis, sign in _SIDES
        )
    around = 2 * np.pi * float(half[:2].mean())
    if shape.form is Form.BALL:
        return (Piece((around, np.pi * float(half.mean())), _on_ball),)
    return tuple(
        Piece((around * max(low[0], high[0]), _length(low, high, half)), partial(_on_line, low, high))
        for low, high in shape.profile
    )


def _length(low: Spot, high: Spot, half: Array) -> float:
    wide = float(half[:2].mean())
    return float(np.hypot(wide * (high[0] - low[0]), half[2] * (high[1] - low[1])))


def _on_side(axis: int, sign: float, along: Array, across: Array) -> Array:
    points = np.empty((3, *along.shape))
    points[axis] = sign
    points[(axis + 1) % 3] = 2 * along - 1
    points[(axis + 2) % 3] = 2 * across - 1
    return points


def _on_ball(along: Array, across: Array) -> Array:
    turn, rise = 2 * np.pi * along, np.pi * (np.clip(across, 0.0, 1.0) - 0.5)
    return np.stack([np.cos(rise) * np.cos(turn), np.cos(rise) * np.sin(turn), np.sin(rise)])


def _on_line(low: Spot, high: Spot, along: Array, across: Array) -> Array:
    turn = 2 * np.pi * along
    radius, height = (a + (b - a) * across for a, b in zip(low, high, strict=True))
    return np.stack([radius * np.cos(turn), radius * np.sin(turn), height])


@frozen(eq=False)
class _Corners:
    """Faces of four or three corners (n, 4 or 3, ...): points, normals, and places on pieces."""

    points: Array
    normals: Array
    on: NDArray[np.int64]
    laid: Array


def _grid(piece: Piece, number: int, columns: int, rows: int) -> _Corners:
    """A piece as quads."""
    column, row = (grid.ravel() for grid in np.meshgrid(range(columns), range(rows)))
    along = np.stack([column, column + 1, column + 1, column], axis=1) / columns
    across = np.stack([row, row, row + 1, row + 1], axis=1) / rows
    points = np.moveaxis(piece.at(along, across), 0, -1)
    on = np.full(along.shape, number)
    return _Corners(points, _normals(piece, along, across), on, np.stack([along, across], axis=-1))


def _normals(piece: Piece, along: Array, across: Array) -> Array:
    """By small steps along and across; a little away from where a step along is none."""
    inside = np.clip(across, 10 * _STEP, 1 - 10 * _STEP)
    one = piece.at(along + _STEP, inside) - piece.at(along - _STEP, inside)
    other = piece.at(along, inside + _STEP) - piece.at(along, inside - _STEP)
    normals = np.moveaxis(np.cross(one, other, axis=0), 0, -1)
    found: Array = normals / np.linalg.norm(normals, axis=-1, keepdims=True)
    return found


def _outward(part: _Corners, sign: float) -> _Corners:
    """A side of a box, of which the one below is laid like the one above."""
    if sign > 0:
        return part
    return _Corners(part.points[:, ::-1], -part.normals[:, ::-1], part.on[:, ::-1], part.laid[:, ::-1])


def _triangles(shape: Shape) -> _Corners:
    assert shape.mesh is not None
    corners = shape.mesh.unit[shape.mesh.triangles]
    ways = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    ways /= np.linalg.norm(ways, axis=1, keepdims=True)
    facing = ways / np.linalg.norm(shape.axes, axis=0)
    axis = np.abs(facing).argmax(axis=1)
    rows = np.arange(len(axis))
    above = facing[rows, axis] > 0
    laid = np.stack([corners[rows, :, (axis + 1) % 3], corners[rows, :, (axis + 2) % 3]], axis=-1)
    return _Corners(
        corners,
        np.repeat(ways[:, None], 3, axis=1),
        np.repeat((2 * axis + above)[:, None], 3, axis=1),
        (laid + 1) / 2,
    )


def _joined(pieces: tuple[Piece, ...], parts: list[_Corners]) -> Unwrapped:
    """All faces with points that they share; corners of a face that are one point are one corner."""
    corners = np.concatenate([part.points.reshape(-1, 3) for part in parts])
    points, places = np.unique(np.round(corners, _DIGITS) + 0.0, axis=0, return_inverse=True)
    kept, faces, start = [], [], 0
    for part in parts:
        rows = places.ravel()[start : start + part.on.size].reshape(part.on.shape)
        own = rows != np.roll(rows, 1, axis=1)
        own &= own.sum(axis=1, keepdims=True) >= _FEWEST_CORNERS
        faces += [tuple(row[first].tolist()) for row, first in zip(rows, own, strict=True) if first.any()]
        kept.append(own.ravel())
        start += part.on.size
    keep = np.concatenate(kept)
    return Unwrapped(
        points,
        tuple(faces),
        np.concatenate([part.normals.reshape(-1, 3) for part in parts])[keep],
        np.concatenate([part.on.ravel() for part in parts])[keep],
        np.concatenate([part.laid.reshape(-1, 2) for part in parts])[keep],
        pieces,
    )
