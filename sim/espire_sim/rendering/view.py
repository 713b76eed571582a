"""A camera as rays at shapes: in which window each shape can be seen, and the rays there in its own axes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from espire_dsl.scene.camera import Camera
from espire_dsl.scene.projection import NEAREST, Rays, before_camera, pixels_of, rays_of
from espire_dsl.scene.rotation import Array, matmul
from espire_sim.appearance.shape import Column, Columns, Shape, corners_of
from espire_sim.rendering.solids import solids_of
from espire_sim.rendering.triangles import Directions, Origins

Window = tuple[int, int, int, int]

_OUTSIDE: Final = 4.0  # in a shape's own axes: more than the diagonal of the box from -1 to 1
# The edges of a box: pairs of corners, numbered as shapes list them, that differ in one axis.
_EDGES: Final = np.array([(a, a | bit) for bit in (1, 2, 4) for a in range(8) if not a & bit])


@frozen(eq=False)
class Aim:
    """The columns and rows (first, end, first, end) in which a shape can be seen; and in the shape's own axes
    the vectors of the rays (`Rays`)."""

    window: Window
    origins: Array
    directions: Array
    parallel: bool

    def rays(self, u: Array, v: Array) -> tuple[Origins, Directions]:
        """Where the rays of points of the picture start, which is one point in perspective, and lead."""
        if self.parallel:
            starts = _spread(self.origins, u, v)
            x, y, z = (np.full(starts[0].shape, part) for part in self.directions[:, 2].tolist())
            return starts, (x, y, z)
        x, y, z = self.origins[:, 2].tolist()
        return (x, y, z), _spread(self.directions, u, v)


@frozen(eq=False)
class View:
    """A camera and the vectors of its rays; the parameter of a hit is its distance to the image plane."""

    camera: Camera
    vectors: Rays

    @classmethod
    def of(cls, camera: Camera) -> View:
        return cls(camera, rays_of(camera))

    @property
    def eye(self) -> Array:
        return np.asarray(self.camera.position)

    def rays(self, u: Column, v: Column) -> tuple[Columns, Columns]:
        """Where the rays of points of the picture start, one point in perspective, and lead, as columns."""
        vectors = self.vectors
        own = self._aimed(
            (0, 0, 0, 0), vectors.origins.astype(np.float32), vectors.directions.astype(np.float32)
        )
        starts, ways = own.rays(u, v)
        shape = (3, -1) if own.parallel else (3, 1)
        return (
            np.stack(starts).reshape(shape).astype(np.float32, copy=False),
            np.stack(ways).astype(np.float32, copy=False),
        )

    def seen_from(self, shape: Shape, own: Columns) -> Origins:
        """In a shape's own axes, from where points of it are seen: one point in perspective; else places
        before them that are outside of the shape."""
        if not self.camera.is_orthographic:
            x, y, z = matmul(shape.inward, self.eye - shape.center).tolist()
            return (x, y, z)
        way = matmul(shape.inward, self.vectors.directions[:, 2])
        x, y, z = own - (_OUTSIDE / np.sqrt((way**2).sum()) * way)[:, None]
        return (x, y, z)

    def aim(self, inward: Array, center: Array, window: Window) -> Aim:
        """The rays in a window, in the axes of something that is at a place."""
        origins = matmul(inward, self.vectors.origins)
        origins[:, 2] = matmul(inward, self.vectors.origins[:, 2] - center)
        return self._aimed(window, origins, matmul(inward, self.vectors.directions))

    def _aimed(self, window: Window, origins: Array, directions: Array) -> Aim:
        return Aim(window, origins, directions, self.camera.is_orthographic)

    def aims(self, shapes: Sequence[Shape]) -> list[Aim]:
        """How rays are aimed at each shape, found for all at once."""
        if not shapes:
            return []
        return list(map(self._aimed, self._windows(shapes), *self.vectors_of(shapes)))

    def vectors_of(self, shapes: Sequence[Shape]) -> tuple[Array, Array]:
        """The vectors of rays in the axes of each shape, of their starts and of their ways: both
        (shapes, 3, 3), as `Rays` has them."""
        solids = solids_of(shapes)
        # Without a library for matrices, as `matmul`: it would only wait for its threads.
        origins = np.einsum("sij,jk->sik", solids.inward, self.vectors.origins)
        starts = self.vectors.origins[:, 2] - solids.centers
        origins[:, :, 2] = np.einsum("sij,sj->si", solids.inward, starts)
        return origins, np.einsum("sij,jk->sik", solids.inward, self.vectors.directions)

    def _windows(self, shapes: Sequence[Shape]) -> list[Window]:
        seen = before_camera(self.camera, corners_of(shapes))
        cut = np.flatnonzero((seen[:, :, 2] <= NEAREST).any(axis=1))
        parts = {place: _before(seen[place]) for place in cut.tolist()}
        seen[cut] = [0.0, 0.0, 1.0]
        whole = self._around(seen).tolist()
        return [
            (left, right, top, bottom) if place not in parts else self._of_part(parts[place])
            for place, (left, right, top, bottom) in enumerate(whole)
        ]

    def window(self, corners: Array, beyond: int = 0) -> Window:
        """The window of a box with these corners, in the order in which shapes list theirs.

        It ends at the edges of the picture, or so many pixels beyond them.
        """
        return self._of_part(_before(before_camera(self.camera, corners)), beyond)

    def _of_part(self, seen: Array, beyond: int = 0) -> Window:
        if len(seen) == 0:
            return (0, 0, 0, 0)
        left, right, top, bottom = self._around(seen, beyond).tolist()
        return (left, right, top, bottom)

    def _around(self, seen: Array, beyond: int = 0) -> NDArray[np.int64]:
        """The windows around points before the camera, as it sees them: (..., points, 3) give (..., 4)."""
        width, height = self.camera.width, self.camera.height
        u, v = pixels_of(self.camera, seen)
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
    """The corners of the part of a box that is before the camera, all as the camera sees them."""
    ahead = corners[:, 2] > NEAREST
    if ahead.all():
        return corners
    starts, ends = corners[_EDGES[:, 0]], corners[_EDGES[:, 1]]
    crossing = ahead[_EDGES[:, 0]] != ahead[_EDGES[:, 1]]
    starts, ends = starts[crossing], ends[crossing]
    share = (NEAREST - starts[:, 2:]) / (ends[:, 2:] - starts[:, 2:])
    return np.concatenate([corners[ahead], starts + share * (ends - starts)])


def _spread(vectors: Array, u: Array, v: Array) -> Directions:
    """The three parts of what points of the picture have, from the three vectors of rays."""
    x, y, z = (a * u + (b * v + c) for a, b, c in vectors.tolist())
    return (x, y, z)
