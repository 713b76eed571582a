"""Labels: directions, map positions, categories. What choice questions ask."""

from __future__ import annotations

import math

from espire_dsl.scene.error import SceneError
from espire_dsl.scene.quantize import quantize
from tests.program.oracle import measures
from tests.program.oracle.function import Invocation, Step, function
from tests.program.oracle.reasoning import place_frame

SAME_PLACE_WITHIN = 0.05
EIGHT = ("front", "front right", "right", "back right", "back", "back left", "left", "front left")
EIGHT_ON_MAP = ("top", "top right", "right", "bottom right", "bottom", "bottom left", "left", "top left")
DIRECTIONS = (*EIGHT, "same place")
MAP_DIRECTIONS = (*EIGHT_ON_MAP, "same place")
MAP_POSITIONS = (*EIGHT_ON_MAP, "centre")


def _sector(east: float, north: float, eight: tuple[str, ...]) -> Step:
    """One of eight sectors of 45 degrees, clockwise from north, or the same place."""
    away = quantize(math.hypot(east, north))
    if away <= SAME_PLACE_WITHIN:
        return Step("same place", quantize(SAME_PLACE_WITHIN - away), "m")
    angle = quantize(math.degrees(math.atan2(east, north)) % 360.0)
    sector = math.floor((angle + 22.5) / 45.0) % 8
    off = abs((angle - 45.0 * sector + 180.0) % 360.0 - 180.0)
    inside = quantize(22.5 - off)
    aside = quantize(away * math.sin(math.radians(inside)))
    metres = min(aside, quantize(away - SAME_PLACE_WITHIN))
    return Step(eight[sector], inside, "deg", metres=metres)


@function("direction")
def direction(call: Invocation) -> Step:
    """One of nine relative directions: eight sectors of 45 degrees, or the same place (within 5 cm)."""
    frame = place_frame(call.scene, call["in"], call["from"].id)
    target = call.node("a")
    right = measures.coordinate(frame, target, "right")
    ahead = measures.coordinate(frame, target, "front")
    return _sector(right, ahead, EIGHT)


@function("left_or_right")
def left_or_right(call: Invocation) -> Step:
    frame = place_frame(call.scene, call["in"], call["of"].id)
    return _either(measures.coordinate(frame, call.node("a"), "left"), "left", "right")


@function("front_or_behind")
def front_or_behind(call: Invocation) -> Step:
    frame = place_frame(call.scene, call["in"], call["of"].id)
    return _either(measures.coordinate(frame, call.node("a"), "front"), "front", "behind")


@function("above_or_below")
def above_or_below(call: Invocation) -> Step:
    return _either(quantize(call.node("a").center[2] - call.node("of").center[2]), "above", "below")


@function("closer_or_farther")
def closer_or_farther(call: Invocation) -> Step:
    by = call.arguments.get("by", "edges")
    first, second = (measures.distance(call.scene, call[n].id, call["to"].id, by) for n in ("a", "than"))
    return _either(quantize(second - first), "closer", "farther")


def _either(lead: float, yes: str, no: str) -> Step:
    return Step(yes if lead > 0 else no, abs(lead), "m")


@function("map_direction")
def map_direction(call: Invocation) -> Step:
    """One of nine directions on a map with +y at its top: eight sectors of 45 degrees, or the same place."""
    a, b = call.node("a").center, call.node("from").center
    return _sector(a[0] - b[0], a[1] - b[1], EIGHT_ON_MAP)


@function("map_position")
def map_position(call: Invocation) -> Step:
    """The cell of a 3 x 3 grid over a room (or any thing), seen from above with +y at the top."""
    target, whole = call.node("a").center, call.node("of")
    cells: list[int] = []
    margins: list[float] = []
    outside = False
    for axis in (0, 1):
        third = whole.extents[axis] / 3.0
        if third <= 0:
            raise SceneError(f"{whole.id} has no area to make a map of")
        offset = quantize(target[axis] - whole.center[axis])
        cells.append(-1 if offset < -third / 2 else 1 if offset > third / 2 else 0)
        depth = quantize(third * 1.5 - abs(offset))
        outside = outside or depth < 0
        margins += [abs(abs(offset) - third / 2), depth]
    if outside:
        raise SceneError(f"{call['a'].id} is outside of {whole.id}")
    words = ({1: "top", -1: "bottom", 0: ""}[cells[1]], {1: "right", -1: "left", 0: ""}[cells[0]])
    return Step(" ".join(w for w in words if w) or "centre", quantize(min(margins)), "m")


@function("category_of")
def category_of(call: Invocation) -> str:
    """What a thing is called."""
    node = call.node("a")
    return node.name or node.category or node.kind


@function("size_of")
def size_of(call: Invocation) -> str:
    """The size class of a thing: small, medium or large."""
    size = call.node("a").size
    if size is None:
        raise SceneError(f"{call['a'].id} has no size class")
    return size


@function("label")
def label(call: Invocation) -> str:
    """A label that a thing carries, such as its colour or the type of a room."""
    labels = call.node("a").labels
    if call["name"] not in labels:
        raise SceneError(f"{call['a'].id} has no label {call['name']!r}")
    return labels[call["name"]]
