"""Where a held thing can be put to rest in a slot or a space, in the poses that a task allows.

A thing rests when its lower side is on the floor of the slot and, if it is tilted, its upper part leans on a
wall of the slot or on something heavy that stands there, above its middle and no steeper than friction holds.
It lies wholly inside the slot, and in a space its middle is inside the space. It is carried in from the
front, with the hand behind it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import numpy as np
from attrs import frozen

from espire_dsl.domain.kinds import CELL, GRASPABLE, MOVABLE, VACANCY
from espire_dsl.scene.box import Box, box_distance, box_of, shadow
from espire_dsl.scene.fit import free_intervals
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.node import Node
from espire_dsl.scene.places import contents
from espire_dsl.scene.rotation import Array, matrix, vector
from espire_sim.interfaces import PlanStatus
from espire_sim.planning.checking import KEPT, Carried
from espire_sim.planning.problem import CannotPlanError
from espire_sim.robot.kinematics import about_x, about_z

GAP: Final = 0.0005  # left under and beside a thing that is let go
_HOVER: Final = 0.0045  # how far off its rest a thing is carried in
_OVERHANG: Final = 0.042  # how far a thing that lies flat sticks out of the slot before it is pushed in
_INSET: Final = 0.003
_FROM_WALL: Final = 0.035
_FROM_BODY: Final = KEPT + 0.001  # from what stands beside a thing, where there is room
_ASIDE: Final = (-0.03, 0.03)
_NEARBY: Final = (0.0, -0.01, 0.01, -0.02, 0.02)  # how far aside of a point a thing may stand
_STANDS: Final = 10.0  # degrees within which a thing that is let go comes to stand or lie
_FROM_EDGE: Final = 0.01  # from the middle of a thing to the front of its space, at least
_BESIDE: Final = 0.02  # what is leant on reaches so far before and behind the middle of what leans
_STEEPEST: Final = 58.0  # both ends rub with a coefficient of 0.6, which holds 61 degrees
_STEEPEST_ON_EDGE: Final = 72.0
_YAWS: Final = (0.0, 30.0, -30.0)
_LEANS: Final = (25.0, 35.0, 45.0, 20.0, 55.0)
_UPRIGHT, _FLAT = 0.0, 90.0
_GRID: Final = 0.08
_TILT_SLACK: Final = 1.0  # a thing that is held askew may have no such tilt at all
_ALIGNED: Final = 0.02


@frozen(eq=False)
class Placement:
    """A pose of the held thing at rest, in the world; how it is carried in beside it, and how it is pushed.

    `away` leads from the rest to where the thing is carried in; `pushed` is how far it is pushed after it
    was let go.
    """

    center: Array
    rotation: Array
    away: Array
    pushed: float = 0.0


@frozen(eq=False)
class _Room:
    """A slot or a space in the axes of its shelf, from the middle of the slot."""

    scene: Scene
    place: Node
    slot: Node
    rotation: Array
    origin: Array
    half: Array
    low: Array
    high: Array


def tilts_for(constraint: Mapping[str, Any] | None) -> tuple[float, ...]:
    """The tilts to try, in degrees, that meet the constraint; an empty tuple if its pose is unknown."""
    if constraint is None:
        return (_UPRIGHT, _FLAT, *_LEANS[:3])
    pose = constraint.get("pose")
    if pose == "TiltDegree":
        angle, tolerance = constraint.get("angle"), constraint.get("tolerance") or 0.0
        if not isinstance(angle, int | float) or not isinstance(tolerance, int | float):
            raise CannotPlanError(
                PlanStatus.BACKEND_ERROR, f"no angle is said in degrees: {dict(constraint)}"
            )
        near = (angle, angle - 0.4 * tolerance, angle + 0.4 * tolerance, angle - 0.9 * tolerance)
        ends = tuple(end for end in (_UPRIGHT, _FLAT) if abs(angle - end) <= 0.9 * tolerance)
        return ends + tuple(tilt for tilt in near if 5.0 <= tilt <= 85.0)
    named: dict[Any, tuple[float, ...]] = {"Vertical": (_UPRIGHT,), "Flat": (_FLAT,), "Tilted": _LEANS}
    return named.get(pose, ())


def placements(
    scene: Scene, place: Node, slot: Node, carried: Carried, tilts: Sequence[float]
) -> Iterator[Placement]:
    """Poses of the held thing in a place, the likeliest first."""
    room = _room(scene, place, slot)
    for tilt in tilts:
        for own in _own_turns(place, carried, tilt):
            for center in _centers(room, own, carried.half, tilt):
                placement = _placement(room, own, center, carried.half, tilt)
                if placement is not None:
                    yield placement


def placements_at(
    scene: Scene, place: Node, slot: Node, carried: Carried, tilts: Sequence[float], point: Sequence[float]
) -> Iterator[Placement]:
    """Poses of the held thing with the middle of its leading edge at a point, as near as may be."""
    room = _room(scene, place, slot)
    for tilt in tilts:
        for own in _own_turns(place, carried, tilt):
            yield from _at_point(room, own, carried, tilt, point)


def turned_placements_at(
    scene: Scene, place: Node, slot: Node, carried: Carried, turn: Array, point: Sequence[float]
) -> Iterator[Placement]:
    """The same for a hand that is turned so."""
    room = _room(scene, place, slot)
    own = room.rotation.T @ turn @ carried.rotation
    yield from _at_point(room, own, carried, _resting_tilt(own, _STANDS), point)


def hand_turns(place: Node, slot: Node, carried: Carried, tilts: Sequence[float]) -> Iterator[Array]:
    """The turns of the hand that bring the held thing into a place at these tilts."""
    for tilt in tilts:
        for own in _own_turns(place, carried, tilt):
            yield matrix(slot.quaternion) @ own @ carried.rotation.T


def placement_of(
    scene: Scene, place: Node, slot: Node, carried: Carried, center: Array, rotation: Array
) -> Placement | None:
    """A proposed pose of the held thing as a placement; None if that is no rest in the place."""
    room = _room(scene, place, slot)
    own = room.rotation.T @ rotation
    lifted = center + np.array([0.0, 0.0, GAP])
    tilt = _resting_tilt(own, _TILT_SLACK)
    return _placement(room, own, room.rotation.T @ (lifted - room.origin), carried.half, tilt)


def _own_turns(place: Node, carried: Carried, tilt: float) -> Iterator[Array]:
    """The thing's axes in those of the shelf, for a tilt that it can have in the hand."""
    for roll, yaw in _turns(tilt, place):
        own = _own_turn(carried, roll, yaw)
        if abs(_tilt_of(own) - tilt) <= _TILT_SLACK:
            yield own


