"""Frames of reference: where left, right, front, behind, up and down point, and from where one measures.

Everything directional happens in the floor plane, with the global up.
"""

from __future__ import annotations

import math
from typing import Final, Literal

import numpy as np
from attrs import frozen

from espire_dsl.domain.kinds import VIEWER
from espire_dsl.scene.error import SceneError
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.mathematics import hypot
from espire_dsl.scene.node import Node, Vector
from espire_dsl.scene.quantize import quantize
from espire_dsl.scene.rotation import Array, matrix, rotate_vector, turned

FrameKind = Literal["relative", "intrinsic", "absolute"]
Direction = Literal["left", "right", "front", "behind", "up", "down"]

DIRECTIONS: Final[tuple[Direction, ...]] = ("left", "right", "front", "behind", "up", "down")

_VERTICAL: Final = 1e-6


@frozen
class Frame:
    """An origin and axes. `of` is the thing at the origin; an absolute frame has only an up."""

    kind: FrameKind
    origin: Vector
    forward: Vector | None
    left: Vector | None
    up: Vector
    of: str | None


def floor_fronts(axes: Array, fronts: Array) -> Array:
    """Where fronts, in own axes, point to in the floor plane: unit vectors (..., 2), NaN for none there."""
    x, y, _ = turned(axes, fronts)
    length = hypot(x, y)
    with np.errstate(invalid="ignore"):
        length = np.where(length > _VERTICAL, length, np.nan)
    return np.stack([x / length + 0.0, y / length + 0.0], axis=-1)


def own_front(node: Node) -> Vector | None:
    """What counts as a thing's front on the floor, in own axes. For a viewer who looks straight down that is
    what is up in the picture, as for somebody who leans over a table; straight up, what is down in it."""
    if node.front is None or node.upright is None or not node.is_a(VIEWER):
        return node.front
    z = _if_vertical(node)
    x, y, up = node.upright
    return node.front if z is None else node.upright if z < 0 else (0.0 - x, 0.0 - y, 0.0 - up)


def _if_vertical(node: Node) -> float | None:
    """The height of a front that points straight up or down."""
    assert node.front is not None
    x, y, z = rotate_vector(node.quaternion, node.front)
    return z if math.hypot(x, y) <= _VERTICAL else None


def floor_front(node: Node) -> Vector:
    """Where a thing's front points to in the floor plane, as a unit vector."""
    front = own_front(node)
    if front is None:
        raise SceneError(
            f'node "{node.id}" ({node.name}) has no front, '
            "so it has no left, right, front or behind of its own"
        )
    x, y = floor_fronts(matrix(node.quaternion), np.array(front)).tolist()
    if x != x:
        raise SceneError(
            f'node "{node.id}" ({node.name}) faces straight up or down, '
            "so its front gives no direction on the floor"
        )
    return (x, y, 0.0)


def faces_within(node: Node, scene: Scene, degrees: float) -> bool:
    """Whether the front of a thing points at most so far away from where the viewer sees it from, on the
    floor. The viewer's own does, and from straight above all do."""
    viewer = scene.viewer
    if node.id == viewer.id or _if_vertical(viewer) is not None:
        return True
    x, y, _ = floor_front(node)
    camera = scene.camera
    if camera is not None and camera.is_orthographic:  # which sees all things from the same side
        away = matrix(camera.quaternion)[:2, 2].tolist()
    else:
        away = [viewer.center[0] - node.center[0], viewer.center[1] - node.center[1]]
    angle = math.degrees(math.atan2(abs(x * away[1] - y * away[0]), x * away[0] + y * away[1]))
    return quantize(angle) <= degrees
