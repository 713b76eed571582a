"""What rows remember of a reasoning step: margins, what was measured, angles of the chosen."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np
from attrs import evolve, field, frozen

from espire_dsl.language.typed import Typed
from espire_dsl.program.arrays.columns import Bools, Column, Floats, Ints, Scalars
from espire_dsl.program.arrays.frames import PlacedFrame
from espire_dsl.program.arrays.quantifiers import Bounds


@frozen
class StepArrays:
    """The arrays of a step, in the rows in which it was computed.

    `arguments` and `tolerance` are those of the reasoning type. `asked` says which things were measured,
    `chosen` which of them were chosen; `measured` and `angles` are computed when asked for; all are
    (rows, places), NaN where there is none. A unit is one for all rows or a column of them. `constraint` is
    what a row's step demands of whoever does the task, `also` has margins in other units: in metres, of a
    decision by angle. `looked` is what a step saw that looked at things one by one.
    """

    margin: Floats = field(eq=False)
    unit: Any = field(eq=False, default=None)
    constructor: str | None = None
    arguments: tuple[Scalars, ...] = field(eq=False, default=())
    tolerance: float | None = None
    frame: PlacedFrame | None = field(eq=False, default=None)
    asked: Bools | None = field(eq=False, default=None)
    chosen: Bools | None = field(eq=False, default=None)
    measured: Callable[[], Floats] | None = field(eq=False, default=None)
    angles: Callable[[], Floats] | None = field(eq=False, default=None)
    constraint: Callable[[int], Mapping[str, Any]] | None = field(eq=False, default=None)
    also: Mapping[str, Floats] = field(eq=False, factory=dict)
    references: tuple[Ints, ...] = field(eq=False, default=())
    looked: Looked | None = field(eq=False, default=None)


@frozen(eq=False)
class TracedCall:
    """What a step was given, and what it gave, in the rows in which it was computed."""

    scenes: Ints
    inputs: Mapping[str, Column]
    output: Column


@frozen
class BatchedStep:
    """A step of a program, seen from rows that may share its computation: row i is row `rows[i]` of it.

    Where `active` is not set, the step was never reached: the other side of an `and` or `or` had decided.
    `call` is kept where a trace was asked for.
    """

    function: str
    node: Typed = field(repr=False)
    made: StepArrays = field(repr=False)
    rows: Ints | None = field(default=None, eq=False, repr=False)
    active: Bools | None = field(default=None, eq=False, repr=False)
    call: TracedCall | None = field(default=None, eq=False, repr=False)

    @property
    def margin(self) -> Floats:
        """NaN where no candidate could have fallen the other way."""
        return self._reached(self._of_rows(self.made.margin))

    @property
    def margins(self) -> dict[str, Floats]:
        """The margin by unit; a step may have several."""
        units = np.broadcast_to(np.asarray(self.made.unit, dtype=object), self.made.margin.shape)
        found = {
            unit: self._reached(self._of_rows(np.where(units == unit, self.made.margin, np.nan)))
            for unit in dict.fromkeys(units.tolist())
            if unit is not None
        }
        for unit, margins in self.made.also.items():
            found[unit] = np.fmin(found.get(unit, np.nan), self._reached(self._of_rows(margins)))
        return found

    @property
    def measured(self) -> Floats | None:
        """What was measured of each thing that was asked about, (rows, places)."""
        return None if self.made.measured is None else self._of_rows(self.made.measured())

    @property
    def asked(self) -> Bools | None:
        """Which things were measured, (rows, places)."""
        return None if self.made.asked is None else self._of_rows(self.made.asked)

    @property
    def chosen(self) -> Bools | None:
        """Which of them were chosen, (rows, places)."""
        return None if self.made.chosen is None else self._of_rows(self.made.chosen)

    @property
    def arguments(self) -> tuple[Scalars, ...]:
        """The arguments of the reasoning type, a column each."""
        return tuple(self._of_rows(column) for column in self.made.arguments)

    @property
    def is_decision(self) -> bool:
        """Whether it chose among candidates by what it measured of them."""
        return self.made.chosen is not None and self.made.constraint is None

    @property
    def origin(self) -> Ints | None:
        """The place at the origin of each row's frame, -1 for the world's."""
        return None if self.made.frame is None else self._of_rows(self.made.frame.origin)

    @property
    def references(self) -> tuple[Ints, ...]:
        """The places of what was measured from, a column each."""
        return tuple(self._of_rows(column) for column in self.made.references)

    @property
    def angles(self) -> Floats | None:
        """Degrees between a side's axis and the way to each answer, (rows, places); NaN for the others."""
        return None if self.made.angles is None else self._of_rows(self.made.angles())

    def unit(self, row: int) -> str | None:
        unit = self.made.unit
        found: str | None = unit
        if isinstance(unit, np.ndarray):
            found = unit[row if self.rows is None else self.rows[row]]
        return found

    def shared(self, rows: Ints) -> BatchedStep:
        """The step as other rows see it, each of which is one of these."""
        active = None if self.active is None else self.active[rows]
        return evolve(self, rows=rows if self.rows is None else self.rows[rows], active=active)

    def only(self, active: Bools) -> BatchedStep:
        return evolve(self, active=active if self.active is None else self.active & active)

    def reaching(self, values: Bools) -> Bools:
        """Marks of the rows in which the step was computed, as these rows see them."""
        found: Bools = self._of_rows(values)
        return found if self.active is None else found & self.active[:, None]

    def _of_rows(self, values: Any) -> Any:
        return values if self.rows is None else values[self.rows]

    def _reached(self, values: Floats) -> Floats:
        return values if self.active is None else np.where(self.active, values, np.nan)


@frozen(eq=False)
class Ranking:
    """What was put in order, (rows, keys): what is there, its values in a unit, and what was chosen; with the
    scene of each row."""

    scenes: Ints
    mask: Bools
    values: Floats
    chosen: Bools
    unit: str | None


@frozen(eq=False)
class Looked:
    """Things, or pairs, that a step looked at one by one: number i is of the step's row `rows[i]`, and stands
    at the i-th of `places`, of which there are two for pairs.

    `steps` are those of the test or measure, with a row for each thing that was looked at; `values` say what
    came of it. `bounds` are those of a quantifier.
    """

    steps: tuple[BatchedStep, ...]
    scenes: Ints
    rows: Ints
    places: tuple[Ints, ...]
    values: Scalars
    bounds: Bounds | None = None
    ranking: Ranking | None = None


def least_margins(steps: Iterable[BatchedStep], rows: int) -> dict[str, Floats]:
    """By unit, the least margin of each row over all steps; NaN where no step has one."""
    least: dict[str, Floats] = {}
    for step in steps:
        for unit, margin in step.margins.items():
            least[unit] = np.fmin(least.get(unit, np.full(rows, np.nan)), margin)
    return least
