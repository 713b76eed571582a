"""The reasoning types, each declared once: arguments, granularity, frames, meaning, measure, decision.

A type is a measure (a number for each candidate) and a decision on those numbers. Every constant that decides
an answer stands here, in the row of its type; what the names of measures and decisions mean is written once,
on arrays, in `espire_dsl.program.arrays`.
"""

from __future__ import annotations

from collections.abc import Iterable

from espire_dsl.domain.kinds import CELL, MOVABLE, VACANCY
from espire_dsl.language.core.constructor import Constructor, ConstructorParameter, rule
from espire_dsl.language.kinds import PLACE, sort_of_roles
from espire_dsl.language.types import ANGLE, CLOCK, INT, LENGTH, ORDINAL, Reasoning
from espire_dsl.scene.fit import TILTED
from espire_dsl.scene.frames import Direction

UP_AND_DOWN: tuple[tuple[str, Direction], ...] = (("Above", "up"), ("Below", "down"))
LEFT_AND_RIGHT: tuple[tuple[str, Direction], ...] = (("DirectLeft", "left"), ("DirectRight", "right"))
SIDE_FRAMES = frozenset({"relative", "intrinsic"})
UP_FRAMES = frozenset({"absolute"})
INTRINSIC = frozenset({"intrinsic"})
LENGTH_ARGUMENT = (ConstructorParameter("length", LENGTH),)
RANK_ARGUMENT = (ConstructorParameter("rank", ORDINAL),)
ONLY_CELLS, ONLY_VACANCIES = sort_of_roles(CELL), sort_of_roles(VACANCY)
HOUR = 30.0  # degrees
GRAZE = 0.001  # metres by which a space may overlap a thing and still be beside it
SIZE_CLASSES = ("small", "medium", "large")
LEVEL = 0.01  # metres: slots that are no farther apart than this are level with one another
SAME = 1e-9  # fractions of a floor that are equal
BESIDE = 0.10  # metres: the least width of a cover; a wider gap is room for another book
SIZED = sort_of_roles(MOVABLE, CELL, VACANCY)


def _size(word: str) -> Constructor:
    return Constructor(
        word.capitalize(),
        f"Things whose size class is {word}.",
        "coarse",
        rule("size_class"),
        rule("equals", 1.0 + SIZE_CLASSES.index(word)),
        candidates=SIZED,
    )


def _dimension(name: str) -> Constructor:
    return Constructor(
        name,
        f"Things about as {'high' if name == 'Height' else 'wide'} as the stated length (1 cm either way "
        "unless the family sets a tolerance).",
        "fine",
        rule(name.lower()),
        rule("about"),
        "m",
        LENGTH_ARGUMENT,
        candidates=SIZED,
        tolerance=0.01,
    )


def _attributes() -> Iterable[Constructor]:
    yield from (_size(word) for word in SIZE_CLASSES)
    yield Constructor(
        "Empty",
        "Slots with nothing in them.",
        "coarse",
        rule("occupancy"),
        rule("equals", 0.0),
        candidates=ONLY_CELLS,
    )
    yield Constructor(
        "NonEmpty",
        "Slots that are neither empty nor full.",
        "coarse",
        rule("occupancy"),
        rule("strictly_between", 0.0, 1.0),
        candidates=ONLY_CELLS,
    )
    yield Constructor(
        "Emptiest",
        "The slots of which the least part of the floor is covered; several only if they are equal.",
        "coarse",
        rule("occupancy"),
        rule("least", SAME),
        "fraction",
        candidates=ONLY_CELLS,
    )
    yield _dimension("Height")
    yield _dimension("Width")


