"""From measured values to answers: which candidates are chosen, and by how much.

Values and masks are (rows, places); an argument is a column of rows. Each decision gives a mask of the chosen
and a margin a row: how far the nearest candidate stands from the boundary, in the values' own unit; NaN where
no candidate could have fallen the other way. The constants of a decision stand in the table of types.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import numpy as np
from attrs import field, frozen

from espire_dsl.language.core.constructors import CONSTRUCTORS
from espire_dsl.language.families.spoken_lengths import step_at
from espire_dsl.program.arrays.columns import Bools, Floats, Scalars
from espire_dsl.scene.quantize import quantize_array

Decided = tuple[Bools, Floats]

# A cell is one number: its row times this, and its column. Rows and columns start at 1; 0 stands for none.
CELL_ROW: Final = 2.0**20


@frozen
class Values:
    """What was measured, and what is asked about it: `mask` says of which places, `within` is the tolerance
    of an "about" type, `held` the thickness of the book in hand."""

    values: Floats = field(eq=False)
    mask: Bools = field(eq=False)
    arguments: tuple[Floats, ...] = field(default=(), eq=False)
    within: Floats | None = field(default=None, eq=False)
    held: Floats | None = field(default=None, eq=False)


def decide_rows(
    constructor: str,
    values: Floats,
    mask: Bools,
    arguments: Sequence[Scalars] = (),
    tolerance: float | None = None,
    held: Floats | None = None,
) -> Decided:
    """The chosen and the margins of one reasoning type; the tolerance of an "about" type has a default."""
    columns = tuple(np.asarray(a, dtype=np.float64)[:, None] for a in arguments)
    type_ = CONSTRUCTORS[constructor]
    decision = DECISIONS[type_.decision.name]
    within = tolerances(constructor, columns, tolerance)
    return decision(Values(values, mask, columns, within, held), *type_.decision.constants)


def tolerances(
    constructor: str, arguments: Sequence[Floats], tolerance: float | None = None
) -> Floats | None:
    """How near is "about", in each row: the tolerance, and no less than what people round a stated length
    to."""
    type_ = CONSTRUCTORS[constructor]
    within = type_.within(tolerance)
    if within is None:
        return None
    rounded = step_at(arguments[0]) / 2 if type_.unit == "m" else np.zeros_like(arguments[0])
    return quantize_array(np.maximum(within, rounded))


def _least(values: Floats, mask: Bools) -> Floats:
    """The least of the masked values of each row; NaN for none."""
    least = np.min(np.where(mask, values, np.inf), axis=1, initial=np.inf)
    return np.where(mask.any(axis=1), least, np.nan)


def _certain(chosen: Bools) -> Decided:
    """Exact agreement: there is nothing to measure."""
    return chosen, np.full(len(chosen), np.nan)


def _open(depths: Floats, mask: Bools) -> Decided:
    """Positive depths are inside."""
    depths = quantize_array(depths)
    return mask & (depths > 0), _least(np.abs(depths), mask)


def _closed(depths: Floats, mask: Bools) -> Decided:
    """As `_open`, with the boundary itself inside."""
    depths = quantize_array(depths)
    return mask & (depths >= 0), _least(np.abs(depths), mask)


def positive(q: Values) -> Decided:
    return _open(q.values, q.mask)


def beyond_level(q: Values, level: float) -> Decided:
    """Positive, where what lies within `level` of the boundary is level with it: out beyond doubt.

    Slots of the reference's own row stand on the boundary by construction; they are no near miss.
    """
    depths = quantize_array(q.values)
    clear = np.abs(depths) > level
    return q.mask & (depths > level), _least(np.abs(depths), q.mask & clear)


def below(q: Values) -> Decided:
    return _open(q.arguments[0] - q.values, q.mask)


def above(q: Values) -> Decided:
    return _open(q.values - q.arguments[0], q.mask)


def at_most(q: Values, bound: float) -> Decided:
    return _closed(bound - q.values, q.mask)


def at_least(q: Values, bound: float) -> Decided:
    return _closed(q.values - bound, q.mask)


def between(q: Values, low: float, high: float) -> Decided:
    return _closed(np.minimum(q.values - low, high - q.values), q.mask)


def within(q: Values) -> Decided:
    """Between two stated bounds, which are inside."""
    low, high = q.arguments
    return _closed(np.minimum(q.values - low, high - q.values), q.mask)


def about(q: Values) -> Decided:
    """Within the tolerance of the stated value; the margin is the gap up to the nearest other one."""
    assert q.within is not None
    offs = quantize_array(np.abs(q.values - q.arguments[0]))
    inside = offs <= q.within
    return q.mask & inside, _least(quantize_array(offs - q.within), q.mask & ~inside)


def in_sector(q: Values, width: float) -> Decided:
    """In the sector of a clock's hour; what stands at no hour is on the boundary."""
    return _open(_sector_depths(q.values, q.arguments[0], width), q.mask)


