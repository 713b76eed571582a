"""Where things fall in a camera's picture, and back: projected points and boxes, and the rays of pixels.

This is the one place that knows how cameras project; whoever draws, casts rays or measures pictures asks it.
Pixels are continuous: u runs from 0 at the left edge to the width, v from 0 at the top to the height.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import numpy as np
from attrs import frozen

from espire_dsl.scene.box import Box
from espire_dsl.scene.camera import Camera
from espire_dsl.scene.polygons import Point, Polygon, clipped, convex_hull
from espire_dsl.scene.rotation import Array, Mask, matrix

# Nothing nearer than this, in metres along the optical axis, is in a picture.
NEAREST: Final = 1e-3
# From the camera's own axes (x right, y up, looking along -z) to those that K takes (y down, z forward).
_TO_PICTURE_AXES: Final = np.array([1.0, -1.0, -1.0])
_AHEAD: Final = np.array([0.0, 0.0, 1.0])


@frozen(eq=False)
class Rays:
    """The rays of a camera's pixels: through (u, v) goes `origin + depth * direction`, where both are a first
    vector times u, plus a second times v, plus a third. The vectors are columns.

    Directions are 1 long along the optical axis, so that the depth is the distance to the image plane. In
    perspective all rays have the same origin; those of an orthographic camera have the same direction.
    """

    origins: Array
    directions: Array

    def origin(self, u: Array, v: Array) -> Array:
        """Where the rays of pixels start, as rows."""
        return _spread(self.origins, u, v)

    def direction(self, u: Array, v: Array) -> Array:
        """Where the rays of pixels lead, as rows."""
        return _spread(self.directions, u, v)


def rays_of(camera: Camera) -> Rays:
    """The rays of all pixels of a camera."""
    (fx, skew, cx), (_, fy, cy), _ = camera.K
    right, up, back = matrix(camera.quaternion).T
    eye, none = np.asarray(camera.position), np.zeros(3)
    # u = fx x + skew y + cx and v = fy y + cy, for x to the right and y down at the depth 1
    across = right / fx
    down = (-up - right * skew / fx) / fy
    if camera.is_orthographic:
        corner = eye - across * cx - down * cy
        return Rays(np.stack([across, down, corner], axis=1), np.stack([none, none, -back], axis=1))
    start = -back - across * cx - down * cy
    return Rays(np.stack([none, none, eye], axis=1), np.stack([across, down, start], axis=1))


def unproject(camera: Camera, u: float, v: float, depth: float) -> tuple[float, float, float]:
    """The point that a pixel shows at a distance to the image plane."""
    rays, pixel = rays_of(camera), (np.asarray(u), np.asarray(v))
    x, y, z = (rays.origin(*pixel) + depth * rays.direction(*pixel)).tolist()
    return (x, y, z)


def before_camera(camera: Camera, points: Array) -> Array:
    """Points (..., 3) as seen by a camera: how far right of it, below it and ahead; the last is the depth."""
    offsets = points - np.asarray(camera.position)
    seen: Array = (offsets @ matrix(camera.quaternion)) * _TO_PICTURE_AXES
    return seen


def pixels_of(camera: Camera, seen: Array) -> tuple[Array, Array]:
    """Column and row of points that `before_camera` gave; in perspective they must be ahead."""
    (fx, skew, cx), (_, fy, cy), _ = camera.K
    x, y = seen[..., 0], seen[..., 1]
    if not camera.is_orthographic:
        x, y = x / seen[..., 2], y / seen[..., 2]
    return fx * x + skew * y + cx, fy * y + cy


def projected(camera: Camera, points: Array, nearest: float = NEAREST) -> tuple[Array, Array, Mask]:
    """Column and row of points (..., 3), and which of them are ahead by more than `nearest`; what is not has
    some column and row."""
    seen = before_camera(camera, points)
    ahead: Mask = seen[..., 2] > nearest
    u, v = pixels_of(camera, np.where(ahead[..., None], seen, _AHEAD))
    return u, v, ahead


def eyes_of(camera: Camera, points: Array) -> Array:
    """From where a camera sees each point (rows): where the ray through it starts."""
    eye = np.asarray(camera.position)
    if not camera.is_orthographic:
        return np.broadcast_to(eye, points.shape)
    back = matrix(camera.quaternion)[:, 2]
    starts: Array = points - ((points - eye) @ back)[..., None] * back
    return starts


def project(camera: Camera, point: Iterable[float]) -> Point | None:
    """The pixel of a point, in the picture or beside it; None for a point that is not before the camera."""
    u, v, ahead = projected(camera, np.array(tuple(point)))
    return (float(u), float(v)) if ahead else None


def outline(camera: Camera, box: Box) -> Polygon:
    """The convex outline of a box within the picture; empty when the box is out of view."""
    u, v = pixels_of(camera, _cut_near(before_camera(camera, box.corners)))
    hull = convex_hull(zip(u.tolist(), v.tolist(), strict=True))
    return clipped(hull, (0.0, 0.0), (float(camera.width), float(camera.height)))


def _spread(vectors: Array, u: Array, v: Array) -> Array:
    spread: Array = vectors[:, 0] * u[..., None] + (vectors[:, 1] * v[..., None] + vectors[:, 2])
    return spread


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
