"""Is a decision clear, candidate by candidate? What the rules of a fair task ask of each way of deciding.

A candidate that is not clear could fall the other way for a careful person without a ruler: too close to a
stated length, to the boundary of a side, to its neighbour in an order. Values and masks are (rows, places),
arguments and rules are columns of rows. The numbers are those of `espire_dsl.language.rules`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

import numpy as np
from attrs import field, frozen

from espire_dsl.language.core.constructors import CONSTRUCTORS
from espire_dsl.language.inference.margins import UNIT_OF_MARGIN
from espire_dsl.language.rules import RULE_OF_MARGIN
from espire_dsl.program.arrays.columns import Bools, Floats
from espire_dsl.scene.quantize import quantize_array

RULE_OF_UNIT: Final = {unit: RULE_OF_MARGIN[type_] for unit, type_ in UNIT_OF_MARGIN.items()}
_NOISE: Final = 1e-9
WHOLE: Final = 0.5
"""Whole numbers are apart if they are not equal."""


@frozen(eq=False)
class Decided:
    """A decision of one reasoning type in many rows, with the rules that hold for each row.

    `reach` is how far candidates are from the middle of a clock, on the floor; `spread` how far spaces reach
    from their centres along the axis of a side; `held` the thickness and the width of the book in hand.
    """

    type: str
    values: Floats
    chosen: Bools
    arguments: tuple[Floats, ...]
    tolerance: Floats | None
    rules: Mapping[str, Floats] = field(repr=False)
    reach: Floats | None = None
    spread: Floats | None = None
    held: tuple[Floats, Floats] | None = None

    @property
    def margin(self) -> Floats:
        return self.rules[RULE_OF_UNIT[CONSTRUCTORS[self.type].unit or "m"]]

    def beyond(self, stated: Floats) -> Floats:
        """How far others stay beyond a stated value."""
        if CONSTRUCTORS[self.type].unit != "m":
            return self.margin
        return np.maximum(self.margin, self.rules["margin_share"] * stated)

    def within(self, stated: Floats) -> Floats:
        """How far answers stay inside a stated length."""
        return np.maximum(self.rules["inside"], self.rules["inside_share"] * stated)


def clear(decided: Decided) -> Bools:
    """For each row and place whether its candidate was decided clearly."""
    how = CLARITY.get(CONSTRUCTORS[decided.type].decision.name)
    if how is None:
        return np.ones(decided.values.shape, dtype=bool)
    with np.errstate(invalid="ignore"):
        return how(decided)


def _at_least(gaps: Floats, wanted: Floats | float) -> Bools:
    enough: Bools = quantize_array(gaps) >= wanted - _NOISE
    return enough


def _below(d: Decided) -> Bools:
    (stated,) = d.arguments
    return np.where(
        d.chosen,
        _at_least(stated - d.values, d.within(stated)),
        _at_least(d.values - stated, d.beyond(stated)),
    )


def _above(d: Decided) -> Bools:
    (stated,) = d.arguments
    return np.where(
        d.chosen,
        _at_least(d.values - stated, d.within(stated)),
        _at_least(stated - d.values, d.beyond(stated)),
    )


def _within(d: Decided) -> Bools:
    low, high = d.arguments
    inside = _at_least(d.values - low, d.within(low)) & _at_least(high - d.values, d.within(high))
    outside = _at_least(low - d.values, d.beyond(low)) | _at_least(d.values - high, d.beyond(high))
    return np.where(d.chosen, inside, outside)


def _about(d: Decided) -> Bools:
    """What is not meant is beyond the tolerance by as much again, and by what the rules ask."""
    (stated,) = d.arguments
    assert d.tolerance is not None
    gaps = np.abs(d.values - stated) - d.tolerance
    return d.chosen | _at_least(gaps, np.maximum(d.beyond(stated), d.tolerance))


def _in_order(d: Decided) -> Bools:
    share = d.rules["margin_share"] if CONSTRUCTORS[d.type].measure.name == "distance" else None
    return apart_from_chosen(d.values, d.chosen, d.margin, share)


def apart_from_chosen(
    values: Floats, chosen: Bools, margin: Floats | float, share: Floats | None = None
) -> Bools:
    """Everything else stands before or after the answer, by as much as the rules ask: a margin, and of
    distances a share of the larger one."""
    found = chosen.any(axis=1, keepdims=True)
    answer = np.where(chosen, values, -np.inf).max(axis=1, keepdims=True, initial=-np.inf)
    answer = np.where(found, answer, np.nan)
    wanted = margin
    if share is not None:
        wanted = np.maximum(wanted, share * np.maximum(np.abs(values), np.abs(answer)))
    return chosen | ~found | np.isnan(values) | _at_least(np.abs(values - answer), wanted)


def apart_from_one_another(
    values: Floats, mask: Bools, margin: Floats | float, share: Floats | None = None
) -> Bools:
    """The rows in which neighbours of an order stand apart by as much as the rules ask."""
    ordered = np.sort(np.where(mask, values, np.inf), axis=1)
    low, high = ordered[:, :-1], ordered[:, 1:]
    wanted = margin
    if share is not None:
        wanted = np.maximum(wanted, share * np.maximum(np.abs(low), np.abs(high)))
    enough: Bools = np.all(~np.isfinite(high) | _at_least(high - low, wanted), axis=1)
    return enough


def _beside(d: Decided) -> Bools:
    """Free room that begins well within reach is right, and wrong where a book with its cover towards the
    reference would not reach any more; in between it depends on how the book is put."""
    assert d.held is not None
    (reach,) = CONSTRUCTORS[d.type].decision.constants
    thickness, width = d.held
    near = _at_least(reach + thickness - d.values, d.margin)
    return np.isnan(d.values) | np.where(d.chosen, near, _at_least(d.values, reach + width))


def _by_sign(d: Decided) -> Bools:
    """A thing is on the side of its centre. A space is room to put something anywhere in: it is on a side if
    all of it is, and one that reaches across the boundary is not decided."""
    return _at_least(np.abs(d.values) - (0.0 if d.spread is None else d.spread), d.margin)


def _off_level(d: Decided) -> Bools:
    """What is level with the boundary is out beyond doubt."""
    (level,) = CONSTRUCTORS[d.type].decision.constants
    is_level: Bools = np.abs(d.values) <= level
    return is_level | _by_sign(d)


def _by_bound(d: Decided) -> Bools:
    """Limits that belong to the type."""
    bounds = CONSTRUCTORS[d.type].decision.constants
    gaps: Floats = np.min([np.abs(d.values - bound) for bound in bounds], axis=0)
    return _at_least(gaps, d.margin)


def _in_sector(d: Decided) -> Bools:
    """By an angle, or by a length: far away a degree is a long way."""
    (hour,) = CONSTRUCTORS[d.type].decision.constants
    away = np.abs((d.values - hour * d.arguments[0] + 180.0) % 360.0 - 180.0)
    depth = np.abs(hour / 2 - away)
    by_angle = _at_least(depth, d.margin)
    if d.reach is None:
        return by_angle
    return by_angle | _at_least(d.reach * np.sin(np.radians(np.minimum(depth, 90.0))), d.rules["margin"])


CLARITY: Final[Mapping[str, Callable[[Decided], Bools]]] = {
    "below": _below,
    "above": _above,
    "within": _within,
    "about": _about,
    "nth": _in_order,
    "least": _in_order,
    "within_reach": _beside,
    "positive": _by_sign,
    "beyond_level": _off_level,
    "at_least": _by_bound,
    "at_most": _by_bound,
    "between": _by_bound,
    "in_sector": _in_sector,
}
"""By the name of a decision. Decisions that are not listed leave no doubt: a size class, a row, a column."""
