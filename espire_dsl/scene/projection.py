"""Where things fall in a camera's picture: their projected boxes, clipped to the picture.

Pixels are continuous: u runs from 0 at the left edge to the width, v from 0 at the top to the height.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import numpy as np

from espire_dsl.scene.box import Box
from espire_dsl.scene.camera import Camera
from espire_dsl.scene.polygons import Point, Polygon, clipped, convex_hull
from espire_dsl.scene.rotation import Array, matrix

# Nothing nearer than this, in metres along the optical axis, is in a picture.
NEAREST: Final = 1e-3
# From the camera's own axes (x right, y up, looking along -z) to those that K takes (y down, z forward).
_TO_PICTURE_AXES: Final = np.array([1.0, -1.0, -1.0])


def project(camera: Camera, point: Iterable[float]) -> Point | None:
    """The pixel of a point, in the picture or beside it; None for a point that is not before the camera."""
    seen = _before_camera(camera, np.array([tuple(point)]))
    return _pixels(camera, seen)[0] if seen[0, 2] > NEAREST else None


def outline(camera: Camera, box: Box) -> Polygon:
    """The convex outline of a box within the picture; empty when the box is out of view."""
    hull = convex_hull(_pixels(camera, _cut_near(_before_camera(camera, box.corners))))
    return clipped(hull, (0.0, 0.0), (float(camera.width), float(camera.height)))


def _before_camera(camera: Camera, points: Array) -> Array:
    """Points in the axes that K takes, as rows; the third number is the depth."""
    offsets = points - np.asarray(camera.position)
    rows: Array = (offsets @ matrix(camera.quaternion)) * _TO_PICTURE_AXES
    return rows


def _pixels(camera: Camera, points: Array) -> list[Point]:
    rows = points @ np.asarray(camera.K).T
    return [(u / w, v / w) for u, v, w in rows.tolist()]


def _cut_near(corners: Array) -> Array:
    """Points with the hull of that part of a box which lies before the camera.

    Where the box crosses the near plane, the crossings of all segments between corners are taken: more than
    the edges, but all of them are points of the box, so the hull is the same.
    """
    ahead, behind = corners[corners[:, 2] > NEAREST], corners[corners[:, 2] <= NEAREST]
    if not len(ahead) or not len(behind):
        return ahead
    a, b = ahead[:, None, :], behind[None, :, :]
    part = (a[..., 2:] - NEAREST) / (a[..., 2:] - b[..., 2:])
    return np.concatenate([ahead, (a + part * (b - a)).reshape(-1, 3)])
