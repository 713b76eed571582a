"""Answers recomputed from the files of a task set alone: plain geometry, nothing of the package.

A thing is a node of scenes.jsonl; a program is the `program_steps` of a task.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

UP = np.array([0.0, 0.0, 1.0])
SIDES = {
    "Left": "left",
    "Right": "right",
    "Front": "front",
    "Behind": "behind",
    "Upper": "up",
    "Lower": "down",
}
MOST = {"LeftMost": "left", "RightMost": "right", "FrontMost": "front", "BackMost": "behind", "TopMost": "up"}
MOST["BottomMost"] = "down"


class World:
    """A scene to ask."""

    def __init__(self, scene: dict[str, Any]) -> None:
        self.nodes = {node["id"]: node for node in scene["nodes"]}
        self.edges = {(e["source"], e["key"]): e["target"] for e in scene["edges"]}
        self.held = {e["target"] for e in scene["edges"] if e["key"] == "holds"}

    def kind(self, *kinds: str) -> set[str]:
        return {i for i, n in self.nodes.items() if n["kind"] in kinds and i not in self.held}

    def center(self, i: str) -> np.ndarray:
        return np.array(self.nodes[i]["center"])

    def turn(self, i: str) -> np.ndarray:
        """Columns are the thing's own axes."""
        w, *v = self.nodes[i]["quaternion"]
        x, y, z = v
        cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
        return np.eye(3) + 2 * w * cross + 2 * cross @ cross

    def half(self, i: str) -> np.ndarray:
        return np.array(self.nodes[i]["extents"]) / 2

    def slot(self, i: str) -> str | None:
        if self.nodes[i]["kind"] == "slot":
            return i
        return self.nodes[i]["slot"] or self.edges.get((i, "in"))

    def distance(self, a: str, b: str) -> float:
        """Least distance of two boxes: accelerated projected gradients on the points of both."""
        ta, tb, ha, hb = self.turn(a), self.turn(b), self.half(a), self.half(b)
        gap, both = self.center(a) - self.center(b), np.hstack([ta, -tb])
        limit = np.concatenate([ha, hb])
        now = ahead = np.zeros(6)
        for step in range(120):
            new = np.clip(ahead - 0.5 * both.T @ (gap + both @ ahead), -limit, limit)
            now, ahead = new, new + step / (step + 3) * (new - now)
        return float(np.linalg.norm(gap + both @ now))

    def reach(self, i: str, axis: np.ndarray) -> tuple[float, float]:
        """Where the shadow of a box on an axis begins and ends."""
        wide = float(np.abs(axis @ self.turn(i)) @ self.half(i))
        return float(self.center(i) @ axis) - wide, float(self.center(i) @ axis) + wide

    def axis(self, frame: str, reference: str, direction: str) -> np.ndarray:
        if direction in ("up", "down"):
            return UP if direction == "up" else -UP
        owner = reference if frame == "intrinsic" else "viewer"
        front = (self.turn(owner) @ self.nodes[owner]["front"]) * [1, 1, 0]
        front = front / np.linalg.norm(front)
        left = np.cross(UP, front)
        if frame == "intrinsic" and self.nodes[owner]["perspective"] == "encounter":
            left = -left
        front = front if frame == "intrinsic" else -front
        return {"left": left, "right": -left, "front": front, "behind": -front}[direction]

    def tilt(self, i: str) -> float:
        x, y, z = self.turn(i) @ self.nodes[i]["upright"]
        return float(np.degrees(np.arctan2(np.hypot(x, y), abs(z))))


def ranked(values: dict[str, float], place: int) -> set[str]:
    """The group in a place, least first; values within a centimetre stand together."""
    groups: list[list[str]] = []
    last = None
    for i in sorted(values, key=lambda i: values[i]):
        if last is None or values[i] - last > 0.01 + 1e-9:
            groups.append([])
        groups[-1].append(i)
        last = values[i]
    return set(groups[place - 1]) if place <= len(groups) else set()


