"""The reasoning types, each declared once: arguments, granularity, frames, meaning, measure, decision.

A type is a measure (a number or a name for each candidate) and a decision on those values. What is
measured and how it is decided stands in `measuring` and `decisions`; this table only joins the two.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any

from espire_dsl.language.core import decisions as decide
from espire_dsl.language.core import measuring as measure
from espire_dsl.language.core.constructor import Constructor, Decide, Parameter
from espire_dsl.language.core.decisions import TOGETHER, Decision
from espire_dsl.language.core.question import Question
from espire_dsl.language.kinds import sort_of
from espire_dsl.language.types import ANGLE, CLOCK, INT, LENGTH, ORDINAL, Reasoning
from espire_dsl.scene.frames import Direction
from espire_dsl.scene.measures import clock_margin

UP_AND_DOWN: tuple[tuple[str, Direction], ...] = (("Above", "up"), ("Below", "down"))
LEFT_AND_RIGHT: tuple[tuple[str, Direction], ...] = (("DirectLeft", "left"), ("DirectRight", "right"))
SIDE_FRAMES = frozenset({"relative", "intrinsic"})
UP_FRAMES = frozenset({"absolute"})
INTRINSIC = frozenset({"intrinsic"})
LENGTH_ARGUMENT = (Parameter("length", LENGTH),)
RANK_ARGUMENT = (Parameter("rank", ORDINAL),)
PLACE, SLOT = sort_of({"slot", "space"}), sort_of({"slot"})
SIZED = sort_of({"book", "slot", "near", "distant", "object", "support", "space"})


def _size(word: str) -> Constructor:
    return Constructor(
        word.capitalize(),
        f"Things whose size class is {word}.",
        "coarse",
        measure.size_class,
        lambda values, _: decide.equal(values, word),
        candidates=SIZED,
    )


def _dimension(name: str, read: Callable[[Question], Sequence[float]]) -> Constructor:
    return Constructor(
        name,
        f"Things about as {'high' if name == 'Height' else 'wide'} as the stated length (1 cm either way "
        "unless the family sets a tolerance).",
        "fine",
        read,
        lambda values, q: decide.about(values, q.arguments[0], q.within),
        "m",
        LENGTH_ARGUMENT,
        candidates=SIZED,
        tolerance=0.01,
    )


def _attributes() -> Iterable[Constructor]:
    yield from (_size(word) for word in ("small", "medium", "large"))
    yield Constructor(
        "Empty",
        "Slots with nothing in them.",
        "coarse",
        measure.occupancy,
        lambda values, _: decide.equal(values, 0.0),
        candidates=SLOT,
    )
    yield Constructor(
        "NonEmpty",
        "Slots that are neither empty nor full.",
        "coarse",
        measure.occupancy,
        lambda values, _: decide.Decision(tuple(0 < v < 1 for v in values), None),
        candidates=SLOT,
    )
    yield Constructor(
        "Emptiest",
        "The slots of which the least floor is covered.",
        "coarse",
        measure.occupancy,
        lambda values, _: decide.rank(values, 1, TOGETHER["fraction"]),
        "fraction",
        candidates=SLOT,
    )
    yield _dimension("Height", measure.height)
    yield _dimension("Width", measure.width)


def _distances() -> Iterable[Constructor]:
    for word, sign in (("Closest", 1), ("Farthest", -1)):
        yield Constructor(
            word,
            f"The things {word.lower()} to the reference (all that are within 1 cm of one another)."
            if sign > 0
            else "The things farthest from the reference (all that are within 1 cm of one another).",
            "coarse",
            measure.distance,
            _ranked(sign, 1),
            "m",
        )
        yield Constructor(
            f"Rank{word}",
            f"The things {word.lower()} to the reference but for those of the ranks before; ranks count "
            "groups of things within 1 cm of one another.",
            "fine",
            measure.distance,
            _ranked(sign),
            "m",
            RANK_ARGUMENT,
        )
    yield Constructor(
        "LessThan",
        "Things nearer to the reference than the stated length.",
        "coarse",
        measure.distance,
        lambda values, q: decide.below(values, q.arguments[0]),
        "m",
        LENGTH_ARGUMENT,
    )
    yield Constructor(
        "MoreThan",
        "Things farther from the reference than the stated length.",
        "coarse",
        measure.distance,
        lambda values, q: decide.above(values, q.arguments[0]),
        "m",
        LENGTH_ARGUMENT,
    )
    yield Constructor(
        "EqualTo",
        "Things about as far from the reference as stated (3 cm either way unless the family sets a "
        "tolerance).",
        "fine",
        measure.distance,
        lambda values, q: decide.about(values, q.arguments[0], q.within),
        "m",
        LENGTH_ARGUMENT,
        tolerance=0.03,
    )
    yield Constructor(
        "Range",
        "Things whose distance from the reference lies between the two lengths.",
        "fine",
        measure.distance,
        lambda values, q: decide.within(values, q.arguments[0], q.arguments[1]),
        "m",
        (Parameter("low", LENGTH), Parameter("high", LENGTH)),
    )


def _by_values(decision: Callable[[Sequence[Any]], Decision]) -> Decide:
    """A decision that needs the values alone."""
    return lambda values, _: decision(values)


def _ranked(sign: int, place: int | None = None) -> Callable[[Sequence[float], Question], Decision]:
    """Decide by rank, least (+1) or greatest (-1) first; the place is fixed or the type's argument."""

    def decision(values: Sequence[float], q: Question) -> Decision:
        nth = place if place is not None else int(q.arguments[0])
        return decide.rank([sign * v for v in values], nth, TOGETHER["m"])

    return decision


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
        along = measure.along(direction)
        yield Constructor(
            name,
            f"Things whose centre lies to the {direction} of the reference's centre, in the frame.",
            "coarse",
            along,
            lambda values, _: decide.positive(values),
            "m",
            frames=frames,
            side=direction,
        )
        yield Constructor(
            most,
            f"The things farthest along the frame's {direction} (all within 1 cm of one another).",
            "coarse",
            along,
            _ranked(-1, 1),
            "m",
            frames=frames,
        )
        yield Constructor(
            f"Rank{most}",
            f"The things farthest along the frame's {direction} but for those of the ranks before.",
            "fine",
            along,
            _ranked(-1),
            "m",
            RANK_ARGUMENT,
            frames=frames,
        )