def _distances() -> Iterable[Constructor]:
    for word, sign in (("Closest", 1), ("Farthest", -1)):
        yield Constructor(
            word,
            f"The thing {word.lower()} {'to' if sign > 0 else 'from'} the reference.",
            "coarse",
            rule("distance"),
            rule("nth", sign, 1),
            "m",
        )
        yield Constructor(
            f"Rank{word}",
            f"The thing in the stated place, counted one by one from the {word.lower()}.",
            "fine",
            rule("distance"),
            rule("nth", sign),
            "m",
            RANK_ARGUMENT,
        )
    yield Constructor(
        "LessThan",
        "Things nearer to the reference than the stated length.",
        "coarse",
        rule("distance"),
        rule("below"),
        "m",
        LENGTH_ARGUMENT,
    )
    yield Constructor(
        "MoreThan",
        "Things farther from the reference than the stated length.",
        "coarse",
        rule("distance"),
        rule("above"),
        "m",
        LENGTH_ARGUMENT,
    )
    yield Constructor(
        "EqualTo",
        "Things about as far from the reference as stated (3 cm either way unless the family sets a "
        "tolerance).",
        "fine",
        rule("distance"),
        rule("about"),
        "m",
        LENGTH_ARGUMENT,
        tolerance=0.03,
    )
    yield Constructor(
        "Range",
        "Things whose distance from the reference lies between the two lengths.",
        "fine",
        rule("distance"),
        rule("within"),
        "m",
        (ConstructorParameter("low", LENGTH), ConstructorParameter("high", LENGTH)),
    )


# name of the side, direction, of the extreme, frames
_SIDES: tuple[tuple[str, Direction, str, frozenset[str]], ...] = (
    ("Left", "left", "LeftMost", SIDE_FRAMES),
    ("Right", "right", "RightMost", SIDE_FRAMES),
    ("Front", "front", "FrontMost", SIDE_FRAMES),
    ("Behind", "behind", "BackMost", SIDE_FRAMES),
    ("Upper", "up", "TopMost", SIDE_FRAMES),
    ("Lower", "down", "BottomMost", SIDE_FRAMES),
)


def _sides() -> Iterable[Constructor]:
    for name, direction, most, frames in _SIDES:
        along = rule("along", direction)
        yield Constructor(
            name,
            f"Things whose centre lies to the {direction} of the reference's centre, in the frame.",
            "coarse",
            along,
            rule("positive"),
            "m",
            frames=frames,
            side=direction,
        )
        yield Constructor(
            most,
            f"The thing farthest along the frame's {direction}.",
            "coarse",
            along,
            rule("nth", -1, 1),
            "m",
            frames=frames,
        )
        yield Constructor(
            f"Rank{most}",
            f"The thing in the stated place, counted from the farthest along the frame's {direction}.",
            "fine",
            along,
            rule("nth", -1),
            "m",
            RANK_ARGUMENT,
            frames=frames,
        )


def _cells() -> Iterable[Constructor]:
    yield Constructor(
        "Row",
        "The slots of a row, counted from the top; asked of shelves whose slots form a full grid.",
        "fine",
        rule("row"),
        rule("equal"),
        parameters=(ConstructorParameter("row", INT),),
        frames=INTRINSIC,
        candidates=PLACE,
    )
    yield Constructor(
        "Column",
        "The slots of a column, counted from the left of a person before the shelf.",
        "fine",
        rule("column"),
        rule("equal"),
        parameters=(ConstructorParameter("column", INT),),
        frames=INTRINSIC,
        candidates=PLACE,
    )
    yield Constructor(
        "Cell",
        "The slot in a row and a column.",
        "fine",
        rule("cell"),
        rule("equal_cell"),
        parameters=(ConstructorParameter("row", INT), ConstructorParameter("column", INT)),
        frames=INTRINSIC,
        candidates=PLACE,
    )


def _betweens() -> Iterable[Constructor]:
    yield Constructor(
        "Between",
        "Things whose centre projects inside the segment between the two references' centres and lies "
        "within 15 cm of it.",
        "coarse",
        rule("between_on_table", 0.15),
        rule("positive"),
        "m",
    )
    yield Constructor(
        "BetweenSlots",
        "The slots strictly between those of the two references, which stand in one row of the shelf.",
        "coarse",
        rule("between_in_row"),
        rule("beyond_level", LEVEL),
        "m",
        candidates=ONLY_CELLS,
    )
    yield Constructor(
        "BetweenSpaces",
        "The spaces strictly between the two references, which stand in one row of the shelf.",
        "coarse",
        rule("between_in_row"),
        rule("positive"),
        "m",
        candidates=ONLY_VACANCIES,
    )


