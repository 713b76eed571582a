"""Relations of slots, spaces and things between one another: between, directly above, directly beside.

Each answer carries the numbers that decided it, and its margin: how far it was from being decided otherwise.
"""

from __future__ import annotations

import math
from typing import Final

from attrs import frozen

from espire_dsl.scene.box import box_of, shadow
from espire_dsl.scene.error import SceneError
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.node import UP, Node, Vector
from espire_dsl.scene.places import (
    column_of,
    contents,
    row_of,
    slot_of,
    spaces_of,
)
from espire_dsl.scene.quantize import quantize
from espire_dsl.scene.rotation import rotate_vector
from tests.program.oracle.frames import Direction, Frame
from tests.program.oracle.measures import dot, offset

__all__ = [
    "Between",
    "between_in_row",
    "between_on_table",
    "column_of",
    "contents",
    "gaps_beside",
    "gaps_towards",
    "row_of",
    "slot_holding",
    "slot_of",
    "spaces_of",
]

_GRAZE: Final = 0.001


@frozen
class Between:
    """Whether a thing is between two others.

    `along` is where it lies on the way from the first (0) to the second (1); `off` is how far it is from the
    way, in metres; `margin` how far it would have to move for the answer to change.
    """

    holds: bool
    along: float
    off: float
    margin: float


def between_on_table(scene: Scene, candidate: str, a: str, b: str, within: float = 0.15) -> Between:
    """The centre projects strictly inside the segment of the two centres and lies within `within` of it.

    In the floor plane. Nothing is between two things that stand above one another.
    """
    start, end, point = (scene.node(id).center for id in (a, b, candidate))
    length = math.hypot(end[0] - start[0], end[1] - start[1])
    away = offset(start, point)
    if quantize(length) == 0:
        off = quantize(math.hypot(away[0], away[1]))
        return Between(False, 0.0, off, off)
    ux, uy = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    run = away[0] * ux + away[1] * uy
    side = abs(away[0] * uy - away[1] * ux)
    past_ends = quantize(max(-run, run - length))
    past_side = quantize(side - within)
    holds = past_ends < 0 and past_side <= 0
    margin = min(-past_ends, -past_side) if holds else math.hypot(max(past_ends, 0.0), max(past_side, 0.0))
    off = math.hypot(max(past_ends, 0.0), side)
    return Between(holds, quantize(run / length), quantize(off), quantize(margin))


def between_in_row(scene: Scene, candidate: str, a: str, b: str) -> Between:
    """Both references stand in one row, and the slot or space lies strictly between them in that row.

    A slot is compared with the slots of the references, so that neither of those is between; a space by its
    centre with the centres of the references. `off` is the height from one row to another, if there is one.
    """
    thing = scene.node(candidate)
    start, end = slot_holding(scene, a), slot_holding(scene, b)
    own = slot_of(scene, candidate)
    level = (thing if own is None else scene.node(own)).center[2]
    one_row = row_of(scene, a) is not None and row_of(scene, a) == row_of(scene, b) == row_of(
        scene, candidate
    )
    off = 0.0 if one_row else max(abs(level - start.center[2]), abs(end.center[2] - start.center[2]))
    origin, goal = (start, end) if thing.kind == "slot" else (scene.node(a), scene.node(b))
    lateral = _lateral(start)
    length = quantize(dot(offset(origin.center, goal.center), lateral))
    run = quantize(dot(offset(origin.center, thing.center), lateral))
    inside = quantize(min(run, length - run) if length > 0 else min(-run, run - length))
    return Between(
        one_row and inside > 0,
        quantize(run / length) if length else 0.0,
        quantize(off),
        quantize(abs(inside)) if one_row else quantize(off),
    )


def gaps_towards(scene: Scene, reference_id: str, direction: Direction) -> dict[str, float]:
    """How far each slot above (`up`) or below (`down`) the reference's slot is from it, if it overlaps it in
    width: the gap between the two."""
    own = slot_holding(scene, reference_id)
    lateral = _lateral(own)
    low, high = shadow(box_of(own), lateral)
    bottom, top = shadow(box_of(own), UP)
    gaps: dict[str, float] = {}
    for slot in scene.of_kind("slot"):
        box = box_of(slot)
        slot_low, slot_high = shadow(box, lateral)
        slot_bottom, slot_top = shadow(box, UP)
        rise = quantize(slot.center[2] - own.center[2])
        if quantize(min(high, slot_high) - max(low, slot_low)) > 0 and (
            rise > 0 if direction == "up" else rise < 0
        ):
            gaps[slot.id] = quantize(slot_bottom - top if direction == "up" else bottom - slot_top)
    return gaps


def gaps_beside(scene: Scene, reference_id: str, direction: Direction, frame: Frame) -> dict[str, float]:
    """How far from a reference's side each free space of its slot begins that is on that side of it, along
    the width of the slot; none if the direction is rather one along its depth.

    A space is beside it if the two do not overlap sideways, so one just behind it is not, and if no body's
    centre lies in the gap.
    """
    reference, slot = scene.node(reference_id), slot_holding(scene, reference_id)
    own, axis, towards = slot.id, _lateral(slot), frame.axis(direction)
    inwards = rotate_vector(slot.quaternion, (1.0, 0.0, 0.0))
    if quantize(abs(dot(towards, axis)) - abs(dot(towards, inwards))) < 0:
        return {}
    if dot(towards, axis) < 0:
        axis = (-axis[0], -axis[1], -axis[2])
    side = shadow(box_of(reference), axis)[1]
    held = {t for robot in scene.of_kind("robot") for t in scene.targets(robot.id, "holds")}
    between = [quantize(dot(n.center, axis) - side) for n in contents(scene, own) if n.id not in held]
    gaps: dict[str, float] = {}
    for space in spaces_of(scene, own):
        gap = quantize(shadow(box_of(space), axis)[0] - side)
        if gap >= -_GRAZE and not any(0 < body < gap for body in between):
            gaps[space.id] = gap
    return gaps


def slot_holding(scene: Scene, id: str) -> Node:
    """The slot that a thing stands in; a SceneError for one that stands in none."""
    slot = slot_of(scene, id)
    if slot is None:
        raise SceneError(f'node "{id}" ({scene.node(id).name}) stands in no slot')
    return scene.node(slot)


def _lateral(slot: Node) -> Vector:
    return rotate_vector(slot.quaternion, (0.0, 1.0, 0.0))
