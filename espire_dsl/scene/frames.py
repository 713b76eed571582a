"""Frames of reference: where left, right, front, behind, up and down point, and from where one measures.

Everything directional happens in the floor plane, with the global up.
"""

from __future__ import annotations

import math
from typing import Final, Literal

import numpy as np
from attrs import frozen

from espire_dsl.scene.error import SceneError
from espire_dsl.scene.mathematics import hypot
from espire_dsl.scene.node import Node, Vector
from espire_dsl.scene.quantize import quantize
from espire_dsl.scene.rotation import Array, matrix, turned

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


def floor_front(node: Node) -> Vector:
    """Where a thing's front points to in the floor plane, as a unit vector."""
    if node.front is None:
        raise SceneError(
            f'node "{node.id}" ({node.name}) has no front, '
            "so it has no left, right, front or behind of its own"
        )
    x, y = floor_fronts(matrix(node.quaternion), np.array(node.front)).tolist()
    if x != x:
        raise SceneError(
            f'node "{node.id}" ({node.name}) faces straight up or down, '
            "so its front gives no direction on the floor"
        )
    return (x, y, 0.0)


def faces_within(node: Node, viewer: Node, degrees: float) -> bool:
    """Whether the front of a thing points at most so far away from the viewer, on the floor; the viewer's own
    does."""
    if node.id == viewer.id:
        return True
    x, y, _ = floor_front(node)
    away = (viewer.center[0] - node.center[0], viewer.center[1] - node.center[1])
    angle = math.degrees(math.atan2(abs(x * away[1] - y * away[0]), x * away[0] + y * away[1]))
    return quantize(angle) <= degrees
