"""Comprehensions and quantifiers over many rows: which things pass, whether enough of them do, how clearly.

Masks and margins are (rows, places). A quantifier asks whether the number of things that pass lies between
two bounds. It is decided by as much as the things that it takes: "some" by the clearest of those that pass,
if one does, and else by the least clear of all.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from attrs import field, frozen

from espire_dsl.language.core.binders import BINDERS, EVERY, STATED, Bound
from espire_dsl.program.arrays.columns import Bools, Column, Floats, Ints, Scalars, ThingSetColumn


@frozen(eq=False)
class Bounds:
    """How many things must pass in each row, at least and at most."""

    least: Ints
    most: Ints

    def hold(self, count: Ints) -> Bools:
        return (self.least <= count) & (count <= self.most)


@frozen
class QuantifierResult:
    """What came of looking at things: the value, and the margins of each row in the first unit that has any
    and in others. `measured` is how far each thing is inside (or, negative, outside) of the test."""

    column: Column = field(eq=False)
    bounds: Bounds | None
    margin: Floats = field(eq=False)
    unit: Scalars = field(eq=False)
    also: Mapping[str, Floats] = field(eq=False)
    measured: Floats = field(eq=False)


def verdict(
    function: str, mask: Bools, passes: Bools, margins: Mapping[str, Floats], stated: Ints | None = None
) -> QuantifierResult:
    """The value of a comprehension or quantifier, from what each thing gave; margins are by unit, NaN for
    none."""
    binder = BINDERS[function]
    bounds = None
    column: Column = ThingSetColumn(passes)
    if binder.least is not None and binder.most is not None:
        total = mask.sum(axis=1)
        bounds = Bounds(_number(binder.least, total, stated), _number(binder.most, total, stated))
        column = bounds.hold(passes.sum(axis=1))
    least = {unit: _margin(bounds, mask, passes, margins[unit]) for unit in sorted(margins)}
    margin, unit = np.full(len(mask), np.nan), np.full(len(mask), None, dtype=object)
    measured = np.full(mask.shape, np.nan)
    for name, found in least.items():
        first = np.isnan(margin) & ~np.isnan(found)
        margin[first], unit[first] = found[first], name
        measured[first] = np.where(passes, margins[name], -margins[name])[first]
    also = {name: np.where(unit == name, np.nan, found) for name, found in least.items()}
    return QuantifierResult(column, bounds, margin, unit, also, measured)


def _number(bound: Bound, total: Ints, stated: Ints | None) -> Ints:
    if bound == EVERY:
        return total
    if bound == STATED:
        assert stated is not None
        return stated
    return np.full(len(total), bound, dtype=np.int64)


def _margin(bounds: Bounds | None, mask: Bools, passes: Bools, margins: Floats) -> Floats:
    """By how much each row is decided; NaN where nothing could have come out otherwise."""
    known = np.where(np.isnan(margins), np.inf, margins)
    if bounds is None:
        found = np.min(np.where(mask, known, np.inf), axis=1, initial=np.inf)
    else:
        count = passes.sum(axis=1)
        enough = _reaching(bounds.least, mask, passes, known)
        not_too_many = _reaching(bounds.most + 1, mask, passes, known)
        found = np.where(count < bounds.least, enough, not_too_many)
        found = np.where(bounds.hold(count), np.minimum(enough, not_too_many), found)
    return np.where(np.isinf(found), np.nan, found)


def _reaching(number: Ints, mask: Bools, passes: Bools, margins: Floats) -> Floats:
    """By how much it is decided whether so many things pass: by as many as it takes of those that do, or as
    it takes of those that do not, the clearest first."""
    total = mask.sum(axis=1)
    reached = passes.sum(axis=1) >= number
    agreeing = np.where(reached[:, None], passes, mask & ~passes)
    needed = np.where(reached, number, total - number + 1)
    clearest_first = -np.sort(np.where(agreeing, -margins, np.inf), axis=1)
    place = np.clip(needed - 1, 0, max(mask.shape[1] - 1, 0))
    certain = (number <= 0) | (number > total)
    if not mask.shape[1]:
        return np.full(len(mask), np.inf)
    return np.where(certain, np.inf, np.take_along_axis(clearest_first, place[:, None], axis=1)[:, 0])


def settled(bounds: Bounds, mask: Bools, passes: Bools, doubtful: Bools) -> Bools:
    """The rows that come out the same, however the doubtful things do."""
    fewest = (passes & ~doubtful).sum(axis=1)
    most = (mask & (passes | doubtful)).sum(axis=1)
    inside = (bounds.least <= fewest) & (most <= bounds.most)
    outside = (most < bounds.least) | (fewest > bounds.most)
    found: Bools = inside | outside
    return found