def _cells() -> Iterable[Constructor]:
    yield Constructor(
        "Row",
        "The slots of a row, counted from the top; asked of shelves whose slots form a full grid.",
        "fine",
        measure.row,
        lambda values, q: decide.equal(values, q.arguments[0]),
        parameters=(Parameter("row", INT),),
        frames=INTRINSIC,
        candidates=PLACE,
    )
    yield Constructor(
        "Column",
        "The slots of a column, counted from the left of a person before the shelf.",
        "fine",
        measure.column,
        lambda values, q: decide.equal(values, q.arguments[0]),
        parameters=(Parameter("column", INT),),
        frames=INTRINSIC,
        candidates=PLACE,
    )
    yield Constructor(
        "Cell",
        "The slot in a row and a column.",
        "fine",
        measure.cell,
        lambda values, q: decide.equal(values, tuple(q.arguments)),
        parameters=(Parameter("row", INT), Parameter("column", INT)),
        frames=INTRINSIC,
        candidates=PLACE,
    )


def _betweens() -> Iterable[Constructor]:
    yield Constructor(
        "Between",
        "Things whose centre projects inside the segment between the two references' centres and lies "
        "within 15 cm of it.",
        "coarse",
        measure.between_on_table,
        lambda values, _: decide.positive(values),
        "m",
    )
    yield Constructor(
        "BetweenSlots",
        "The slots strictly between those of the two references, which stand in one row of the shelf.",
        "coarse",
        measure.between_in_row,
        _by_values(partial(decide.beyond_level, together=TOGETHER["m"])),
        "m",
        candidates=SLOT,
    )
    yield Constructor(
        "BetweenSpaces",
        "The spaces strictly between the two references, which stand in one row of the shelf.",
        "coarse",
        measure.between_in_row,
        lambda values, _: decide.positive(values),
        "m",
        candidates=sort_of({"space"}),
    )


def _poses() -> Iterable[Constructor]:
    tilting = {
        "Flat": ("Things that lie: tilt of at least 80 degrees.", lambda v: decide.at_least(v, 80.0)),
        "Vertical": ("Things that stand: tilt of at most 10 degrees.", lambda v: decide.at_most(v, 10.0)),
        "Tilted": ("Things that lean: tilt of 15 to 75 degrees.", lambda v: decide.within(v, 15.0, 75.0)),
    }
    for name, (meaning, decision) in tilting.items():
        yield Constructor(
            name,
            meaning,
            "coarse",
            measure.tilt,
            _by_values(decision),
            "deg",
            frames=UP_FRAMES,
        )
    yield Constructor(
        "TiltDegree",
        "Things tilted by about the stated angle (10 degrees either way unless the family sets a tolerance).",
        "fine",
        measure.tilt,
        lambda values, q: decide.about(values, q.arguments[0], q.within),
        "deg",
        (Parameter("angle", ANGLE),),
        frames=UP_FRAMES,
        tolerance=10.0,
    )


def _directions() -> Iterable[Constructor]:
    yield Constructor(
        "ClockPosition",
        "Things in the sector of 30 degrees around an hour; forward (or front) is 12, clockwise from above.",
        "fine",
        measure.clock_angle,
        lambda values, q: decide.by_boundary(values, lambda v: clock_margin(v, int(q.arguments[0]))),
        "deg",
        (Parameter("hour", CLOCK),),
        frames=SIDE_FRAMES,
    )
    for name, direction in UP_AND_DOWN:
        yield Constructor(
            name,
            f"Places whose centre is {'higher' if direction == 'up' else 'lower'} than that of the "
            "reference's slot; within 1 cm is level with it.",
            "coarse",
            measure.along_from_slot(direction),
            _by_values(partial(decide.beyond_level, together=TOGETHER["m"])),
            "m",
            frames=UP_FRAMES,
            candidates=PLACE,
            side=direction,
        )
        yield Constructor(
            f"Direct{name}",
            f"The nearest slot {name.lower()} the reference's slot that overlaps it in width.",
            "fine",
            measure.directly(direction),
            lambda values, _: decide.rank_of_some(values, TOGETHER["m"]),
            "m",
            frames=UP_FRAMES,
            candidates=SLOT,
        )
    for name, direction in LEFT_AND_RIGHT:
        yield Constructor(
            name,
            f"The nearest free spaces on the {direction} of the reference in its own slot.",
            "fine",
            measure.beside(direction),
            lambda values, _: decide.rank_of_some(values, TOGETHER["m"]),
            "m",
            frames=SIDE_FRAMES,
            candidates=sort_of({"space"}),
        )


def _comparisons() -> Iterable[Constructor]:
    """The candidates are the two compared things, in order; the first is chosen when it is so."""
    for name, sign in (("Closer", 1), ("Farther", -1)):
        yield Constructor(
            name,
            f"The first thing is {name.lower()} than the second.",
            "coarse",
            measure.distance,
            _by_values(partial(decide.first_by, sign=sign)),
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
