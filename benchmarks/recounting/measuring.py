"""What each reasoning type looks at: a value for each thing, greater meaning farther along the named side."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from .geometry import Array
from .numbers import LEVEL
from .scene import UP, Scene, Thing

SIDES = {
    "Left": "left",
    "Right": "right",
    "Front": "front",
    "Behind": "behind",
    "Upper": "up",
    "Lower": "down",
    "LeftMost": "left",
    "RightMost": "right",
    "FrontMost": "front",
    "BackMost": "behind",
    "TopMost": "up",
    "BottomMost": "down",
}
BAND = 0.15


def plain_type(type: str) -> str:
    return type.removeprefix("Rank")


def measured(
    scene: Scene, type: str, asked: Sequence[str], references: Sequence[str], frame: str | None, way: str
) -> dict[str, Any]:
    things = [scene[id] for id in asked]
    if way:
        return {id: scene.distance(id, references[0], way) for id in asked}
    name = plain_type(type)
    if name in SIDES:
        return _along(scene, things, references[0], frame or "absolute", SIDES[name])
    if name == "ClockPosition":
        return {t.id: _clock(scene, t, references[0], frame or "intrinsic") for t in things}
    if name in ("Above", "Below", "DirectAbove", "DirectBelow"):
        return _levels(scene, things, references[0], name)
    if name in ("DirectLeft", "DirectRight"):
        return _beside(scene, things, references[0], frame or "relative", name)
    if name == "Between":
        return {t.id: _between(scene, t, *references) for t in things}
    if name in ("BetweenSlots", "BetweenSpaces"):
        return {t.id: _between_in_row(scene, t, *references) for t in things}
    return {t.id: _own(scene, name, t) for t in things}


def _own(scene: Scene, name: str, thing: Thing) -> Any:
    """What is a thing's own: size, occupancy, row and column, tilt."""
    match name:
        case "Small" | "Medium" | "Large":
            return thing.record.get("size")
        case "Empty" | "NonEmpty" | "Emptiest":
            return thing.record.get("occupancy")
        case "Height":
            return thing.height
        case "Width":
            return thing.width
        case "Flat" | "Vertical" | "Tilted" | "TiltDegree":
            return thing.tilt
        case "Row" | "Column" | "Cell":
            slot = scene.slot_of(thing.id)
            return (None, None) if slot is None else (slot.record.get("row"), slot.record.get("column"))
        case _:
            return None


def _along(scene: Scene, things: Sequence[Thing], reference: str, frame: str, side: str) -> dict[str, Any]:
    origin, axis = _side(scene, reference, frame, side)
    return {t.id: float((t.center - origin) @ axis) for t in things}


def _side(scene: Scene, reference: str, frame: str, side: str) -> tuple[Array, Array]:
    """Where a side begins, and where to it lies."""
    if side in ("up", "down"):
        return scene[reference].center, UP if side == "up" else -UP
    origin, front, left = scene.axes_of(frame, reference)
    return origin, {"left": left, "right": -left, "front": front, "behind": -front}[side]


def spread(scene: Scene, type: str, id: str, reference: str, frame: str | None) -> float:
    """How far a space reaches from its centre towards a side on the floor; all else counts as a point."""
    side = SIDES.get(type)
    if scene[id].kind != "space" or side in (None, "up", "down"):
        return 0.0
    low, high = scene[id].reach(_side(scene, reference, frame or "absolute", side)[1])
    return (high - low) / 2


def _clock(scene: Scene, thing: Thing, reference: str, frame: str) -> tuple[float, float]:
    """Degrees clockwise from twelve, and how far away on the floor."""
    owner = scene.viewer if frame == "relative" else scene[reference]
    forward = owner.forward
    assert forward is not None
    origin = scene[reference].center
    way = (thing.center - origin) * np.array([1.0, 1.0, 0.0])
    right = np.cross(forward, UP)
    angle = math.degrees(math.atan2(float(way @ right), float(way @ forward))) % 360
    return angle, float(np.linalg.norm(way))


def _levels(scene: Scene, things: Sequence[Thing], reference: str, name: str) -> dict[str, Any]:
    """How much higher (lower) than the reference's slot; direct ones only where the widths overlap."""
    own = scene.slot_of(reference)
    if own is None:
        return {t.id: None for t in things}
    sign = 1 if name.endswith("Above") else -1
    rises = {t.id: sign * float(t.center[2] - own.center[2]) for t in things}
    if not name.startswith("Direct"):
        return rises
    low, high = own.reach(own.axes[:, 1])
    gaps: dict[str, Any] = {}
    for t in things:
        start, end = t.reach(own.axes[:, 1])
        overlaps = min(high, end) - max(low, start) > 1e-9
        gap = rises[t.id] - float(own.half[2] + t.half[2])
        gaps[t.id] = gap if overlaps and rises[t.id] > LEVEL else None
    return gaps


def _beside(scene: Scene, things: Sequence[Thing], reference: str, frame: str, name: str) -> dict[str, Any]:
    """The gap between a reference and a free space on one side of it in its slot, with nothing between; along
    the width of the slot, and none where the side is rather the slot's front or back."""
    _, _, left = scene.axes_of(frame, reference)
    towards = left if name == "DirectLeft" else -left
    ref, own = scene[reference], scene.slot_of(reference)
    if own is None or abs(towards @ own.axes[:, 1]) < abs(towards @ own.axes[:, 0]):
        return {t.id: None for t in things}
    axis = own.axes[:, 1] * (1 if towards @ own.axes[:, 1] > 0 else -1)
    edge = ref.reach(axis)[1]
    bodies = [
        t
        for t in scene.things.values()
        if t.kind not in ("slot", "space", "viewer") and t.id != reference and scene.slot_of(t.id) is own
    ]
    gaps: dict[str, Any] = {}
    for t in things:
        start = t.reach(axis)[0]
        on_side = scene.slot_of(t.id) is own and start >= edge - 0.001
        between = any(edge - 0.001 <= b.reach(axis)[0] and b.reach(axis)[1] <= start + 0.001 for b in bodies)
        gaps[t.id] = max(start - edge, 0.0) if on_side and not between else None
    return gaps


def _between(scene: Scene, thing: Thing, a: str, b: str) -> float:
    """How deep inside the band between two centres on the floor; negative outside."""
    start, end, point = (x.center[:2] for x in (scene[a], scene[b], thing))
    length = float(np.linalg.norm(end - start))
    along = (end - start) / length
    run = float((point - start) @ along)
    off = float(np.linalg.norm(point - start - run * along))
    past = (max(-run, run - length), off - BAND)
    if max(past) < 0:
        return -max(past)
    return -math.hypot(max(past[0], 0.0), max(past[1], 0.0))


def _between_in_row(scene: Scene, thing: Thing, a: str, b: str) -> float | None:
    """How deep between two things of one row; a slot is compared with their slots. None in another row."""
    slots = [scene.slot_of(id) for id in (a, b, thing.id)]
    rows = {None if slot is None else slot.record.get("row") for slot in slots}
    if len(rows) != 1 or None in rows or slots[0] is None:
        return None
    lateral = slots[0].axes[:, 1]
    ends = [slots[0], slots[1]] if thing.kind == "slot" else [scene[a], scene[b]]
    low, high = sorted(float(end.center @ lateral) for end in ends if end is not None)
    at = float(thing.center @ lateral)
    return min(at - low, high - at)
