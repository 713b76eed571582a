"""Numbers: distances, dimensions, angles, hours, rows. What number questions ask and `require` compares."""

from __future__ import annotations

from itertools import pairwise

from espire_dsl.language.core.values import ThingList
from espire_dsl.scene.box import box_of
from espire_dsl.scene.error import SceneError
from espire_dsl.scene.polygons import area
from espire_dsl.scene.projection import outline
from espire_dsl.scene.quantize import quantize
from espire_dsl.scene.rotation import matrix
from tests.program.oracle import measures, shelf
from tests.program.oracle.function import Invocation, Step, function
from tests.program.oracle.reasoning import place_frame


@function("distance")
def distance(call: Invocation) -> float:
    """The least distance between the boundaries of two things; the viewer is a point."""
    return measures.distance(call.scene, call["a"].id, call["to"].id, call.arguments.get("by", "edges"))


@function("depth")
def depth(call: Invocation) -> float:
    """How far a thing's centre is along the viewer's forward axis."""
    return measures.depth(call.scene, call.node("a"))


@function("elevation")
def elevation(call: Invocation) -> float:
    """How high a thing's centre is above the floor."""
    return quantize(call.node("a").center[2])


@function("rightwards")
def rightwards(call: Invocation) -> float:
    frame = place_frame(call.scene, call["in"], call["of"].id)
    return measures.coordinate(frame, call.node("a"), "right")


@function("frontwards")
def frontwards(call: Invocation) -> float:
    frame = place_frame(call.scene, call["in"], call["of"].id)
    return measures.coordinate(frame, call.node("a"), "front")


@function("height")
def height(call: Invocation) -> float:
    """A book's upright dimension; of other things the vertical one."""
    return measures.height(call.node("a"))


@function("width")
def width(call: Invocation) -> float:
    """A book's cover width; of other things the lateral dimension."""
    return measures.width(call.node("a"))


@function("thickness")
def thickness(call: Invocation) -> float:
    """A book's spine; of other things the depth."""
    return measures.thickness(call.node("a"))


@function("volume")
def volume(call: Invocation) -> float:
    """The three dimensions of a thing multiplied, in litres."""
    length, width, height = call.node("a").extents
    return quantize(length * width * height * 1000)


@function("tilt")
def tilt(call: Invocation) -> float:
    """The angle between up and a thing's upright axis, from 0 (stands) to 90 degrees (lies)."""
    return measures.tilt(call.node("a"))


@function("clock_hour")
def clock_hour(call: Invocation) -> Step:
    """The clock hour in whose sector a thing lies; forward (or front) is 12."""
    frame = place_frame(call.scene, call["in"], call["of"].id)
    angle = measures.clock_angle(frame, call.node("a"))
    hour = measures.clock_hour(angle)
    if hour == 0:
        raise SceneError(f"{call['a'].id} stands at no hour: it is right at the middle of the clock")
    return Step(hour, measures.clock_margin(angle, hour), "deg")


@function("occupancy")
def occupancy(call: Invocation) -> float:
    """The covered part of a slot's floor, from 0 to 1."""
    return measures.occupancy(call.scene, call["a"].id)


@function("visibility")
def visibility(call: Invocation) -> float:
    """How much of a thing is to be seen; all of it where nobody looked."""
    return call.node("a").visible.get(call["camera"], 1.0)


def _pixel(call: Invocation) -> tuple[float, float]:
    """A camera looks along its own -z, with +x to the right and +y up."""
    camera = call.scene.cameras.get(call["camera"])
    if camera is None:
        raise SceneError(f"the scene has no camera {call['camera']}")
    node = call.node("a")
    away = [c - p for c, p in zip(node.center, camera.position, strict=True)]
    axes = matrix(camera.quaternion)
    right, up, back = (sum(away[i] * axes[i][j] for i in range(3)) for j in range(3))
    if -back <= 1e-6:
        raise SceneError(f"{node.id} is not before the camera {call['camera']}")
    (fx, _, cx), (_, fy, cy), _ = camera.K
    far = 1.0 if camera.projection == "orthographic" else -back
    return quantize(fx * right / far + cx), quantize(-fy * up / far + cy)


@function("image_row")
def image_row(call: Invocation) -> float:
    return _pixel(call)[1]


@function("image_column")
def image_column(call: Invocation) -> float:
    return _pixel(call)[0]


@function("image_area")
def image_area(call: Invocation) -> float:
    """The outline of the box, which has a test of its own."""
    camera = call.scene.cameras.get(call["camera"])
    if camera is None:
        raise SceneError(f"the scene has no camera {call['camera']}")
    return quantize(area(outline(camera, box_of(call.node("a")))))


@function("row")
def row(call: Invocation) -> int:
    """The row of a slot or space, counted from the top."""
    return _known(shelf.row_of(call.scene, call["a"].id), call["a"].id, "row")


@function("column")
def column(call: Invocation) -> int:
    """The column of a slot or space, counted from the left of a person before the shelf."""
    return _known(shelf.column_of(call.scene, call["a"].id), call["a"].id, "column")


def _known(value: int | None, id: str, what: str) -> int:
    if value is None:
        raise SceneError(f"{id} has no {what}")
    return value


@function("order_by_distance")
def order_by_distance(call: Invocation) -> Step:
    """The things of a set as a list, nearest to the reference first (by id where equally near)."""
    scene, reference, by = call.scene, call["to"].id, call.arguments.get("by", "edges")
    ids = sorted(call["xs"].ids, key=lambda id: (measures.distance(scene, id, reference, by), id))
    far = [measures.distance(scene, id, reference, by) for id in ids]
    gaps = [quantize(after - before) for before, after in pairwise(far)]
    return Step(ThingList(tuple(ids), scene), min(gaps, default=None), "m")
