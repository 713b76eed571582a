"""What can be measured in a scene. Every number passes through `quantize`."""

from __future__ import annotations

import math
from typing import Final

from espire_dsl.scene.box import Box, box_distance, box_of
from espire_dsl.scene.error import SceneError
from espire_dsl.scene.footprint import covered_fraction
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.node import Node, Vector
from espire_dsl.scene.places import contents
from espire_dsl.scene.quantize import quantize
from espire_dsl.scene.rotation import rotate_vector
from tests.program.oracle.frames import Direction, Frame, floor_front

_HOUR: Final = 30.0


def distance(scene: Scene, a: str, b: str, by: str = "edges") -> float:
    """Between boundaries or centres; of a slot or a space, to the middle of its opening."""
    ends = []
    for node in (scene.node(a), scene.node(b)):
        box = box_of(node)
        if node.kind in ("slot", "space"):
            forward = rotate_vector(node.quaternion, (1.0, 0.0, 0.0))
            middle = [c + f * node.extents[0] / 2 for c, f in zip(node.center, forward, strict=True)]
            ends.append((Box(middle, box.axes, (0.0, 0.0, 0.0)), middle))
        else:
            ends.append((box, node.center))
    if by == "centres":
        return quantize(math.dist(ends[0][1], ends[1][1]))
    return quantize(box_distance(ends[0][0], ends[1][0]))


def coordinate(frame: Frame, node: Node, direction: Direction) -> float:
    """How far the centre of a thing lies in a direction, in metres from the frame's origin."""
    return quantize(dot(offset(frame.origin, node.center), frame.axis(direction)))


def angle_off_axis(frame: Frame, node: Node, direction: Direction) -> float:
    """Degrees in [0, 180] between a direction and the way from the frame's origin to the thing's centre.

    Left, right, front and behind are compared in the floor plane, up and down in space. A thing at the
    origin lies in no direction: 90, the boundary between the direction and its opposite.
    """
    away = offset(frame.origin, node.center)
    axis = frame.axis(direction)
    along = dot(away, axis)
    if direction in ("up", "down"):
        across = math.hypot(away[0], away[1])
    else:
        across = away[0] * axis[1] - away[1] * axis[0]
    if quantize(along) == 0 and quantize(across) == 0:
        return 90.0
    return quantize(math.degrees(math.atan2(abs(across), along)))


def clock_angle(frame: Frame, node: Node) -> float:
    """Degrees in [0, 360) from the frame's forward to the thing's centre, clockwise seen from above.

    Hours run clockwise for everyone, also around things whose left is that of a person before them.
    A thing right above or below the origin, or at it, stands at no hour: NaN.
    """
    if frame.forward is None:
        raise SceneError("an absolute frame has no forward, so it has no twelve o'clock")
    away = offset(frame.origin, node.center)
    x, y, _ = frame.forward
    along = away[0] * x + away[1] * y
    right = away[0] * y - away[1] * x
    if quantize(along) == 0 and quantize(right) == 0:
        return math.nan
    return quantize(math.degrees(math.atan2(right, along)) % 360.0) % 360.0


def clock_hour(angle: float) -> int:
    """The hour, 1 to 12, whose sector of 30 degrees a clock angle falls into; 12 is straight ahead.

    A sector holds its earlier boundary: 15 degrees is one o'clock. NaN has no hour: 0.
    """
    if math.isnan(angle):
        return 0
    return int(quantize((angle + _HOUR / 2) / _HOUR)) % 12 or 12


def clock_margin(angle: float, hour: int) -> float:
    """How far a clock angle is inside the sector of an hour, in degrees; negative outside, 0 for NaN."""
    if math.isnan(angle):
        return 0.0
    away = abs((angle - _HOUR * hour + 180.0) % 360.0 - 180.0)
    return quantize(_HOUR / 2 - away)


def tilt(node: Node) -> float:
    """Degrees in [0, 90] between up and the thing's upright axis, taken as a line.

    A book that stands on its head is as upright as one that does not: 180 counts as 0, 170 as 10.
    """
    if node.upright is None:
        raise SceneError(f'node "{node.id}" ({node.name}) has no upright axis, so it cannot be tilted')
    x, y, z = rotate_vector(node.quaternion, node.upright)
    return quantize(math.degrees(math.atan2(math.hypot(x, y), abs(z))))


def height(node: Node) -> float:
    """Of a book along its upright axis, of everything else vertically (in its own axes)."""
    return quantize(node.extents[2])


def width(node: Node) -> float:
    """Of a book across its cover, of everything else laterally."""
    return quantize(node.extents[0] if node.kind == "book" else node.extents[1])


def thickness(node: Node) -> float:
    """Of a book through its covers, of everything else its depth."""
    return quantize(node.extents[1] if node.kind == "book" else node.extents[0])


def depth(scene: Scene, node: Node) -> float:
    """How far the centre of a thing is from the viewer along the optical axis, which may look down."""
    viewer = scene.viewer
    if viewer.front is None:
        floor_front(viewer)
    assert viewer.front is not None
    return quantize(dot(offset(viewer.center, node.center), rotate_vector(viewer.quaternion, viewer.front)))


def occupancy(scene: Scene, slot_id: str) -> float:
    """The covered part of a slot's floor, in [0, 1]: as stored, or else from what stands in the slot."""
    slot = scene.node(slot_id)
    if slot.occupancy is not None:
        return quantize(slot.occupancy)
    return quantize(covered_fraction(box_of(slot), [box_of(node) for node in contents(scene, slot_id)]))


def offset(start: Vector, end: Vector) -> Vector:
    """From one point to another."""
    return (end[0] - start[0], end[1] - start[1], end[2] - start[2])


def dot(a: Vector, b: Vector) -> float:
    """The scalar product."""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