def _sector_depths(angles: Floats, hours: Floats, width: float) -> Floats:
    away = np.abs((angles - width * hours + 180.0) % 360.0 - 180.0)
    return np.where(np.isnan(angles), 0.0, quantize_array(width / 2 - away))


def equals(q: Values, wanted: float) -> Decided:
    return _certain(q.mask & (q.values == wanted))


def equal(q: Values) -> Decided:
    return _certain(q.mask & (q.values == q.arguments[0]))


def equal_cell(q: Values) -> Decided:
    row, column = q.arguments
    return _certain(q.mask & (q.values == row * CELL_ROW + column))


def strictly_between(q: Values, low: float, high: float) -> Decided:
    return _certain(q.mask & (q.values > low) & (q.values < high))


def nth(q: Values, sign: int, place: int | None = None) -> Decided:
    """The thing in a place of the order, least (+1) or greatest (-1) first, by id where values are equal.

    The place is fixed, or the argument of the type. The margin is the gap to the nearer neighbour.
    """
    wanted = q.arguments[0] if place is None else np.full((len(q.values), 1), float(place))
    ordered = np.where(q.mask, sign * q.values, np.inf)
    order = np.argsort(ordered, axis=1, kind="stable")
    ordered = np.take_along_axis(ordered, order, axis=1)
    there = np.isfinite(ordered)
    chosen = np.zeros_like(q.mask)
    is_it = (np.arange(1, ordered.shape[1] + 1) == wanted) & there
    np.put_along_axis(chosen, order, is_it, axis=1)
    follows = there[:, 1:]
    gaps = quantize_array(
        np.subtract(ordered[:, 1:], ordered[:, :-1], where=follows, out=np.zeros_like(ordered[:, 1:]))
    )
    return chosen, _least(gaps, follows & (is_it[:, 1:] | is_it[:, :-1]))


def least(q: Values, level: float) -> Decided:
    """All that are no more than `level` above the least; the margin is the gap to the next one."""
    known = q.mask & ~np.isnan(q.values)
    lowest = np.min(np.where(known, q.values, np.inf), axis=1, initial=np.inf)[:, None]
    with np.errstate(invalid="ignore"):
        chosen = known & (quantize_array(q.values - lowest) <= level)
    highest = np.max(np.where(chosen, q.values, -np.inf), axis=1, initial=-np.inf)[:, None]
    return chosen, _least(quantize_array(q.values - highest), known & ~chosen)


def within_reach(q: Values, reach: float) -> Decided:
    """Less than `reach` and the thickness of the held book away, of those that have a value at all."""
    assert q.held is not None
    return _open(reach + q.held[:, None] - q.values, q.mask & ~np.isnan(q.values))


def least_gap(values: Floats) -> Floats:
    """The least gap between neighbours of each row, infinities left out; NaN for fewer than two values."""
    ordered = np.sort(values, axis=1)
    follows = np.isfinite(ordered[:, 1:])
    gaps = np.subtract(ordered[:, 1:], ordered[:, :-1], where=follows, out=np.zeros_like(ordered[:, 1:]))
    return _least(quantize_array(gaps), follows)


def first_of_two(q: Values, sign: int) -> Decided:
    """Of two values a row, the one that is less (+1) or greater (-1) than the other."""
    lead = quantize_array(sign * (q.values[:, 1] - q.values[:, 0]))
    return np.stack([lead > 0, lead < 0], axis=1) & q.mask, np.abs(lead)


DECISIONS: Final[dict[str, Callable[..., Decided]]] = {
    decision.__name__: decision
    for decision in (
        *(positive, beyond_level, below, above, at_most, at_least, between, within, about, in_sector),
        *(equals, equal, equal_cell, strictly_between, nth, least, within_reach, first_of_two),
    )
}
