"""Shapes as triangles: round ones so fine that no chord is off by more than a tenth of a pixel, and boxes
with bevelled edges where these can be seen.

Every corner has a normal and a place on the surface in metres, for textures to be laid over: along the longer
side of a face, then along the shorter one, so that grain runs as it does in pictures by rays.
"""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Final

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from espire_dsl.scene.rotation import Array
from espire_sim.appearance.shape import Form, Shape, Spot
from espire_sim.rendering.view import View

Faces = NDArray[np.uint32]

FEWEST, MOST = 16, 256
"""Sides of a round shape."""

ROUND: Final = -1
"""In the place of the axis that a face looks along."""

_OFF: Final = 0.1  # pixels
_END: Final = 1e-3  # in own axes: what is nearer to an end of a cone belongs to it
_NEAR: Final = 0.02  # metres: what is nearer to the eye is not made finer
_BEVEL: Final = 0.001  # metres that are taken from both faces at an edge
_THIN: Final = 0.2  # of the shortest side of a box: no bevel is wider


@frozen(eq=False)
class Triangles:
    """Corners with unit normals and places on the surface, as rows; faces as places of corners."""

    points: Array
    normals: Array
    laid: Array
    faces: Faces


def triangles_of(shape: Shape, view: View, *, bevelled: bool = True) -> Triangles:
    """A shape in the world, as fine as a view needs it. What meets others edge to edge, as walls do, is not
    to be bevelled: there would be gaps."""
    own = _own(shape, sides_of(shape, view), bevel_of(shape, view) if bevelled else 0.0)
    normals = own.normals @ shape.inward
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    faces = own.faces if np.linalg.det(shape.axes) > 0 else own.faces[:, ::-1]
    half = np.linalg.norm(shape.axes, axis=0)
    return Triangles(
        shape.center + own.points @ shape.axes.T, normals, _laid(own.points, own.turns, own.flat, half), faces
    )


def laid_at(shape: Shape, own: Array, facing: Array) -> Array:
    """Places on the surface, in metres, of points of a shape in its own axes; `facing` are normals there."""
    half = np.linalg.norm(shape.axes, axis=0)
    flat = np.abs(facing).argmax(axis=1)
    turns = np.full(len(own), np.nan)
    if shape.form is Form.BALL:
        flat[:] = ROUND
    elif shape.form in (Form.CONE, Form.TUBE):
        ends = 1 - np.abs(own[:, 2]) < _END
        flat = np.where(ends & (flat == 2), 2, ROUND)
    around = flat == ROUND
    turns[around] = np.arctan2(own[around, 1], own[around, 0]) % (2 * np.pi)
    return _laid(own, turns, flat, half)


def joined(parts: list[Triangles]) -> Triangles:
    """Several as one, in their order."""
    starts = np.cumsum([0, *(len(part.points) for part in parts[:-1])])
    return Triangles(
        np.concatenate([part.points for part in parts]),
        np.concatenate([part.normals for part in parts]),
        np.concatenate([part.laid for part in parts]),
        np.concatenate([part.faces + np.uint32(start) for part, start in zip(parts, starts, strict=True)]),
    )


def sides_of(shape: Shape, view: View) -> int:
    """Of a round shape, so that its outline is as good as round in a view; a multiple of four."""
    away = float(np.linalg.norm(shape.center - view.eye)) - shape.radius
    radius = max(_pixels(view, away) * float(np.linalg.norm(shape.axes, axis=0).max()), 1.0)
    wanted = np.pi / np.arccos(1 - _OFF / radius)
    return int(np.clip(4 * np.ceil(wanted / 4), FEWEST, MOST))


def bevel_of(shape: Shape, view: View) -> float:
    """How many metres of the faces of a box its bevels take: so few that its outline stays where it is,
    within a pixel, and none where they could not be seen."""
    if shape.form is not Form.BOX:
        return 0.0
    nearest = shape.center + shape.axes @ np.clip(shape.inward @ (view.eye - shape.center), -1, 1)
    pixels = _pixels(view, float(np.linalg.norm(nearest - view.eye)))
    width = min(_BEVEL, _THIN * 2 * float(np.linalg.norm(shape.axes, axis=0).min()), 1 / pixels)
    return width if width * pixels > _OFF else 0.0