def chosen(values: dict[str, float], name: str, arguments: Sequence[Any], within: float | None) -> set[str]:
    """The decision of a type on measured values."""
    if name.startswith("Rank"):
        return ranked(values, arguments[0])
    tests = {
        "LessThan": lambda v: v < arguments[0],
        "MoreThan": lambda v: v > arguments[0],
        "Range": lambda v: arguments[0] <= v <= arguments[1],
        "Flat": lambda v: v >= 80,
        "Vertical": lambda v: v <= 10,
        "Tilted": lambda v: 15 <= v <= 75,
    }
    about = lambda v: abs(v - arguments[0]) <= (within or 0) + 1e-9  # noqa: E731
    return {i for i, v in values.items() if tests.get(name, about)(v)}


def attribute(w: World, xs: set[str], name: str, arguments: Sequence[Any], within: float | None) -> set[str]:
    node = w.nodes
    if name in ("Small", "Medium", "Large"):
        return {i for i in xs if node[i]["size"] == name.lower()}
    if name in ("Height", "Width"):
        side = {i: 2 if name == "Height" else 0 if node[i]["kind"] == "book" else 1 for i in xs}
        return chosen({i: node[i]["extents"][side[i]] for i in xs}, name, arguments, within)
    full = {i: node[i]["occupancy"] for i in xs}
    if name == "Emptiest":
        return ranked(full, 1)
    return {i for i, v in full.items() if (v == 0 if name == "Empty" else 0 < v < 1)}


def toward(
    w: World, xs: set[str], name: str, arguments: Sequence[Any], reference: str, frame: str
) -> set[str]:
    """Sides, extremes, ranks along an axis, rows and columns, hours, above and below, directly beside."""
    if name in ("Row", "Column", "Cell"):
        fields = {"Row": ("row",), "Column": ("column",), "Cell": ("row", "column")}[name]
        return {i for i in xs if [w.nodes[w.slot(i)][f] for f in fields] == list(arguments)}
    if name == "ClockPosition":
        ahead = w.axis("intrinsic", reference if frame == "intrinsic" else "viewer", "front")
        right = np.cross(ahead, UP)
        offs = {i: w.center(i) - w.center(reference) for i in xs}
        hours = {i: np.degrees(np.arctan2(o @ right, o @ ahead)) - 30 * arguments[0] for i, o in offs.items()}
        return {i for i, off in hours.items() if abs((off + 180) % 360 - 180) < 15}
    if name in ("Above", "Below"):
        height = w.center(w.slot(reference) or reference)[2]
        sign = 1 if name == "Above" else -1
        return {i for i in xs if sign * (w.center(i)[2] - height) > 1e-6}
    if name in ("DirectAbove", "DirectBelow"):
        return directly(w, xs, 1 if name == "DirectAbove" else -1, w.slot(reference))
    if name in ("DirectLeft", "DirectRight"):
        axis = w.axis(frame, reference, "left" if name == "DirectLeft" else "right")
        end = w.reach(reference, axis)[1]
        beside = {i for i in xs if w.slot(i) == w.slot(reference) and w.reach(i, axis)[0] >= end - 0.001001}
        return ranked({i: float(w.center(i) @ axis) for i in beside}, 1)
    direction = SIDES.get(name) or MOST[name.removeprefix("Rank")]
    axis = w.axis(frame, reference, direction)
    along = {i: float((w.center(i) - w.center(reference)) @ axis) for i in xs}
    if name in SIDES:
        return {i for i, v in along.items() if v > 0}
    return ranked({i: -v for i, v in along.items()}, arguments[0] if name.startswith("Rank") else 1)


def directly(w: World, xs: set[str], sign: int, own: str) -> set[str]:
    lateral = w.turn(own)[:, 1]
    low, high = w.reach(own, lateral)
    gaps = {}
    for i in xs:
        start, end = w.reach(i, lateral)
        if sign * (w.center(i)[2] - w.center(own)[2]) > 1e-9 and min(high, end) - max(low, start) > 1e-9:
            gaps[i] = w.reach(i, UP * sign)[0] - w.reach(own, UP * sign)[1]
    return ranked(gaps, 1)


