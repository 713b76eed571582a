"""Numbers: distances, dimensions, angles, hours, rows. What number questions ask and `require` compares."""

from __future__ import annotations

from espire_dsl.language.core.function import Invocation, define
from espire_dsl.language.core.reasoning import place_frame
from espire_dsl.language.core.values import ThingList
from espire_dsl.scene import measures, shelf
from espire_dsl.scene.error import SceneError
from espire_dsl.scene.exact import exact


@define(
    "distance(a: thing, to: thing) -> Length",
    "how far {a} is from {to}",
    aspect="distance",
    granularity="fine",
)
def distance(call: Invocation) -> float:
    """The least distance between the boundaries of two things; the viewer is a point."""
    return measures.distance(call.scene, call["a"].id, call["to"].id)


@define(
    "depth(a: thing) -> Length",
    "how far away {a} is along your line of sight",
    aspect="distance",
    granularity="fine",
)
def depth(call: Invocation) -> float:
    """How far a thing's centre is along the viewer's forward axis."""
    return measures.depth(call.scene, call.node("a"))


@define(
    "elevation(a: thing) -> Length",
    "how high {a} is above the floor",
    aspect="relationship",
    granularity="fine",
    frames=frozenset({"absolute"}),
)
def elevation(call: Invocation) -> float:
    """How high a thing's centre is above the floor."""
    return exact(call.node("a").center[2])


@define("height(a: thing) -> Length", "the height of {a}", aspect="attribute", granularity="fine")
def height(call: Invocation) -> float:
    """A book's upright dimension; of other things the vertical one."""
    return measures.height(call.node("a"))


@define("width(a: thing) -> Length", "the width of {a}", aspect="attribute", granularity="fine")
def width(call: Invocation) -> float:
    """A book's cover width; of other things the lateral dimension."""
    return measures.width(call.node("a"))


@define("thickness(a: thing) -> Length", "the thickness of {a}", aspect="attribute", granularity="fine")
def thickness(call: Invocation) -> float:
    """A book's spine; of other things the depth."""
    return measures.thickness(call.node("a"))


@define(
    "tilt(a: thing) -> Angle",
    "how far {a} leans",
    aspect="orientation",
    granularity="fine",
    frames=frozenset({"absolute"}),
)
def tilt(call: Invocation) -> float:
    """The angle between up and a thing's upright axis, from 0 (stands) to 90 degrees (lies)."""
    return measures.tilt(call.node("a"))


@define(
    "clock_hour(a: thing, of: thing, in: Frame[relative|intrinsic]) -> Clock",
    "the hour at which {a} is from {of}",
    aspect="orientation",
    granularity="fine",
)
def clock_hour(call: Invocation) -> int:
    """The clock hour in whose sector a thing lies; forward (or front) is 12."""
    frame = place_frame(call.scene, call["in"], call["of"].id)
    hour = measures.clock_hour(measures.clock_angle(frame, call.node("a")))
    if hour == 0:
        raise SceneError(f"{call['a'].id} stands at no hour: it is right at the middle of the clock")
    return hour


@define("occupancy(a: slot) -> Number", "how full {a} is", aspect="attribute", granularity="fine")
def occupancy(call: Invocation) -> float:
    """The covered part of a slot's floor, from 0 to 1."""
    return measures.occupancy(call.scene, call["a"].id)


@define("visibility(a: thing) -> Number", "how much of {a} can be seen")
def visibility(call: Invocation) -> float:
    """The visible fraction of a thing in the world view; 1 where it was not measured."""
    return call.node("a").visible.get("world", 1.0)


@define(
    "row(a: place) -> Int",
    "the row of {a}",
    aspect="relationship",
    granularity="fine",
    frames=frozenset({"intrinsic"}),
)
def row(call: Invocation) -> int:
    """The row of a slot or space, counted from the top."""
    return _known(shelf.row_of(call.scene, call["a"].id), call["a"].id, "row")


@define(
    "column(a: place) -> Int",
    "the column of {a}",
    aspect="relationship",
    granularity="fine",
    frames=frozenset({"intrinsic"}),
)
def column(call: Invocation) -> int:
    """The column of a slot or space, counted from the left of a person before the shelf."""
    return _known(shelf.column_of(call.scene, call["a"].id), call["a"].id, "column")


def _known(value: int | None, id: str, what: str) -> int:
    if value is None:
        raise SceneError(f"{id} has no {what}")
    return value


@define(
    "order_by_distance(xs: Set[T: thing], to: thing) -> List[T]",
    "{xs}, nearest to {to} first",
    aspect="distance",
    granularity="fine",
)
def order_by_distance(call: Invocation) -> ThingList:
    """The things of a set as a list, nearest to the reference first (by id where equally near)."""
    scene, reference = call.scene, call["to"].id
    ids = sorted(call["xs"].ids, key=lambda id: (measures.distance(scene, id, reference), id))
    return ThingList(tuple(ids), scene)