def _pixels(view: View, away: float) -> float:
    """That a metre has in the picture, so far away from the eye."""
    (focal, _, _), _, _ = view.camera.K
    return focal if view.camera.is_orthographic else focal / max(away, _NEAR)


@frozen(eq=False)
class _Own:
    """A shape in its own axes. `flat` is the axis that a flat face looks along, or that it is ROUND; there
    `turns` are angles about z."""

    points: Array
    normals: Array
    faces: Faces
    turns: Array
    flat: NDArray[np.int64]


def _own(shape: Shape, sides: int, bevel: float) -> _Own:
    if shape.form is Form.MESH:
        assert shape.mesh is not None
        return _flat(shape.mesh.unit[shape.mesh.triangles])
    if shape.form is Form.BOX:
        return _box() if bevel == 0 else _bevelled_box(bevel / np.linalg.norm(shape.axes, axis=0))
    if shape.form is Form.BALL:
        return _ball(sides)
    return _turned(sides, shape.profile)


def _laid(points: Array, turns: Array, flat: NDArray[np.int64], half: Array) -> Array:
    """Places on the surface in metres, for a shape of these half lengths."""
    metres = points * half
    order = np.argsort(-half, kind="stable")
    laid = np.empty((len(metres), 2))
    for axis in range(3):
        across = [side for side in order if side != axis]
        chosen = flat == axis
        laid[chosen] = metres[chosen][:, across]
    around = flat == ROUND
    wide = float(half[:2].mean())
    sides = np.stack([metres[around, 2], turns[around] * wide], axis=1)
    laid[around] = sides if order[0] == 2 else sides[:, ::-1]
    return laid


def _flat(corners: Array) -> _Own:
    """Triangles (n, 3, 3) that share no corners, each as flat as it is."""
    ways = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    lengths = np.linalg.norm(ways, axis=1, keepdims=True)
    ways = np.where(lengths > 0, ways / np.where(lengths > 0, lengths, 1.0), np.array([0.0, 0.0, 1.0]))
    count = len(corners)
    return _Own(
        corners.reshape(-1, 3),
        np.repeat(ways, 3, axis=0),
        np.arange(3 * count, dtype=np.uint32).reshape(-1, 3),
        np.full(3 * count, np.nan),
        np.repeat(np.abs(ways).argmax(axis=1), 3),
    )


@cache
def _box() -> _Own:
    corners = []
    for axis in range(3):
        for sign in (-1.0, 1.0):
            across, up = np.eye(3)[(axis + 1) % 3], np.eye(3)[(axis + 2) % 3]
            middle = sign * np.eye(3)[axis]
            a, b, c, d = (middle + i * across + j * up for i, j in ((-1, -1), (1, -1), (1, 1), (-1, 1)))
            corners += [[a, b, c], [a, c, d]] if sign > 0 else [[a, c, b], [a, d, c]]
    return _flat(np.array(corners))


def _bevelled_box(taken: Array) -> _Own:
    """A box of which the bevels take so much, along its own axes, from its faces. Normals turn from those of
    one face to those of the next, so that an edge shines as a round one does."""
    signs, axes = _bevelled_corners()
    looks = np.eye(3)[axes]
    return _Own(
        signs * np.where(looks > 0, 1.0, 1 - taken),
        signs * looks,
        np.arange(len(signs), dtype=np.uint32).reshape(-1, 3),
        np.full(len(signs), np.nan),
        np.repeat(np.median(axes.reshape(-1, 3), axis=1).astype(np.int64), 3),
    )


