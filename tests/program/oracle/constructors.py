"""The oracle's table of reasoning types: which measure, which decision, with its own constants."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any

from espire_dsl.language.kinds import sort_of
from espire_dsl.language.types import ANGLE, CLOCK, INT, LENGTH, ORDINAL
from espire_dsl.scene.places import column_of, row_of
from tests.nodes import kinds
from tests.program.oracle import decisions as decide
from tests.program.oracle import measuring as measure
from tests.program.oracle.constructor import Constructor, Decide, Line, Parameter
from tests.program.oracle.decisions import LEVEL, Decision
from tests.program.oracle.frames import Direction
from tests.program.oracle.measures import clock_margin
from tests.program.oracle.question import Question

UP_AND_DOWN: tuple[tuple[str, Direction], ...] = (("Above", "up"), ("Below", "down"))
LEFT_AND_RIGHT: tuple[tuple[str, Direction], ...] = (("DirectLeft", "left"), ("DirectRight", "right"))
SIDE_FRAMES = frozenset({"relative", "intrinsic"})
UP_FRAMES = frozenset({"absolute"})
INTRINSIC = frozenset({"intrinsic"})
LENGTH_ARGUMENT = (Parameter("length", LENGTH),)
RANK_ARGUMENT = (Parameter("rank", ORDINAL),)
PLACE, SLOT = sort_of(kinds("slot", "space")), sort_of(kinds("slot"))
SIZED = sort_of(kinds("book", "slot", "near", "distant", "object", "support", "space"))


def _size(word: str) -> Constructor:
    return Constructor(
        word.capitalize(),
        measure.size_class,
        lambda values, _: decide.equal(values, word),
        candidates=SIZED,
    )


def _dimension(name: str, read: Callable[[Question], Sequence[float]]) -> Constructor:
    return Constructor(
        name,
        read,
        lambda values, q: decide.about(values, q.arguments[0], q.within_length),
        "m",
        LENGTH_ARGUMENT,
        candidates=SIZED,
        tolerance=0.01,
    )


def _attributes() -> Iterable[Constructor]:
    yield from (_size(word) for word in ("small", "medium", "large"))
    yield Constructor(
        "Empty",
        measure.occupancy,
        lambda values, _: decide.equal(values, 0.0),
        candidates=SLOT,
    )
    yield Constructor(
        "NonEmpty",
        measure.occupancy,
        lambda values, _: decide.Decision(tuple(0 < v < 1 for v in values), None),
        candidates=SLOT,
    )
    yield Constructor(
        "Emptiest",
        measure.occupancy,
        lambda values, _: decide.least(values, 1e-9),
        "fraction",
        candidates=SLOT,
    )
    yield _dimension("Height", measure.height)
    yield _dimension("Width", measure.width)


def _distances() -> Iterable[Constructor]:
    for word, sign in (("Closest", 1), ("Farthest", -1)):
        yield Constructor(
            word,
            measure.distance,
            _ranked(sign, 1),
            "m",
        )
        yield Constructor(
            f"Rank{word}",
            measure.distance,
            _ranked(sign),
            "m",
            RANK_ARGUMENT,
        )
    yield Constructor(
        "LessThan",
        measure.distance,
        lambda values, q: decide.below(values, q.arguments[0]),
        "m",
        LENGTH_ARGUMENT,
    )
    yield Constructor(
        "MoreThan",
        measure.distance,
        lambda values, q: decide.above(values, q.arguments[0]),
        "m",
        LENGTH_ARGUMENT,
    )
    yield Constructor(
        "EqualTo",
        measure.distance,
        lambda values, q: decide.about(values, q.arguments[0], q.within_length),
        "m",
        LENGTH_ARGUMENT,
        tolerance=0.03,
    )
    yield Constructor(
        "Range",
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
        return decide.rank([sign * v for v in values], nth)

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


# which lines of a shelf are counted along a direction
LINES: dict[Direction, Line] = {d: row_of if d in ("up", "down") else column_of for _, d, _, _ in _SIDES}


def _sides() -> Iterable[Constructor]:
    for name, direction, most, frames in _SIDES:
        along = measure.along(direction)
        yield Constructor(
            name,
            along,
            lambda values, _: decide.positive(values),
            "m",
            frames=frames,
            side=direction,
        )
        yield Constructor(
            most,
            along,
            _ranked(-1, 1),
            "m",
            frames=frames,
            line=LINES[direction],
        )
        yield Constructor(
            f"Rank{most}",
            along,
            _ranked(-1),
            "m",
            RANK_ARGUMENT,
            frames=frames,
            line=LINES[direction],
        )


def _cells() -> Iterable[Constructor]:
    yield Constructor(
        "Row",
        measure.row,
        lambda values, q: decide.equal(values, q.arguments[0]),
        parameters=(Parameter("row", INT),),
        frames=INTRINSIC,
        candidates=PLACE,
    )
    yield Constructor(
        "Column",
        measure.column,
        lambda values, q: decide.equal(values, q.arguments[0]),
        parameters=(Parameter("column", INT),),
        frames=INTRINSIC,
        candidates=PLACE,
    )
    yield Constructor(
        "Cell",
        measure.cell,
        lambda values, q: decide.equal(values, tuple(q.arguments)),
        parameters=(Parameter("row", INT), Parameter("column", INT)),
        frames=INTRINSIC,
        candidates=PLACE,
    )


def _betweens() -> Iterable[Constructor]:
    yield Constructor(
        "Between",
        measure.between_on_table,
        lambda values, _: decide.positive(values),
        "m",
    )
    yield Constructor(
        "BetweenSlots",
        measure.between_in_row,
        _by_values(partial(decide.beyond_level, together=LEVEL)),
        "m",
        candidates=SLOT,
    )
    yield Constructor(
        "BetweenSpaces",
        measure.between_in_row,
        lambda values, _: decide.positive(values),
        "m",
        candidates=sort_of(kinds("space")),
    )


def _poses() -> Iterable[Constructor]:
    tilting = {
        "Flat": lambda v: decide.at_least(v, 80.0),
        "Vertical": lambda v: decide.at_most(v, 10.0),
        "Tilted": lambda v: decide.within(v, 15.0, 75.0),
    }
    for name, decision in tilting.items():
        yield Constructor(
            name,
            measure.tilt,
            _by_values(decision),
            "deg",
            frames=UP_FRAMES,
        )
    yield Constructor(
        "TiltDegree",
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
        measure.clock_angle,
        lambda values, q: decide.by_boundary(values, lambda v: clock_margin(v, int(q.arguments[0]))),
        "deg",
        (Parameter("hour", CLOCK),),
        frames=SIDE_FRAMES,
    )
    for name, direction in UP_AND_DOWN:
        yield Constructor(
            name,
            measure.along_from_slot(direction),
            _by_values(partial(decide.beyond_level, together=LEVEL)),
            "m",
            frames=UP_FRAMES,
            candidates=PLACE,
            side=direction,
        )
        yield Constructor(
            f"Direct{name}",
            measure.directly(direction),
            lambda values, _: decide.least(values, LEVEL),
            "m",
            frames=UP_FRAMES,
            candidates=SLOT,
        )
    for name, direction in LEFT_AND_RIGHT:
        yield Constructor(
            name,
            measure.beside(direction),
            lambda values, q: decide.within_reach(values, 0.10 + q.held_thickness),
            "m",
            frames=SIDE_FRAMES,
            candidates=sort_of(kinds("space")),
        )


def _comparisons() -> Iterable[Constructor]:
    """The candidates are the two compared things, in order; the first is chosen when it is so."""
    for name, sign in (("Closer", 1), ("Farther", -1)):
        yield Constructor(
            name,
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
