"""Arguments come from the scene: the values of their domain that set answers apart from the others.

What is measured does not depend on the argument, so it is measured once; then every value of the domain is
tried on the measured values. Many values tell the same answers: of those `ALIKE` are kept, and
`MOST_ARGUMENTS` in all, in a choice that depends on the seed, the type and the scene alone.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

import numpy as np
from attrs import frozen

from espire_dsl.language.core.constructor import Constructor
from espire_dsl.language.core.values import TypeValue
from espire_dsl.language.domains import TypeChoice, TypeDomain
from espire_dsl.language.typed import Read
from espire_dsl.program.batched import decide_rows
from espire_dsl.tasks.asker import Bools, Floats, Measured
from espire_dsl.tasks.binding import argument_values, written_out
from espire_dsl.tasks.dice import Dice
from espire_dsl.tasks.margins import clear_after_all
from espire_dsl.tasks.reason import Reason

ALIKE = 3
MOST_ARGUMENTS = 12
_MOST_CLASSES = 40
_NOISE = 1e-9

BOUNDARIES = frozenset({"LessThan", "MoreThan", "Range"})
"""Types whose arguments are boundaries on the measured scale."""


@frozen
class Options:
    """The values that the arguments of a type may have: all together, and argument by argument.

    They are free when each argument may have any value, whatever the others have.
    """

    written: tuple[TypeValue, ...]
    columns: tuple[tuple[Any, ...], ...]
    are_free: bool

    @classmethod
    def of(cls, choice: TypeChoice, domain: TypeDomain) -> Options:
        names = [argument.name for argument in choice.arguments if isinstance(argument, Read)]
        columns = tuple(argument_values(choice, domain))
        return cls(tuple(written_out(choice, domain)), columns, len(set(names)) == len(names))


@frozen
class Separating:
    """The arguments that decide with enough margin, or why there are none."""

    found: tuple[TypeValue, ...]
    refused: Reason | None = None


def separating(
    constructor: Constructor,
    options: Options,
    measured: Measured,
    tolerance: float | None,
    dice: Dice,
) -> Separating:
    """The values of a type's arguments that separate the measured candidates."""
    required = constructor.margin or 0.0
    if constructor.tolerance is not None and tolerance is not None:
        required = tolerance
    if constructor.name in BOUNDARIES and options.are_free:
        tried = _between_values(constructor.name, options, measured.values, required, dice)
    else:
        tried = options.written
    if not tried:
        return Separating((), Reason.MARGIN)
    chosen, margin = _decided(constructor, measured.values, tried, tolerance)
    counts = chosen.sum(axis=1)
    none, all_ = counts == 0, counts == len(measured.values)
    with np.errstate(invalid="ignore"):
        small = ~none & ~all_ & (margin < required)
    for row in np.flatnonzero(small).tolist():
        small[row] = not clear_after_all(
            constructor.name, tried[row].arguments, measured.values.tolist(), measured.reaches, required
        )
    alike: dict[bytes, list[TypeValue]] = {}
    for row in np.flatnonzero(~(none | all_ | small)).tolist():
        alike.setdefault(chosen[row].tobytes(), []).append(tried[row])
    if not alike:
        causes = ((none, Reason.NO_ANSWER), (all_, Reason.TRIVIAL), (small, Reason.MARGIN))
        return Separating((), max(causes, key=lambda cause: int(cause[0].sum()))[1])
    kept = [value for group in alike.values() for value in dice.some(group, ALIKE)]
    return Separating(tuple(dice.some(kept, MOST_ARGUMENTS)))


def _decided(
    constructor: Constructor, values: Floats, tried: Sequence[TypeValue], tolerance: float | None
) -> tuple[Bools, Floats]:
    shape = (len(tried), len(values))
    arguments = [np.array(column) for column in zip(*(t.arguments for t in tried), strict=True)]
    return decide_rows(
        constructor.name, np.broadcast_to(values, shape), np.ones(shape, dtype=bool), arguments, tolerance
    )


def _between_values(
    constructor: str, options: Options, values: Floats, required: float, dice: Dice
) -> Sequence[TypeValue]:
    """Boundaries that keep their distance from all measured values, a few of each gap."""
    ordered = np.sort(values)
    columns: list[dict[int, list[Any]]] = []
    for column in options.columns:
        offered = np.asarray(column, dtype=np.float64)
        off = np.abs(offered[:, None] - ordered[None, :]).min(axis=1, initial=np.inf)
        gap = np.searchsorted(ordered, offered).tolist()
        by_gap: dict[int, list[Any]] = {}
        for index in np.flatnonzero(off >= required - _NOISE).tolist():
            by_gap.setdefault(gap[index], []).append(column[index])
        columns.append(by_gap)
    classes = [picked for picked in itertools.product(*columns) if list(picked) == sorted(set(picked))]
    found = []
    for picked in dice.some(classes, _MOST_CLASSES):
        lists = [dice.some(by_gap[gap], ALIKE) for by_gap, gap in zip(columns, picked, strict=True)]
        found += [TypeValue(constructor, arguments) for arguments in zip(*lists, strict=False)]
    return found
