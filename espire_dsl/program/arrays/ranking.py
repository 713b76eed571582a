"""Extremes, ranks and orders by any measure, over many rows: things, or pairs of them, one after the other.

Values and masks are (rows, keys): a key is the place of a thing, or stands for the places of a pair.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import numpy as np
from attrs import field, frozen

from espire_dsl.language.core.binders import BINDERS
from espire_dsl.language.inference.margins import UNIT_OF_MARGIN
from espire_dsl.language.types import Type
from espire_dsl.program.arrays.columns import Bools, Floats, Ints, Scalars
from espire_dsl.program.arrays.decisions import Values, least_gap, nth

UNIT_OF_MEASURE: Final[dict[Type, str]] = {type_: unit for unit, type_ in UNIT_OF_MARGIN.items()}
"""Measures by which things are told apart; whole numbers are equal or not."""


@frozen
class Ranked:
    """What was chosen, or all in their order, and by how much: in the unit of the measure first, then in
    those in which the measures themselves were decided."""

    chosen: Bools = field(eq=False)
    order: Ints = field(eq=False)
    margin: Floats = field(eq=False)
    unit: Scalars = field(eq=False)
    also: Mapping[str, Floats] = field(eq=False)


def ranked(
    function: str,
    mask: Bools,
    values: Floats,
    unit: str | None,
    margins: Mapping[str, Floats],
    stated: Ints | None = None,
) -> Ranked:
    """The place of an order that a function asks for. `margins` are those of the measures, by unit, NaN for
    none."""
    binder = BINDERS[function]
    assert binder.order is not None
    ordered = np.where(mask, binder.order * values, np.inf)
    order = np.argsort(ordered, axis=1, kind="stable")
    if binder.place is None:
        chosen, gap = mask, least_gap(ordered)
    else:
        place = np.ones(len(mask)) if stated is None else stated
        question = Values(values, mask, (place.astype(np.float64)[:, None],))
        chosen, gap = nth(question, binder.order)
    found = {} if unit is None else {unit: gap}
    for name in sorted(margins):
        found[name] = np.fmin(found.get(name, np.nan), _least(margins[name]))
    margin, units = np.full(len(mask), np.nan), np.full(len(mask), None, dtype=object)
    for name, least in found.items():
        first = np.isnan(margin) & ~np.isnan(least)
        margin[first], units[first] = least[first], name
    also = {name: np.where(units == name, np.nan, least) for name, least in found.items()}
    return Ranked(chosen, order, margin, units, also)


def _least(margins: Floats) -> Floats:
    known = np.where(np.isnan(margins), np.inf, margins)
    least = np.min(known, axis=1, initial=np.inf)
    return np.where(np.isinf(least), np.nan, least)


def pairs(first: Bools, second: Bools) -> Bools:
    """Which pairs of different things there are, (rows, places, places); each once, by id, where both sets
    hold both."""
    both = first[:, :, None] & second[:, None, :]
    size = first.shape[1]
    again = np.swapaxes(both, 1, 2) & (np.arange(size)[:, None] > np.arange(size))
    return both & ~again & ~np.eye(size, dtype=bool)