def _poses() -> Iterable[Constructor]:
    tilting = {
        "Flat": ("Things that lie: tilt of at least 80 degrees.", rule("at_least", 80.0)),
        "Vertical": ("Things that stand: tilt of at most 10 degrees.", rule("at_most", 10.0)),
        "Tilted": ("Things that lean: tilt of 15 to 75 degrees.", rule("between", *TILTED)),
    }
    for name, (meaning, decision) in tilting.items():
        yield Constructor(
            name,
            meaning,
            "coarse",
            rule("tilt"),
            decision,
            "deg",
            frames=UP_FRAMES,
        )
    yield Constructor(
        "TiltDegree",
        "Things tilted by about the stated angle (10 degrees either way unless the family sets a tolerance).",
        "fine",
        rule("tilt"),
        rule("about"),
        "deg",
        (ConstructorParameter("angle", ANGLE),),
        frames=UP_FRAMES,
        tolerance=10.0,
    )


def _directions() -> Iterable[Constructor]:
    yield Constructor(
        "ClockPosition",
        "Things in the sector of 30 degrees around an hour; forward (or front) is 12, clockwise from above.",
        "fine",
        rule("clock_angle"),
        rule("in_sector", HOUR),
        "deg",
        (ConstructorParameter("hour", CLOCK),),
        frames=SIDE_FRAMES,
    )
    for name, direction in UP_AND_DOWN:
        yield Constructor(
            name,
            f"Places whose centre is {'higher' if direction == 'up' else 'lower'} than that of the "
            "reference's slot; within 1 cm is level with it.",
            "coarse",
            rule("along_from_slot", direction),
            rule("beyond_level", LEVEL),
            "m",
            frames=UP_FRAMES,
            candidates=PLACE,
            side=direction,
        )
        yield Constructor(
            f"Direct{name}",
            f"The slots next {name.lower()} the reference's slot that overlap it in width: all of one level.",
            "fine",
            rule("gap_to_slot", direction),
            rule("least", LEVEL),
            "m",
            frames=UP_FRAMES,
            candidates=ONLY_CELLS,
        )
    for name, direction in LEFT_AND_RIGHT:
        yield Constructor(
            name,
            f"The free spaces on the {direction} of the reference in its own slot, with nothing between them "
            "and it, that begin less than 10 cm and the thickness of the held book away from its side, along "
            "the width of the slot.",
            "fine",
            rule("gap_beside", direction, GRAZE),
            rule("within_reach", BESIDE),
            "m",
            frames=SIDE_FRAMES,
            candidates=ONLY_VACANCIES,
        )


def _comparisons() -> Iterable[Constructor]:
    """The candidates are the two compared things, in order; the first is chosen when it is so."""
    for name, sign in (("Closer", 1), ("Farther", -1)):
        yield Constructor(
            name,
            f"The first thing is {name.lower()} than the second.",
            "coarse",
            rule("distance"),
            rule("first_of_two", sign),
            "m",
        )


def _table(*rows: Iterable[Constructor]) -> dict[str, Constructor]:
    entries = [c for row in rows for c in row]
    assert len({c.name for c in entries}) == len(entries)
    return {c.name: c for c in entries}


ATTRIBUTES = _table(_attributes())
DISTANCES = _table(_distances())
SIDES = _table(_sides())
CELLS = _table(_cells())
BETWEENS = _table(_betweens())
POSES = _table(_poses())
DIRECTIONS = _table(_directions())
COMPARISONS = _table(_comparisons())
CONSTRUCTORS = ATTRIBUTES | DISTANCES | SIDES | CELLS | BETWEENS | POSES | DIRECTIONS | COMPARISONS

# On a shelf these are regions; of two things one says above and below.
VERTICAL = {"Upper", "Lower", "TopMost", "BottomMost", "RankTopMost", "RankBottomMost"}

# The reasoning types that one function takes, by the name of that parameter's type.
GROUPS: dict[str, Reasoning] = {
    name: Reasoning(frozenset(members), name)
    for name, members in {
        "AttributeType": ATTRIBUTES,
        "DistanceType": DISTANCES,
        "RelationType": SIDES | CELLS,
        "BetweenType": BETWEENS,
        "OrientationType": {k: c for k, c in SIDES.items() if k not in VERTICAL} | DIRECTIONS,
        "PoseType": POSES,
        "ComparisonType": COMPARISONS,
    }.items()
}