def between(w: World, xs: set[str], name: str, a: str, b: str) -> set[str]:
    if name == "Between":
        start, way = w.center(a)[:2], (w.center(b) - w.center(a))[:2]
        offs = {i: w.center(i)[:2] - start for i in xs}
        runs = {i: o @ way / (way @ way) for i, o in offs.items()}
        return {i for i in xs if 0 < runs[i] < 1 and np.linalg.norm(offs[i] - runs[i] * way) <= 0.15}
    rows = {w.nodes[w.slot(i)]["row"] for i in (a, b)}
    ends = (w.slot(a), w.slot(b)) if name == "BetweenSlots" else (a, b)
    lateral = w.turn(w.slot(a))[:, 1]
    low, high = sorted(float(w.center(i) @ lateral) for i in ends)
    inside = {i for i in xs if low + 1e-6 < w.center(i) @ lateral < high - 1e-6}
    return {i for i in inside if rows == {w.nodes[w.slot(i)]["row"]}}


def room_for(w: World, xs: set[str], name: str, arguments: Sequence[Any]) -> set[str]:
    """The slots into which the held book goes: tried at many tilts, turned both ways."""
    (book,) = w.held
    width, thick, high = w.nodes[book]["extents"]
    tilts = {"Vertical": [0.0], "Flat": [90.0], "Tilted": np.linspace(15, 75, 241)}.get(name, arguments)
    found = set()
    for i in xs:
        depth, lateral, vertical = w.nodes[i]["extents"]
        axis = w.turn(i)[:, 1]
        low = high_end = w.reach(i, axis)[0]
        bodies = [j for j in w.nodes if w.slot(j) == i and w.nodes[j]["kind"] not in ("slot", "space")]
        shades = sorted(w.reach(j, axis) for j in bodies if j != book)
        free = 0.0
        for start, end in [*shades, (low + lateral, low + lateral)]:
            free, high_end = max(free, start - high_end), max(high_end, end)
        for tilt in np.radians(tilts):
            ground = high * np.sin(tilt) + thick * np.cos(tilt)
            tall = high * np.cos(tilt) + thick * np.sin(tilt)
            ways = [(ground, width), (width, ground)]
            if tall < vertical and any(one < depth and other < free for one, other in ways):
                found.add(i)
    return found


def recompute(w: World, task: dict[str, Any]) -> set[str]:
    """Run the steps of a task's program."""
    values: list[Any] = []
    tolerances = {"Height": 0.01, "Width": 0.01, "EqualTo": 0.03, "TiltDegree": 10.0}
    for step in task["program_steps"]:
        function, given = step["function"], step["value_inputs"]
        inputs = [values[i] for i in step["inputs"]]
        name = given[0] if given else ""
        rest = [v for v in given[1:] if not isinstance(v, str)]
        frame = next((v for v in given if v in ("intrinsic", "relative", "absolute")), "")
        within = tolerances.get(name)
        match function:
            case "thing":
                values.append(name)
            case "books" | "slots" | "spaces":
                values.append(w.kind(function[:-1]))
            case "near_ornaments" | "distant_ornaments":
                values.append(w.kind(function.partition("_")[0]))
            case "ornaments":
                values.append(w.kind("near", "distant"))
            case "table" | "shelf" | "viewer":
                values.append(next(iter(w.kind(function))))
            case "set":
                values.append(set(inputs))
            case "unique":
                (only,) = inputs[0]
                values.append(only)
            case "&" | "|" | "-":
                values.append({"&": set.__and__, "|": set.__or__, "-": set.__sub__}[function](*inputs))
            case "filter_attribute":
                values.append(attribute(w, inputs[0], name, rest, within))
            case "filter_distance":
                far = {i: w.distance(i, inputs[1]) for i in inputs[0]}
                if name in ("Farthest", "RankFarthest"):
                    far = {i: -v for i, v in far.items()}
                rank = {"Closest": 1, "Farthest": 1}.get(name)
                values.append(ranked(far, rank) if rank else chosen(far, name, rest, within))
            case "filter_pose":
                values.append(chosen({i: w.tilt(i) for i in inputs[0]}, name, rest, within))
            case "filter_relation" | "filter_orientation":
                values.append(toward(w, inputs[0], name, rest, inputs[1], frame))
            case "filter_between":
                values.append(between(w, inputs[0], name, *inputs[1:]))
            case "place_orientation":
                values.append(room_for(w, inputs[0], name, rest))
            case _:
                raise NotImplementedError(function)
    answer = values[-1]
    return {answer} if isinstance(answer, str) else set(answer)
