"""The reasoning functions: sets of candidates in, answers out, by attribute, distance, relationship
and orientation. What a type means is in `constructors`."""

from __future__ import annotations

from espire_dsl.language.core.function import declare

ABSOLUTE = frozenset({"absolute"})
filter_attribute = declare(
    "filter_attribute(xs: Set[T: item], type: AttributeType) -> Set[T]",
    "the {xs} that are {type}",
    "The things of a set with an attribute: a size class, a dimension, how full a slot is.",
    aspect="attribute",
)
filter_distance = declare(
    "filter_distance(xs: Set[T: item], type: DistanceType, to: thing, by: Measuring = edges) -> Set[T]",
    "the {xs} {type} {to}",
    "The things of a set chosen by their distance to a reference, measured between boundaries "
    "(`edges`) or from centre to centre (`centres`).",
    aspect="distance",
)
filter_relation = declare(
    "filter_relation(xs: Set[T: item], type: RelationType, of: fixed, in: Frame[relative|intrinsic], "
    "count: Counting = things) -> Set[T]",
    "the {xs} {type} {of}",
    "The things of a set by where they are on a table or shelf: a region, the most, a rank, a cell. With "
    "`count: lines` the most and ranks count the columns (left, right) or rows (up, down) of a shelf, and "
    "all slots of the column or row are chosen.",
    aspect="relationship",
)
filter_between = declare(
    "filter_between(xs: Set[T: item], type: BetweenType, a: thing, b: thing) -> Set[T]",
    "the {xs} between {a} and {b}",
    "The things of a set between two references.",
    aspect="relationship",
)
filter_orientation = declare(
    "filter_orientation(xs: Set[T: item], type: OrientationType, of: thing, in: Frame = absolute) -> Set[T]",
    "the {xs} {type} {of}",
    "The things of a set by their direction from a reference: a side, a rank along it, a clock "
    "hour, above and below.",
    aspect="orientation",
)
filter_pose = declare(
    "filter_pose(xs: Set[T: item], type: PoseType) -> Set[T]",
    "the {xs} that are {type}",
    "The things of a set that lie, stand or lean.",
    aspect="orientation",
    frames=ABSOLUTE,
)
place_orientation = declare(
    "place_orientation(xs: Set[T: place], type: PoseType) -> Set[T]",
    "the {xs} that take the book when it is {type}",
    "The places in which the held book fits in the asked pose; the pose becomes part of the task.",
    aspect="orientation",
    frames=ABSOLUTE,
    margins=frozenset({"m"}),
)
compare_distance = declare(
    "compare_distance(a: thing, type: ComparisonType, than: thing, to: thing, by: Measuring = edges) -> Bool",
    "whether {a} is {type} {to} than {than}",
    "Whether a thing is closer to (or farther from) a reference than another is.",
    aspect="distance",
    granularity="coarse",
)