def _resting_tilt(own: Array, stands: float) -> float:
    """The tilt at which a thing ends that is let go so: upright within some degrees, or flat if nearly so."""
    tilt = _tilt_of(own)
    tilt = min(tilt, 180.0 - tilt)
    return _UPRIGHT if tilt <= stands else _FLAT if tilt >= _FLAT - _STANDS else tilt


def _right_way_up(own: Array) -> Array:
    """The axes of the same box with the third one upward: a box is alike upside down."""
    return own if own[2, 2] >= 0 else own @ np.diag([1.0, -1.0, -1.0])


def _at_point(
    room: _Room, own: Array, carried: Carried, tilt: float, point: Sequence[float]
) -> Iterator[Placement]:
    """Placements with the leading edge at a point: what leans does so where there is something to lean on;
    everything else may stand a little aside. Where the thing would stick out of the slot, it is flush."""
    aim = room.rotation.T @ (np.asarray(point) - room.origin)
    middle = aim - own @ _leading(carried)
    reach = np.abs(own) @ carried.half
    deepest, flush = reach[0] - room.half[0], room.half[0] - _INSET - reach[0]
    depths = dict.fromkeys((min(max(float(middle[0]), float(deepest)), float(flush)), float(flush)))
    height = -room.half[2] + reach[2] + GAP
    for depth in depths if tilt != _FLAT else (flush,):
        if tilt in (_UPRIGHT, _FLAT):
            across = [float(middle[1]) + aside for aside in _NEARBY]
        else:
            upward = _right_way_up(own)
            towards = math.copysign(1.0, upward[1, 2])
            center = np.array([depth, 0.0, height])
            leans = _leans(room, upward, reach, carried.half, center, towards, tilt)
            near = reach[1] + _NEARBY[-1]
            across = sorted(
                (lean for lean in leans if abs(lean - aim[1]) <= near), key=lambda lean: abs(lean - aim[1])
            )
        for aside in across:
            placement = _placement(room, own, np.array([depth, aside, height]), carried.half, tilt)
            if placement is not None:
                yield placement


