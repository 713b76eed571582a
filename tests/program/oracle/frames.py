"""Frames of reference: where left, right, front, behind, up and down point, and from where one measures.

Everything directional happens in the floor plane, with the global up.
"""

from __future__ import annotations

import math
from typing import Final, Literal

from attrs import frozen

from espire_dsl.scene.error import SceneError
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.node import UP, Node, Vector
from espire_dsl.scene.rotation import rotate_vector

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

    def axis(self, direction: Direction) -> Vector:
        """The unit vector that a direction word means.

        In a relative frame `front` is the side nearer to the viewer, against the viewer's forward.
        """
        if direction == "up":
            return self.up
        if direction == "down":
            return _opposite(self.up)
        if self.forward is None or self.left is None:
            raise SceneError(f'an absolute frame knows up and down only, and has no "{direction}"')
        if direction == "left":
            return self.left
        if direction == "right":
            return _opposite(self.left)
        if direction not in ("front", "behind"):
            known = ", ".join(DIRECTIONS)
            raise SceneError(f'"{direction}" is no direction; known are {known}')
        return (
            self.forward if (direction == "front") == (self.kind == "intrinsic") else _opposite(self.forward)
        )


def relative(scene: Scene, reference_id: str) -> Frame:
    """The viewer's axes, used about another thing: the origin is that thing's centre."""
    forward = floor_front(scene.viewer)
    return Frame("relative", scene.node(reference_id).center, forward, _left_of(forward), UP, reference_id)


def intrinsic(scene: Scene, id: str) -> Frame:
    """A thing's own axes from its own centre; its left is its own or that of a person before its front."""
    node = scene.node(id)
    forward = floor_front(node)
    left = _left_of(forward)
    return Frame(
        "intrinsic",
        node.center,
        forward,
        _opposite(left) if node.perspective == "encounter" else left,
        UP,
        id,
    )


def absolute(scene: Scene, reference_id: str | None = None) -> Frame:
    """Up only, measured from a thing's centre, or from the floor."""
    origin = (0.0, 0.0, 0.0) if reference_id is None else scene.node(reference_id).center
    return Frame("absolute", origin, None, None, UP, reference_id)


def floor_front(node: Node) -> Vector:
    """Where a thing's front points to in the floor plane, as a unit vector."""
    if node.front is None:
        raise SceneError(
            f'node "{node.id}" ({node.name}) has no front, '
            "so it has no left, right, front or behind of its own"
        )
    x, y, z = rotate_vector(node.quaternion, node.front)
    length = math.hypot(x, y)
    if length <= _VERTICAL and node.kind == "viewer" and node.upright is not None:
        # Who looks straight down sees at the top of the picture what is ahead.
        x, y, _ = (-math.copysign(1.0, z) * part for part in rotate_vector(node.quaternion, node.upright))
        length = math.hypot(x, y)
    if length <= _VERTICAL:
        raise SceneError(
            f'node "{node.id}" ({node.name}) faces straight up or down, '
            "so its front gives no direction on the floor"
        )
    return (x / length + 0.0, y / length + 0.0, 0.0)


def _left_of(forward: Vector) -> Vector:
    """Up x forward."""
    return (0.0 - forward[1], forward[0], 0.0)


def _opposite(v: Vector) -> Vector:
    return (0.0 - v[0], 0.0 - v[1], 0.0 - v[2])
