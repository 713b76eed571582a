"""Numbers: distances, dimensions, angles, hours, rows. What number questions ask and `require` compares."""

from __future__ import annotations

from espire_dsl.language.core.function import declare

distance = declare(
    "distance(a: thing, to: thing, by: Measuring = edges) -> Length",
    "how far {a} is from {to}",
    "How far apart two things are: the least distance between their boundaries (`edges`), or from "
    "centre to centre (`centres`). The viewer is a point; a slot or a space is the middle of its opening.",
    aspect="distance",
    granularity="fine",
)
depth = declare(
    "depth(a: thing) -> Length",
    "how far away {a} is along your line of sight",
    "How far a thing's centre is from the viewer along the viewer's optical axis: the depth that a "
    "depth picture shows.",
    aspect="distance",
    granularity="fine",
)
elevation = declare(
    "elevation(a: thing) -> Length",
    "how high {a} is above the floor",
    "How high a thing's centre is above the floor.",
    aspect="relationship",
    granularity="fine",
    frames=frozenset({"absolute"}),
)
rightwards = declare(
    "rightwards(a: thing, of: thing, in: Frame[relative|intrinsic]) -> Length",
    "how far to the right of {of} {a} is",
    "How far a thing's centre lies to the right of a reference's centre, in the frame; negative to the left.",
    aspect="relationship",
    granularity="fine",
)
frontwards = declare(
    "frontwards(a: thing, of: thing, in: Frame[relative|intrinsic]) -> Length",
    "how far in front of {of} {a} is",
    "How far a thing's centre lies in front of a reference's centre, in the frame; negative behind it.",
    aspect="relationship",
    granularity="fine",
)
height = declare(
    "height(a: thing) -> Length",
    "the height of {a}",
    "A book's upright dimension; of other things the vertical one.",
    aspect="attribute",
    granularity="fine",
)
width = declare(
    "width(a: thing) -> Length",
    "the width of {a}",
    "A book's cover width; of other things the lateral dimension.",
    aspect="attribute",
    granularity="fine",
)
thickness = declare(
    "thickness(a: thing) -> Length",
    "the thickness of {a}",
    "A book's spine; of other things the depth.",
    aspect="attribute",
    granularity="fine",
)
volume = declare(
    "volume(a: thing) -> Number",
    "the volume of {a}",
    "How large a thing is: its height, width and thickness multiplied, in litres.",
    aspect="attribute",
    granularity="fine",
)
tilt = declare(
    "tilt(a: thing) -> Angle",
    "how far {a} leans",
    "The angle between up and a thing's upright axis, from 0 (stands) to 90 degrees (lies).",
    aspect="orientation",
    granularity="fine",
    frames=frozenset({"absolute"}),
)
clock_hour = declare(
    "clock_hour(a: thing, of: thing, in: Frame[relative|intrinsic]) -> Clock",
    "the hour at which {a} is from {of}",
    "The clock hour in whose sector a thing lies; forward (or front) is 12.",
    aspect="orientation",
    granularity="fine",
    margins=frozenset({"deg"}),
)
occupancy = declare(
    "occupancy(a: cell) -> Number",
    "how full {a} is",
    "The covered part of a slot's floor, from 0 to 1.",
    aspect="attribute",
    granularity="fine",
)
row = declare(
    "row(a: place) -> Int",
    "the row of {a}",
    "The row of a slot or space, counted from the top.",
    aspect="relationship",
    granularity="fine",
    frames=frozenset({"intrinsic"}),
)
column = declare(
    "column(a: place) -> Int",
    "the column of {a}",
    "The column of a slot or space, counted from the left of a person before the shelf.",
    aspect="relationship",
    granularity="fine",
    frames=frozenset({"intrinsic"}),
)
order_by_distance = declare(
    "order_by_distance(xs: Set[T: thing], to: thing, by: Measuring = edges) -> List[T]",
    "{xs}, nearest to {to} first",
    "The things of a set as a list, nearest to the reference first (by id where equally near).",
    aspect="distance",
    granularity="fine",
    margins=frozenset({"m"}),
)
