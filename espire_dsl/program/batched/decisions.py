"""From measured values to answers, for many rows: which candidates are chosen, and by how much.

Values and masks are (rows, places); an argument is a column of rows. Each decision gives a mask of the chosen
and a margin a row, NaN where no candidate could have fallen the other way. Bits as `language.core.decisions`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

import numpy as np

from espire_dsl.language.core.constructors import CONSTRUCTORS
from espire_dsl.language.core.decisions import TOGETHER
from espire_dsl.program.batched.columns import Bools, Floats, Scalars
from espire_dsl.scene.exact import exact_array

Decided = tuple[Bools, Floats]
Decide = Callable[[Floats, Bools, tuple[Floats, ...], float | None], Decided]

_HOUR: Final = 30.0
# A cell is one number: its row times this, and its column. Rows and columns start at 1; 0 stands for none.
CELL_ROW: Final = 2.0**20


def decide_rows(
    constructor: str,
    values: Floats,
    mask: Bools,
    arguments: Sequence[Scalars] = (),
    tolerance: float | None = None,
) -> Decided:
    """The chosen and the margins of one reasoning type; the tolerance of an "about" type has a default."""
    columns = tuple(np.asarray(a, dtype=np.float64)[:, None] for a in arguments)
    within = tolerance if tolerance is not None else CONSTRUCTORS[constructor].tolerance
    return DECISIONS[constructor](values, mask, columns, within)


def _least(values: Floats, mask: Bools) -> Floats:
    """The least of the masked values of each row; NaN for none."""
    least = np.min(np.where(mask, values, np.inf), axis=1, initial=np.inf)
    return np.where(mask.any(axis=1), least, np.nan)


def _undecidable(chosen: Bools) -> Decided:
    return chosen, np.full(len(chosen), np.nan)


def _open(depths: Floats, mask: Bools) -> Decided:
    """Positive depths are inside."""
    depths = exact_array(depths)
    return mask & (depths > 0), _least(np.abs(depths), mask)


def _closed(depths: Floats, mask: Bools) -> Decided:
    """As `_open`, with the boundary itself inside."""
    depths = exact_array(depths)
    return mask & (depths >= 0), _least(np.abs(depths), mask)


def positive(values: Floats, mask: Bools, _: tuple[Floats, ...], __: float | None) -> Decided:
    return _open(values, mask)


def beyond_level(values: Floats, mask: Bools, _: tuple[Floats, ...], __: float | None) -> Decided:
    """Positive; what is level with the boundary is out beyond doubt."""
    depths = exact_array(values)
    clear = np.abs(depths) > TOGETHER["m"]
    return mask & (depths > TOGETHER["m"]), _least(np.abs(depths), mask & clear)


def below(values: Floats, mask: Bools, arguments: tuple[Floats, ...], _: float | None) -> Decided:
    return _open(arguments[0] - values, mask)


def above(values: Floats, mask: Bools, arguments: tuple[Floats, ...], _: float | None) -> Decided:
    return _open(values - arguments[0], mask)


def at_most(bound: float, values: Floats, mask: Bools, _: tuple[Floats, ...], __: float | None) -> Decided:
    return _closed(bound - values, mask)


def at_least(bound: float, values: Floats, mask: Bools, _: tuple[Floats, ...], __: float | None) -> Decided:
    return _closed(values - bound, mask)


def between(values: Floats, mask: Bools, arguments: tuple[Floats, ...], _: float | None) -> Decided:
    low, high = arguments
    return _closed(np.minimum(values - low, high - values), mask)


def leaning(values: Floats, mask: Bools, _: tuple[Floats, ...], __: float | None) -> Decided:
    return _closed(np.minimum(values - 15.0, 75.0 - values), mask)


def about(values: Floats, mask: Bools, arguments: tuple[Floats, ...], tolerance: float | None) -> Decided:
    assert tolerance is not None
    offs = exact_array(np.abs(values - arguments[0]))
    inside = offs <= tolerance
    return mask & inside, _least(exact_array(offs - tolerance), mask & ~inside)


def on_clock(values: Floats, mask: Bools, arguments: tuple[Floats, ...], _: float | None) -> Decided:
    away = np.abs((values - _HOUR * arguments[0] + 180.0) % 360.0 - 180.0)
    depths = np.where(np.isnan(values), 0.0, exact_array(_HOUR / 2 - away))
    return _open(depths, mask)


def equal_to(wanted: float, values: Floats, mask: Bools, _: tuple[Floats, ...], __: float | None) -> Decided:
    return _undecidable(mask & (values == wanted))


def equal(values: Floats, mask: Bools, arguments: tuple[Floats, ...], _: float | None) -> Decided:
    return _undecidable(mask & (values == arguments[0]))


def cell(values: Floats, mask: Bools, arguments: tuple[Floats, ...], _: float | None) -> Decided:
    row, column = arguments
    return _undecidable(mask & (values == row * CELL_ROW + column))


def part_full(values: Floats, mask: Bools, _: tuple[Floats, ...], __: float | None) -> Decided:
    return _undecidable(mask & (values > 0) & (values < 1))


def ranked(values: Floats, mask: Bools, place: Floats | float, together: float) -> Decided:
    """The group in the given place, least first; the margin is the least gap counted on the way and after."""
    ordered = np.where(mask, values, np.inf)
    order = np.argsort(ordered, axis=1, kind="stable")
    ordered = np.take_along_axis(ordered, order, axis=1)
    follows = np.isfinite(ordered[:, 1:])
    steps = exact_array(
        np.subtract(ordered[:, 1:], ordered[:, :-1], where=follows, out=np.zeros_like(ordered[:, 1:]))
    )
    breaks = follows & (steps > together)
    group = np.concatenate([np.ones((len(values), 1), dtype=np.int64), 1 + np.cumsum(breaks, axis=1)], axis=1)
    chosen = np.zeros_like(mask)
    np.put_along_axis(chosen, order, group == place, axis=1)
    return chosen & mask, _least(steps, breaks & (group[:, :-1] <= place))


def nth(sign: int, values: Floats, mask: Bools, arguments: tuple[Floats, ...], _: float | None) -> Decided:
    return ranked(sign * values, mask, arguments[0], TOGETHER["m"])


def first(
    sign: int, unit: str, values: Floats, mask: Bools, _: tuple[Floats, ...], __: float | None
) -> Decided:
    return ranked(sign * values, mask, 1.0, TOGETHER[unit])


def first_of_some(values: Floats, mask: Bools, _: tuple[Floats, ...], __: float | None) -> Decided:
    """The least group among the candidates that have a value at all."""
    return ranked(values, mask & ~np.isnan(values), 1.0, TOGETHER["m"])


def first_of_two(sign: int, one: Floats, other: Floats) -> Decided:
    """Of two values a row, is the first less (+1) or greater (-1) than the second?"""
    lead = exact_array(sign * (other - one))
    return lead > 0, np.abs(lead)


SIZE_CLASSES: Final = {"Small": "small", "Medium": "medium", "Large": "large"}
_MOST: Final = ("LeftMost", "RightMost", "FrontMost", "BackMost", "TopMost", "BottomMost")
COMPARING: Final = {"Closer": 1, "Farther": -1}

DECISIONS: Final[dict[str, Decide]] = {
    **{name: partial(equal_to, float(number)) for number, name in enumerate(SIZE_CLASSES, start=1)},
    "Empty": partial(equal_to, 0.0),
    "NonEmpty": part_full,
    "Emptiest": partial(first, 1, "fraction"),
    **dict.fromkeys(("Height", "Width", "EqualTo", "TiltDegree"), about),
    "Closest": partial(first, 1, "m"),
    "Farthest": partial(first, -1, "m"),
    "RankClosest": partial(nth, 1),
    "RankFarthest": partial(nth, -1),
    "LessThan": below,
    "MoreThan": above,
    "Range": between,
    **dict.fromkeys(("Left", "Right", "Front", "Behind", "Upper", "Lower"), positive),
    **dict.fromkeys(("Above", "Below", "BetweenSlots"), beyond_level),
    **dict.fromkeys(_MOST, partial(first, -1, "m")),
    **{f"Rank{most}": partial(nth, -1) for most in _MOST},
    **dict.fromkeys(("Row", "Column"), equal),
    "Cell": cell,
    **dict.fromkeys(("Between", "BetweenSpaces"), positive),
    "Flat": partial(at_least, 80.0),
    "Vertical": partial(at_most, 10.0),
    "Tilted": leaning,
    "ClockPosition": on_clock,
    **dict.fromkeys(("DirectAbove", "DirectBelow", "DirectLeft", "DirectRight"), first_of_some),
}
