"""A camera: it looks along its own -z, with +y up in the picture, through a pinhole or with parallel rays."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Final

import numpy as np
from attrs import field, frozen

from espire_dsl.domain.kinds import VIEWER
from espire_dsl.scene.error import SceneError
from espire_dsl.scene.node import FORWARD, IDENTITY, UP, Node, Quaternion, Vector
from espire_dsl.scene.rotation import from_matrix, matrix, vector

Intrinsics = tuple[Vector, Vector, Vector]

WORLD_CAMERA: Final = "world"
PERSPECTIVE: Final = "perspective"
ORTHOGRAPHIC: Final = "orthographic"
PROJECTIONS: Final = (PERSPECTIVE, ORTHOGRAPHIC)

# Columns: forward, left and up of a viewer in the axes of its camera.
_VIEWER_IN_CAMERA: Final = np.array([[0.0, -1.0, 0.0], [0.0, 0.0, 1.0], [-1.0, 0.0, 0.0]])
_STEEPEST: Final = 1e-9
_UP_FROM_ABOVE: Final = (0.0, 1.0, 0.0)  # in the picture of a camera that looks straight up or down


def intrinsics(width: int, height: int, vertical_degrees: float = 60.0) -> Intrinsics:
    """The matrix K of a camera with square pixels whose axis meets the middle of the picture."""
    focal = height / 2 / math.tan(math.radians(vertical_degrees) / 2)
    return ((focal, 0.0, width / 2), (0.0, focal, height / 2), (0.0, 0.0, 1.0))


def parallel_intrinsics(width: int, height: int, metres: float) -> Intrinsics:
    """The matrix K of an orthographic camera whose picture is so many metres high: pixels a metre."""
    scale = height / metres
    return ((scale, 0.0, width / 2), (0.0, scale, height / 2), (0.0, 0.0, 1.0))


def _floats(values: Iterable[float]) -> tuple[float, ...]:
    return tuple(float(value) for value in values)


def _rows(values: Iterable[Iterable[float]]) -> tuple[tuple[float, ...], ...]:
    return tuple(_floats(row) for row in values)


@frozen
class Camera:
    """Position in metres, turn as [w, x, y, z], intrinsic matrix K and size of the picture in pixels.

    K takes how far right of the camera and below it a point is: in perspective as parts of how far ahead it
    is; for an orthographic camera, whose rays are parallel, in metres, so that K has pixels a metre. The rays
    of an orthographic camera start in the plane across its axis that it stands in.
    """

    position: Vector = field(converter=_floats)
    quaternion: Quaternion = field(default=IDENTITY, converter=_floats)
    K: Intrinsics = field(default=intrinsics(640, 480), converter=_rows)
    width: int = 640
    height: int = 480
    projection: str = PERSPECTIVE

    @property
    def is_orthographic(self) -> bool:
        return self.projection == ORTHOGRAPHIC


def look_at(
    position: Sequence[float],
    target: Sequence[float],
    *,
    width: int = 640,
    height: int = 480,
    vertical_degrees: float = 60.0,
    metres: float | None = None,
    up: Sequence[float] | None = None,
) -> Camera:
    """A camera at `position` with `target` in the middle of its picture; with `metres`, an orthographic one
    whose picture is so many metres high.

    What points along `up` points upwards in the picture: +z, so that the horizon is level, or +y where the
    camera looks straight up or down.
    """
    back = np.asarray(position, dtype=np.float64) - np.asarray(target, dtype=np.float64)
    if np.linalg.norm(back) <= _STEEPEST:
        raise SceneError("a camera cannot look at the place where it stands")
    right = np.cross(UP if up is None else up, back)
    if np.linalg.norm(right) <= _STEEPEST:
        if up is not None:
            raise SceneError("what is up in the picture of a camera is not the way that it looks along")
        right = np.cross(_UP_FROM_ABOVE, back)
    back = back / np.linalg.norm(back)
    right = right / np.linalg.norm(right)
    turn = from_matrix(np.column_stack([right, np.cross(back, right), back]))
    if metres is None:
        return Camera(vector(position), turn, intrinsics(width, height, vertical_degrees), width, height)
    lens = parallel_intrinsics(width, height, metres)
    return Camera(vector(position), turn, lens, width, height, ORTHOGRAPHIC)


def viewer_of(camera: Camera) -> Node:
    """The viewer who looks through a camera: a point whose own +x is the optical axis."""
    return Node(
        VIEWER,
        VIEWER,
        camera.position,
        from_matrix(matrix(camera.quaternion) @ _VIEWER_IN_CAMERA),
        name="you",
        front=FORWARD,
        upright=UP,
    )
