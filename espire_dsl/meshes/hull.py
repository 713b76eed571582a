"""The convex hull of a mesh, in whole numbers: no rounding, so that it is the same everywhere.

Corners lie on a grid of a hundred thousand steps, so that volumes of three edges fit into 64 bits.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from espire_dsl.meshes.value import Mesh, Whole

Rows = NDArray[np.int64]

MOST_CORNERS: Final = 200
"""Of a collider. A hull that has more is made of those that lie farthest along evenly spread directions."""
_DIRECTIONS: Final = 300
_FINE: Final = 1000


@lru_cache(maxsize=256)
def hull_of(mesh: Mesh) -> Whole:
    """The corners of the convex hull of a mesh."""
    return hull_corners(mesh.vertices)


def hull_corners(vertices: Whole, most: int = MOST_CORNERS) -> Whole:
    """The corners of the convex hull, sorted, at most so many."""
    points = np.unique(vertices.astype(np.int64), axis=0)
    if len(points) > 4 * most:
        points = points[np.unique(_farthest(points, _DIRECTIONS))]
    corners = _extreme(points)
    if len(corners) > most:
        corners = corners[np.unique(_farthest(corners, most))]
    return corners.astype(np.int32)


def _farthest(points: Rows, count: int) -> Rows:
    """The places of the points that lie farthest along directions that are spread evenly, and the axes."""
    turn = math.pi * (3 - math.sqrt(5))
    height = [1 - (2 * n + 1) / count for n in range(count - 6)]
    rows = [
        (
            math.sqrt(max(1 - z * z, 0)) * math.cos(n * turn),
            math.sqrt(max(1 - z * z, 0)) * math.sin(n * turn),
            z,
        )
        for n, z in enumerate(height)
    ]
    spread = np.rint(np.asarray(rows).reshape(-1, 3) * _FINE).astype(np.int64)
    axes = np.concatenate([np.eye(3, dtype=np.int64), -np.eye(3, dtype=np.int64)])
    places: Rows = np.argmax(points @ np.concatenate([axes, spread]).T, axis=0)
    return places


def _extreme(points: Rows) -> Rows:
    """The corners of the hull of points that all differ; all points, if they lie in one plane."""
    start = _tetrahedron(points)
    if start is None:
        return points
    middle = points[start].sum(axis=0)  # four times a point within
    faces = [_outward(points, face, middle) for face in _sides(start)]
    corners = np.array(faces, dtype=np.int64)
    normals = _normals(points, corners)
    for place in range(len(points)):
        seen = ((points[place] - points[corners[:, 0]]) * normals).sum(axis=1) > 0
        if not seen.any():
            continue
        edges = corners[seen][:, [0, 1, 1, 2, 2, 0]].reshape(-1, 2)
        known = {(a, b) for a, b in edges.tolist()}
        rim = [(a, b) for a, b in edges.tolist() if (b, a) not in known]
        added = np.array([(a, b, place) for a, b in rim], dtype=np.int64)
        corners = np.concatenate([corners[~seen], added])
        normals = np.concatenate([normals[~seen], _normals(points, added)])
    return points[np.unique(corners)]


def _normals(points: Rows, corners: Rows) -> Rows:
    first = points[corners[:, 0]]
    return np.cross(points[corners[:, 1]] - first, points[corners[:, 2]] - first)


def _sides(four: list[int]) -> list[tuple[int, int, int]]:
    a, b, c, d = four
    return [(a, b, c), (a, b, d), (a, c, d), (b, c, d)]


def _outward(points: Rows, face: tuple[int, int, int], middle: Rows) -> tuple[int, int, int]:
    """The face with its corners in the order in which its normal points away from the middle."""
    a, b, c = face
    normal = np.cross(points[b] - points[a], points[c] - points[a])
    return (a, c, b) if int(normal @ (middle - 4 * points[a])) > 0 else face


def _tetrahedron(points: Rows) -> list[int] | None:
    """Four points that do not lie in a plane."""
    if len(points) < 4:
        return None
    first, second = 0, len(points) - 1
    along = points[second] - points[first]
    away = np.abs(np.cross(points - points[first], along)).max(axis=1)
    third = int(np.argmax(away))
    normal = np.cross(along, points[third] - points[first])
    above = np.abs(((points - points[first]) * normal).sum(axis=1))
    fourth = int(np.argmax(above))
    return [first, second, third, fourth] if above[fourth] > 0 else None