@cache
def _bevelled_corners() -> tuple[Array, NDArray[np.int64]]:
    """Three rows for each triangle of a bevelled box: the corner of the box that they are near, as signs, and
    the axis along which the face looks that they belong to."""
    ends = (-1.0, 1.0)
    around = ((-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0))
    found: list[list[tuple[float, ...]]] = []  # of the faces that look along x, and of the edges along x
    for side in ends:
        a, b, c, d = ((side, i, j, 0) for i, j in around)
        found += [[a, b, c], [a, c, d]]
    for i, j in around:
        a, b, c, d = ((side, i, j, face) for side, face in ((-1.0, 1), (1.0, 1), (1.0, 2), (-1.0, 2)))
        found += [[a, b, c], [a, c, d]]
    corners = [[(*corner, axis) for axis in range(3)] for corner in product(ends, repeat=3)]
    one, rest = np.array(found), np.array(corners)
    signs = np.concatenate([*(np.roll(one[..., :3], axis, axis=-1) for axis in range(3)), rest[..., :3]])
    axes = np.concatenate([*((one[..., 3] + axis) % 3 for axis in range(3)), rest[..., 3]]).astype(np.int64)
    points = signs * np.where(np.eye(3)[axes] > 0, 1.0, 0.5)
    ways = np.cross(points[:, 1] - points[:, 0], points[:, 2] - points[:, 0])
    inwards = (ways * points.sum(axis=1)).sum(axis=1) < 0
    signs[inwards], axes[inwards] = signs[inwards, ::-1], axes[inwards, ::-1]
    return signs.reshape(-1, 3), axes.ravel()


@cache
def _ball(sides: int) -> _Own:
    rings = sides // 2
    turns, rises = np.linspace(0, 2 * np.pi, sides + 1), np.linspace(-np.pi / 2, np.pi / 2, rings + 1)
    rise, turn = (grid.ravel() for grid in np.meshgrid(rises, turns, indexing="ij"))
    points = np.stack([np.cos(rise) * np.cos(turn), np.cos(rise) * np.sin(turn), np.sin(rise)], axis=1)
    return _Own(points, points, _grid(rings, sides), turn, np.full(len(points), ROUND))


@cache
def _turned(sides: int, profile: tuple[tuple[Spot, Spot], ...]) -> _Own:
    """A cone or a tube: walls, and flat ends."""
    parts = [_wall(sides, low, high) for low, high in profile]
    starts = np.cumsum([0, *(len(part.points) for part in parts[:-1])])
    return _Own(
        np.concatenate([part.points for part in parts]),
        np.concatenate([part.normals for part in parts]),
        np.concatenate([part.faces + np.uint32(start) for part, start in zip(parts, starts, strict=True)]),
        np.concatenate([part.turns for part in parts]),
        np.concatenate([part.flat for part in parts]),
    )


def _wall(sides: int, low: Spot, high: Spot) -> _Own:
    """What a line from one radius and height to another sweeps about z, seen from its right."""
    turns = np.linspace(0, 2 * np.pi, sides + 1)
    (r, z), (s, y) = low, high
    ring = np.stack([np.cos(turns), np.sin(turns), np.zeros(sides + 1)], axis=1)
    up = np.array([0.0, 0.0, 1.0])
    points = np.concatenate([r * ring + z * up, s * ring + y * up])
    way = (y - z) * ring - (s - r) * up
    normals = np.tile(way / np.linalg.norm(way, axis=1, keepdims=True), (2, 1))
    flat = z == y
    return _Own(
        points,
        normals,
        _grid(1, sides),
        np.full(len(points), np.nan) if flat else np.tile(turns, 2),
        np.full(len(points), 2 if flat else ROUND),
    )


def _grid(rows: int, columns: int) -> Faces:
    """Two triangles for each place between rows of corners."""
    row, column = (grid.ravel() for grid in np.meshgrid(range(rows), range(columns), indexing="ij"))
    a = row * (columns + 1) + column
    b, c = a + columns + 1, a + 1
    return np.concatenate([np.stack([a, c, b + 1], axis=1), np.stack([a, b + 1, b], axis=1)]).astype(
        np.uint32
    )
