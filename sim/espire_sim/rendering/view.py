"""A camera as rays: for each point of the picture, a direction whose parameter is the depth."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from espire_dsl.scene.camera import Camera
from espire_dsl.scene.rotation import Array, matrix
from espire_sim.appearance.shape import Columns, Shape
from espire_sim.rendering.meet import Directions
from espire_sim.rendering.triangles import Origin

Window = tuple[int, int, int, int]

_NEAREST: Final = 1e-3
# The edges of a box: pairs of corners, numbered as shapes list them, that differ in one axis.
_EDGES: Final = np.array([(a, a | bit) for bit in (1, 2, 4) for a in range(8) if not a & bit])


@frozen(eq=False)
class Aim:
    """The columns and rows (first, end, first, end) in which a shape can be seen; and in the shape's own axes
    the eye, and the three vectors of the directions as columns."""

    window: Window
    origin: Origin
    vectors: Array


@frozen(eq=False)
class View:
    """Directions are `across` u + `down` v + `start`, with u and v in pixels from the upper left corner.

    Their part along the optical axis is 1, so that the parameter of a hit is its distance to the image plane.
    """

    eye: Array
    rotation: Array
    across: Array
    down: Array
    start: Array
    camera: Camera

    @classmethod
    def of(cls, camera: Camera) -> View:
        rotation = matrix(camera.quaternion)
        (fx, skew, cx), (_, fy, cy), _ = camera.K
        right, up, back = rotation.T
        # u = fx x + skew y + cx and v = fy y + cy, for x to the right and y down at the depth 1
        across = right / fx
        down = (-up - right * skew / fx) / fy
        start = -back - across * cx - down * cy
        return cls(np.asarray(camera.position), rotation, across, down, start, camera)

    def rays(self, u: Array, v: Array) -> Columns:
        """The directions of points of the picture, as columns."""
        vectors = np.stack([self.across, self.down, self.start], axis=1)
        return np.stack(directions(vectors, u, v)).astype(np.float32)

    def aims(self, shapes: Sequence[Shape]) -> list[Aim]:
        """How rays are aimed at each shape, found for all at once."""
        if not shapes:
            return []
        inward = np.stack([shape.inward for shape in shapes])
        centers = np.stack([shape.center for shape in shapes])
        # Without a library for matrices, which would only wait for its threads and round in its own ways.
        origins = np.einsum("sij,sj->si", inward, self.eye - centers).tolist()
        basis = np.stack([self.across, self.down, self.start], axis=1)
        vectors = np.einsum("sij,jk->sik", inward, basis)
        return [
            Aim(window, (x, y, z), columns)
            for window, (x, y, z), columns in zip(self._windows(shapes), origins, vectors, strict=True)
        ]

    def _windows(self, shapes: Sequence[Shape]) -> list[Window]:
        corners = np.stack([shape.corners for shape in shapes])
        own = (corners - self.eye) @ self.rotation
        cut = np.flatnonzero((own[:, :, 2] >= -_NEAREST).any(axis=1))
        parts = {place: _before(own[place]) for place in cut.tolist()}
        own[cut] = [0.0, 0.0, -1.0]
        whole = self._around(own).tolist()
        return [
            (left, right, top, bottom) if place not in parts else self._of_part(parts[place])
            for place, (left, right, top, bottom) in enumerate(whole)
        ]

    def window(self, corners: Array, beyond: int = 0) -> Window:
        """The window of a box with these corners, in the order in which shapes list theirs.

        It ends at the edges of the picture, or so many pixels beyond them.
        """
        return self._of_part(_before((corners - self.eye) @ self.rotation), beyond)

    def _of_part(self, own: Array, beyond: int = 0) -> Window:
        if len(own) == 0:
            return (0, 0, 0, 0)
        left, right, top, bottom = self._around(own, beyond).tolist()
        return (left, right, top, bottom)

    def _around(self, own: Array, beyond: int = 0) -> NDArray[np.int64]:
        """The windows around points before the camera, in its axes: (..., points, 3) give (..., 4)."""
        width, height = self.camera.width, self.camera.height
        (fx, skew, cx), (_, fy, cy), _ = self.camera.K
        x, y = own[..., 0] / -own[..., 2], own[..., 1] / own[..., 2]
        u, v = fx * x + skew * y + cx, fy * y + cy
        ends = [
            np.floor(u.min(axis=-1)),
            np.ceil(u.max(axis=-1)),
            np.floor(v.min(axis=-1)),
            np.ceil(v.max(axis=-1)),
        ]
        last = np.array([width, width, height, height])
        around: NDArray[np.int64] = np.clip(np.stack(ends, axis=-1), -beyond, last + beyond).astype(np.int64)
        return around


def _before(corners: Array) -> Array:
    """The corners of the part of a box that is before the camera, all in the camera's axes."""
    depth = -corners[:, 2]
    ahead = depth > _NEAREST
    if ahead.all():
        return corners
    starts, ends = corners[_EDGES[:, 0]], corners[_EDGES[:, 1]]
    crossing = ahead[_EDGES[:, 0]] != ahead[_EDGES[:, 1]]
    starts, ends = starts[crossing], ends[crossing]
    share = (-_NEAREST - starts[:, 2:]) / (ends[:, 2:] - starts[:, 2:])
    return np.concatenate([corners[ahead], starts + share * (ends - starts)])


def directions(vectors: Array, u: Array, v: Array) -> Directions:
    """The parts of the directions of points of the picture, from the three vectors of an aim."""
    x, y, z = (row[0] * u + (row[1] * v + row[2]) for row in vectors)
    return (x, y, z)
