"""What a reasoning type measures of each candidate, for many rows. One entry for each reasoning type."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

import numpy as np
from attrs import field, frozen

from espire_dsl.program.batched import attributes, shelves
from espire_dsl.program.batched.batch import SceneBatch
from espire_dsl.program.batched.columns import Bools, Floats, Ints, any_of_row
from espire_dsl.program.batched.decisions import CELL_ROW
from espire_dsl.program.batched.distances import distances
from espire_dsl.program.batched.failures import Failed, first_of, where_needed
from espire_dsl.program.batched.frames import Placed, clock_angles, coordinates
from espire_dsl.scene.frames import Direction
from espire_dsl.scene.measures import tilt as tilt_of_node


@frozen
class Asking:
    """A question put to many rows: `places` are the columns that hold a candidate of any row, `mask` says of
    which, (rows, len(places))."""

    batch: SceneBatch
    scenes: Ints = field(eq=False)
    places: Ints = field(eq=False)
    mask: Bools = field(eq=False)
    references: tuple[Ints, ...] = field(default=(), eq=False)
    frame: Placed | None = None

    @property
    def axes(self) -> Placed:
        assert self.frame is not None
        return self.frame

    @property
    def anyone(self) -> Bools:
        """The rows that have a candidate."""
        return any_of_row(self.mask)


Measured = tuple[Floats, Failed]
Measure = Callable[[Asking], Measured]


def _own(read: Callable[[SceneBatch], Floats], q: Asking) -> Measured:
    """What things are by themselves."""
    found: Floats = read(q.batch)[q.scenes[:, None], q.places]
    return found, None


def _tilt(q: Asking) -> Measured:
    values, _ = _own(attributes.tilts, q)
    unknown = q.mask & np.isnan(values)
    if not unknown.any():
        return values, None
    describe = partial(attributes.problem_of, tilt_of_node, q.batch)
    first = q.places[unknown.argmax(axis=1)]
    return values, q.batch.messages.failing(any_of_row(unknown), describe, q.scenes, first)


def _distance(q: Asking) -> Measured:
    return distances(q.batch).of(q.scenes, q.references[0], q.places, q.mask), None


def _along(direction: Direction, q: Asking) -> Measured:
    return coordinates(q.batch, q.scenes, q.axes, direction, q.places), None


def _along_from_slot(direction: Direction, q: Asking) -> Measured:
    slot = Placed("absolute", np.maximum(q.batch.slots[q.scenes, q.references[0]], 0))
    failed = shelves.slot_failures(q.batch, q.scenes, q.references[0])
    return coordinates(q.batch, q.scenes, slot, direction, q.places), failed


def _clock(q: Asking) -> Measured:
    return clock_angles(q.batch, q.scenes, q.axes, q.places), None


def _directly(direction: Direction, q: Asking) -> Measured:
    gaps = shelves.gaps_towards(q.batch, q.scenes, q.references[0], direction, q.places)
    return gaps, shelves.slot_failures(q.batch, q.scenes, q.references[0])


def _beside(direction: Direction, q: Asking) -> Measured:
    steps = shelves.steps_aside(q.batch, q.scenes, q.references[0], q.axes, direction, q.places)
    return steps, shelves.slot_failures(q.batch, q.scenes, q.references[0])


def _between_on_table(q: Asking) -> Measured:
    return shelves.between_on_table(q.batch, q.scenes, q.references[0], q.references[1], q.places), None


def _between_in_row(q: Asking) -> Measured:
    values = shelves.between_in_row(q.batch, q.scenes, q.references[0], q.references[1], q.places)
    failed = first_of(*(shelves.slot_failures(q.batch, q.scenes, r) for r in q.references))
    return values, where_needed(failed, q.anyone)


def _cell(q: Asking) -> Measured:
    row, column = (np.nan_to_num(_own(read, q)[0]) for read in (attributes.rows, attributes.columns))
    return row * CELL_ROW + column, None


_SIDES: Final[dict[Direction, tuple[str, str]]] = {
    "left": ("Left", "LeftMost"),
    "right": ("Right", "RightMost"),
    "front": ("Front", "FrontMost"),
    "behind": ("Behind", "BackMost"),
    "up": ("Upper", "TopMost"),
    "down": ("Lower", "BottomMost"),
}
_DISTANCES: Final = (
    *("Closest", "Farthest", "RankClosest", "RankFarthest", "LessThan", "MoreThan", "EqualTo", "Range"),
)

MEASURES: Final[dict[str, Measure]] = {
    **dict.fromkeys(("Small", "Medium", "Large"), partial(_own, attributes.sizes)),
    **dict.fromkeys(("Empty", "NonEmpty", "Emptiest"), partial(_own, attributes.occupancies)),
    "Height": partial(_own, attributes.heights),
    "Width": partial(_own, attributes.widths),
    **dict.fromkeys(_DISTANCES, _distance),
    **{
        name: partial(_along, direction)
        for direction, (side, most) in _SIDES.items()
        for name in (side, most, f"Rank{most}")
    },
    "Row": partial(_own, attributes.rows),
    "Column": partial(_own, attributes.columns),
    "Cell": _cell,
    "Between": _between_on_table,
    **dict.fromkeys(("BetweenSlots", "BetweenSpaces"), _between_in_row),
    **dict.fromkeys(("Flat", "Vertical", "Tilted", "TiltDegree"), _tilt),
    "ClockPosition": _clock,
    "Above": partial(_along_from_slot, "up"),
    "Below": partial(_along_from_slot, "down"),
    "DirectAbove": partial(_directly, "up"),
    "DirectBelow": partial(_directly, "down"),
    "DirectLeft": partial(_beside, "left"),
    "DirectRight": partial(_beside, "right"),
}


def as_measured(batch: SceneBatch, constructor: str, value: float) -> Any:
    """A measured number as the reference has it: a size class, a cell, a row, or nothing."""
    if constructor in ("Small", "Medium", "Large"):
        return attributes.size_names(batch)[int(value)]
    if constructor == "Cell":
        row, column = divmod(value, CELL_ROW)
        return int(row) or None, int(column) or None
    if value != value and constructor != "ClockPosition":
        return None
    return int(value) if constructor in ("Row", "Column") else value