def _leading(carried: Carried) -> Array:
    """From the middle of a held thing to that of the side that is foremost in the hand, in its own axes."""
    ahead = carried.rotation[0]
    foremost = int(np.argmax(np.abs(ahead)))
    edge: Array = np.eye(3)[foremost] * math.copysign(carried.half[foremost], ahead[foremost])
    return edge


def _placement(room: _Room, own: Array, center: Array, half: Array, tilt: float) -> Placement | None:
    """A pose in the axes of the shelf as a placement, if it is wholly in the slot and meant by the place."""
    reach = np.abs(own) @ half
    inside = np.abs(center) + reach <= room.half + 1e-9
    meant = (center >= room.low) & (center <= room.high)
    if not inside.all() or not meant[:2].all():
        return None
    aside = 0.0 if tilt in (_UPRIGHT, _FLAT) else -math.copysign(_HOVER, _right_way_up(own)[1, 2])
    pushed = _OVERHANG if tilt == _FLAT else 0.0
    box = Box(room.origin + room.rotation @ center, room.rotation @ own, half)
    if pushed and not _can_be_pushed(room, box, pushed):
        return None
    return Placement(box.center, box.axes, room.rotation @ np.array([0.0, aside, _HOVER]), pushed)


def _turns(tilt: float, place: Node) -> tuple[tuple[float, float], ...]:
    """Rolls and yaws of the hand, in degrees: a space beside a wall may ask for a hand that is yawed."""
    if tilt == _UPRIGHT:
        return tuple((0.0, yaw) for yaw in (_YAWS if place.is_a(VACANCY) else _YAWS[:1]))
    return (tilt, 0.0), (-tilt, 0.0)


def _can_be_pushed(room: _Room, box: Box, pushed: float) -> bool:
    """Whether nothing stands where a thing slides to its rest."""
    out = room.rotation[:, 0]
    along = np.abs(out @ box.axes)
    swept = Box(box.center + pushed / 2 * out, box.axes, box.half + pushed / 2 * along)
    bodies = contents(room.scene, room.slot.id)
    return all(box_distance(swept, box_of(body)) > KEPT for body in bodies)


def _room(scene: Scene, place: Node, slot: Node) -> _Room:
    rotation = matrix(slot.quaternion)
    middle = (np.asarray(place.center) - np.asarray(slot.center)) @ rotation
    half = np.asarray(place.extents) / 2
    return _Room(
        scene,
        place,
        slot,
        rotation,
        np.asarray(slot.center),
        np.asarray(slot.extents) / 2,
        middle - half,
        middle + half,
    )


def _own_turn(carried: Carried, roll: float, yaw: float) -> Array:
    """The thing's axes in those of the shelf: the hand points into it, rolled so that the thing is tilted."""
    into = np.array([[-1.0, 0.0, 0.0], [0.0, -1.0, 0.0], [0.0, 0.0, 1.0]])
    upright = carried.rotation[:, 2]
    level = math.degrees(math.atan2(upright[1], upright[2]))
    rotation: Array = about_z(math.radians(yaw)) @ into @ about_x(level + roll) @ carried.rotation
    return rotation


def _tilt_of(own: Array) -> float:
    return math.degrees(math.acos(min(1.0, max(-1.0, own[2, 2]))))


