"""Labels: directions, map positions, categories. What choice questions ask."""

from __future__ import annotations

from espire_dsl.language.core.function import declare

SAME_PLACE_WITHIN = 0.05  # metres
SECTOR = 45.0  # degrees
MAP_CELLS = 3  # a side
EIGHT = ("front", "front right", "right", "back right", "back", "back left", "left", "front left")
EIGHT_ON_MAP = ("top", "top right", "right", "bottom right", "bottom", "bottom left", "left", "top left")
DIRECTIONS = (*EIGHT, "same place")
MAP_DIRECTIONS = (*EIGHT_ON_MAP, "same place")
MAP_POSITIONS = (*EIGHT_ON_MAP, "centre")
direction = declare(
    "direction(a: thing, from: thing, in: Frame[relative|intrinsic]) -> Label",
    "in which direction {a} is from {from}",
    "One of nine relative directions: eight sectors of 45 degrees, or the same place (within 5 cm).",
    aspect="orientation",
    granularity="coarse",
    labels=DIRECTIONS,
    margins=frozenset({"deg", "m"}),
)
map_direction = declare(
    "map_direction(a: thing, from: thing) -> Label",
    "in which direction {a} is from {from} on the map",
    "One of nine directions on a map with +y at its top: eight sectors of 45 degrees, or the same place.",
    aspect="relationship",
    granularity="coarse",
    frames=frozenset({"absolute"}),
    labels=MAP_DIRECTIONS,
    margins=frozenset({"deg", "m"}),
)
map_position = declare(
    "map_position(a: thing, of: thing) -> Label",
    "where {a} is on the map of {of}",
    "The cell of a 3 x 3 grid over a room (or any thing), seen from above with +y at the top. A thing "
    "whose centre is outside has none.",
    aspect="relationship",
    granularity="coarse",
    frames=frozenset({"absolute"}),
    labels=MAP_POSITIONS,
    margins=frozenset({"m"}),
)
left_or_right = declare(
    "left_or_right(a: thing, of: thing, in: Frame[relative|intrinsic]) -> Label",
    "on which side of {of} {a} is",
    "On which side of a reference's centre a thing's centre lies, in the frame.",
    aspect="orientation",
    granularity="coarse",
    labels=("left", "right"),
    margins=frozenset({"m"}),
)
front_or_behind = declare(
    "front_or_behind(a: thing, of: thing, in: Frame[relative|intrinsic]) -> Label",
    "whether {a} is in front of {of} or behind it",
    "Whether a thing's centre lies in front of a reference's centre or behind it, in the frame.",
    aspect="orientation",
    granularity="coarse",
    labels=("front", "behind"),
    margins=frozenset({"m"}),
)
above_or_below = declare(
    "above_or_below(a: thing, of: thing) -> Label",
    "whether {a} is above {of} or below it",
    "Whether a thing's centre is higher or lower than a reference's.",
    aspect="orientation",
    granularity="coarse",
    frames=frozenset({"absolute"}),
    labels=("above", "below"),
    margins=frozenset({"m"}),
)
closer_or_farther = declare(
    "closer_or_farther(a: thing, than: thing, to: thing, by: Measuring = edges) -> Label",
    "whether {a} is closer to {to} than {than} is, or farther from it",
    "Whether a thing is closer to a reference than another one is, or farther from it.",
    aspect="distance",
    granularity="coarse",
    labels=("closer", "farther"),
    margins=frozenset({"m"}),
)
category_of = declare(
    "category_of(a: thing) -> Label",
    "what {a} is",
    "What a thing is called.",
    aspect="attribute",
    granularity="coarse",
)
size_of = declare(
    "size_of(a: thing) -> Label",
    "the size of {a}",
    "The size class of a thing: small, medium or large.",
    aspect="attribute",
    granularity="coarse",
)
label = declare(
    "label(a: thing, name: Label) -> Label",
    "the {name} of {a}",
    "A label that a thing carries, such as its colour or the type of a room.",
    aspect="attribute",
    granularity="coarse",
)
