"""A scene as the files have it, with what questions measure in it."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np

from .geometry import Array, box_to_box, is_orthographic, pixel, point_to_box, reach_along, rotation
from .numbers import LEAST_SEEN, LEVEL

UP = np.array([0.0, 0.0, 1.0])
PLACES = ("slot", "space")
FURNITURE = ("table", "shelf")
WORLD = "world"
_VERTICAL = 1e-6


class Thing:
    """A node of a scene: its record and its box, and how it is seen in one of the views."""

    def __init__(self, record: dict[str, Any], view: str = WORLD) -> None:
        self.record, self.view = record, view
        self.id: str = record["id"]
        self.kind: str = record["kind"]
        self.center: Array = np.array(record["center"], dtype=float)
        self.half: Array = np.array(record.get("extents") or (0, 0, 0), dtype=float) / 2

    @cached_property
    def axes(self) -> Array:
        return rotation(self.record["quaternion"])

    @property
    def opening(self) -> Array:
        """The middle of the front face of a slot or space: its own +x side."""
        return np.asarray(self.center + self.axes[:, 0] * self.half[0])

    @property
    def forward(self) -> Array | None:
        """Where its front points to on the floor; nothing for what has no front."""
        if self.record.get("front") is None:
            return None
        front = self.axes @ np.array(self.record["front"], dtype=float)
        front[2] = 0.0
        return np.asarray(front / np.linalg.norm(front))

    @property
    def tilt(self) -> float:
        upright = self.axes @ np.array(self.record["upright"], dtype=float)
        return math.degrees(math.acos(min(1.0, abs(float(upright[2])))))

    @property
    def height(self) -> float:
        return float(2 * self.half[2])

    @property
    def width(self) -> float:
        return float(2 * self.half[0 if self.kind == "book" else 1])

    @property
    def pixels(self) -> float | None:
        found: float | None = (self.record.get("pixels") or {}).get(self.view)
        return found

    @property
    def visible(self) -> float | None:
        found: float | None = (self.record.get("visible") or {}).get(self.view)
        return found

    @property
    def seen(self) -> bool:
        return self.pixels is None or self.pixels >= LEAST_SEEN

    def reach(self, axis: Array) -> tuple[float, float]:
        return reach_along(axis, self.center, self.axes, self.half)


class Scene:
    """As one of its cameras sees it, behind which the viewer stands. `by_opening`: distances to slots and
    spaces run to the middle of their opening."""

    def __init__(self, record: dict[str, Any], by_opening: bool, view: str = WORLD) -> None:
        self.id: str = record["graph"]["id"]
        self.by_opening = by_opening
        self.camera: dict[str, Any] | None = (record["graph"].get("cameras") or {}).get(view)
        moved = {} if view == WORLD or self.camera is None else _behind(self.camera)
        nodes = ({**node, **moved} if node["kind"] == "viewer" else node for node in record["nodes"])
        self.things = {node["id"]: Thing(node, view) for node in nodes}
        self.edges = [(edge["source"], edge["target"], edge["key"]) for edge in record["edges"]]
        self._known: dict[tuple[str, str], float] = {}

    def __getitem__(self, id: str) -> Thing:
        return self.things[id]

    def of_kind(self, *kinds: str) -> list[str]:
        """The ids of what is of a kind, or one of its roles, but for what is held."""
        held = {target for _, target, key in self.edges if key == "holds"}
        return [
            id
            for id, thing in self.things.items()
            if id not in held and not {thing.kind, *thing.record.get("roles", ())}.isdisjoint(kinds)
        ]

    @cached_property
    def viewer(self) -> Thing:
        return next(thing for thing in self.things.values() if thing.kind == "viewer")

    def slot_of(self, id: str) -> Thing | None:
        thing = self[id]
        if thing.kind == "slot":
            return thing
        named = thing.record.get("slot")
        inside = [t for s, t, key in self.edges if s == id and key == "in" and self[t].kind == "slot"]
        found = named or (inside[0] if inside else None)
        return None if found is None else self[found]

    def distance(self, a: str, b: str, way: str) -> float:
        """Between two things, by their `edges` or their `centres`."""
        one, other = self[a], self[b]
        points = [self._point(thing, way) for thing in (one, other)]
        if points[0] is not None and points[1] is not None:
            return float(np.linalg.norm(points[0] - points[1]))
        for point, box in ((points[0], other), (points[1], one)):
            if point is not None:
                return point_to_box(point, box.center, box.axes, box.half)
        key = (min(a, b), max(a, b))
        if key not in self._known:
            self._known[key] = box_to_box(
                one.center, one.axes, one.half, other.center, other.axes, other.half
            )
        return self._known[key]

    def _point(self, thing: Thing, way: str) -> Array | None:
        if self.by_opening and thing.kind in PLACES:
            return thing.opening
        return thing.center if way == "centres" or thing.kind == "viewer" else None

    def axes_of(self, kind: str, reference: str) -> tuple[Array, Array, Array]:
        """Origin, front and left of a frame about a reference.

        Before a thing, as the viewer sees it, is nearer to the viewer.
        """
        owner = self.viewer if kind == "relative" else self[reference]
        forward = owner.forward
        assert forward is not None
        left = np.cross(UP, forward)
        if kind == "relative":
            return self[reference].center, -forward, left
        encountered = owner.record.get("perspective") == "encounter"
        return owner.center, forward, -left if encountered else left

    def column(self, id: str) -> float | None:
        """The picture column of a thing's centre."""
        if self.camera is None:
            return None
        found = pixel(self[id].center, self.camera)
        return None if found is None else found[0]

    def off_front(self, id: str) -> float | None:
        """Degrees, on the floor, between the front of a thing and the way to the camera; 0 from above."""
        forward = self[id].forward
        if forward is None:
            return None
        way = self.viewer.center - self[id].center
        if self.camera is not None:
            back = rotation(self.camera["quaternion"])[:, 2]
            if np.linalg.norm(back[:2]) <= _VERTICAL:
                return 0.0
            way = back if is_orthographic(self.camera) else way
        way = way * np.array([1.0, 1.0, 0.0])
        along = float(forward @ way) / float(np.linalg.norm(way))
        return math.degrees(math.acos(max(-1.0, min(1.0, along))))

    @cached_property
    def grid(self) -> tuple[int, int] | None:
        """Rows and columns, where the slots form a full grid that lines up; found from where they are."""
        slots = [self[id] for id in self.of_kind("slot")]
        if not slots:
            return None
        lateral = slots[0].axes[:, 1]
        rows = _lines(float(slot.center[2]) for slot in slots)
        columns = _lines(float(slot.center @ lateral) for slot in slots)
        return (rows, columns) if rows * columns == len(slots) else None


def _lines(values: Iterable[float]) -> int:
    """How many different values there are, up to what counts as level."""
    ordered = sorted(values)
    return 1 + sum(after - before > LEVEL for before, after in pairwise(ordered))


def _behind(camera: dict[str, Any]) -> dict[str, Any]:
    """The place of who looks through a camera, along its -z. To somebody who looks straight down, what is up
    in the picture is ahead; straight up, what is down in it."""
    back = rotation(camera["quaternion"])[:, 2]
    front = [0.0, 0.0, -1.0] if np.linalg.norm(back[:2]) > _VERTICAL else [0.0, float(np.sign(back[2])), 0.0]
    return {"center": camera["position"], "quaternion": camera["quaternion"], "front": front}