def _centers(room: _Room, own: Array, half: Array, tilt: float) -> Iterator[Array]:
    """Middles in the axes of the shelf."""
    reach = np.abs(own) @ half
    if (reach > room.half).any():
        return
    height = -room.half[2] + reach[2] + GAP
    if tilt in (_UPRIGHT, _FLAT):
        for across in _across(room, reach[1]):
            for depth in _depths(room, reach[0]) if tilt == _UPRIGHT else (room.half[0] - _INSET - reach[0],):
                yield np.array([depth, across, height])
        return
    towards = math.copysign(1.0, own[1, 2])
    for depth in _depths(room, reach[0]):
        for across in _leans(room, own, reach, half, np.array([depth, 0.0, height]), towards, tilt):
            yield np.array([depth, across, height])


def _depths(room: _Room, reach: float) -> Iterator[float]:
    """Flush with the front as far as the place allows, so that the hand need not go in."""
    yield min(room.half[0] - _INSET - reach, room.high[0] - _FROM_EDGE)
    if room.place.is_a(CELL):
        yield 0.0


def _across(room: _Room, reach: float) -> list[float]:
    """Where to stand sideways: in the middle of free stretches, the widest first, then here and there."""
    segments = sorted(free_intervals(room.scene, room.slot.id), key=lambda ends: ends[0] - ends[1])
    if room.place.is_a(VACANCY):
        return [across for ends in segments for across in _in_space(room, ends, reach)]
    found = []
    for low, high in segments:
        if high - low >= 2 * reach:
            found.append((low + high) / 2)
    for low, high in segments:
        if high - low >= 2 * (reach + _FROM_WALL):
            found += [low + reach + _FROM_WALL, high - reach - _FROM_WALL]
    width = float(room.half[1])
    count = int(2 * width / _GRID)
    return found + [-width + (index + 0.5) * 2 * width / count for index in range(count)]


def _in_space(room: _Room, segment: tuple[float, float], reach: float) -> list[float]:
    """Middles in a space for a thing that may be wider than it: as near the space's own as the free segment
    around it allows, then to both sides, then at the ends of what is possible."""
    (low, high), slack = segment, (segment[1] - segment[0]) / 2 - reach
    if slack < 0:
        return []
    apart = reach + min(_FROM_BODY, slack)
    first, last = max(float(room.low[1]), low + apart), min(float(room.high[1]), high - apart)
    if first > last:
        return []
    middle = min(max(float(room.low[1] + room.high[1]) / 2, first), last)
    shifted = [middle + aside for aside in _ASIDE if first <= middle + aside <= last]
    return list(dict.fromkeys([middle, *shifted, first, last]))


def _leans(
    room: _Room, own: Array, reach: Array, half: Array, center: Array, towards: float, tilt: float
) -> Iterator[float]:
    """Where to lean sideways: on the wall of the slot, or on what stands in it."""
    beside = towards * (reach[1] + GAP)
    if tilt <= _STEEPEST:
        yield towards * float(room.half[1]) - beside
    across = own[:, 1] * math.copysign(1.0, own[1, 1] * towards)
    upper = center[2] + half[2] * own[2, 2] - half[1] * abs(own[2, 1])
    for body in contents(room.scene, room.slot.id):
        if body.is_a(GRASPABLE) or not body.is_a(MOVABLE) or not _straight(room, body):
            continue
        low, high = _extent(room, body)
        if low[0] > center[0] - _BESIDE or high[0] < center[0] + _BESIDE:
            continue
        face = float(low[1] if towards > 0 else high[1])
        if high[2] >= upper:
            if tilt <= _STEEPEST:
                yield face - beside
        elif high[2] > center[2] and tilt <= _STEEPEST_ON_EDGE:
            # The lower cover rests on the upper edge of the body.
            rest = half[1] + GAP - (high[2] - center[2]) * across[2]
            yield face - rest / across[1]


def _straight(room: _Room, body: Node) -> bool:
    """Whether a body stands along the axes of the shelf, so that its sides are walls."""
    own = np.abs(room.rotation.T @ matrix(body.quaternion))
    return bool((own.max(axis=0) > 1 - _ALIGNED**2 / 2).all())


def _extent(room: _Room, body: Node) -> tuple[Array, Array]:
    box = box_of(body)
    ends = np.array([shadow(box, vector(room.rotation[:, axis])) for axis in range(3)])
    origin = room.origin @ room.rotation
    return ends[:, 0] - origin, ends[:, 1] - origin
