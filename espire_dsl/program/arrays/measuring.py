"""What a reasoning type measures of each candidate, for many rows. One function a measure."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

import numpy as np
from attrs import field, frozen

from espire_dsl.language.core.constructor import Constructor
from espire_dsl.language.core.constructors import CONSTRUCTORS
from espire_dsl.program.arrays import attributes, shelves
from espire_dsl.program.arrays.batch import SceneBatch
from espire_dsl.program.arrays.columns import Bools, Floats, Ints, Scalars, any_of_row
from espire_dsl.program.arrays.decisions import CELL_ROW
from espire_dsl.program.arrays.distances import distances_to
from espire_dsl.program.arrays.failures import Failed, first_of, where_needed
from espire_dsl.program.arrays.frames import PlacedFrame, clock_angles, coordinates
from espire_dsl.scene.frames import Direction
from espire_dsl.scene.measures import tilt as tilt_of_node


@frozen
class MeasureQuery:
    """A question put to many rows: `places` are the columns that hold a candidate of any row, `mask` says of
    which, (rows, len(places))."""

    batch: SceneBatch
    scenes: Ints = field(eq=False)
    places: Ints = field(eq=False)
    mask: Bools = field(eq=False)
    references: tuple[Ints, ...] = field(default=(), eq=False)
    frame: PlacedFrame | None = None
    by: Scalars | None = field(default=None, eq=False)

    @property
    def axes(self) -> PlacedFrame:
        assert self.frame is not None
        return self.frame

    @property
    def anyone(self) -> Bools:
        """The rows that have a candidate."""
        return any_of_row(self.mask)


Measured = tuple[Floats, Failed]


def _own(read: Callable[[SceneBatch], Floats], q: MeasureQuery) -> Measured:
    """What things are by themselves."""
    found: Floats = read(q.batch)[q.scenes[:, None], q.places]
    return found, None


def _tilt(q: MeasureQuery) -> Measured:
    values, _ = _own(attributes.tilts, q)
    unknown = q.mask & np.isnan(values)
    if not unknown.any():
        return values, None
    describe = partial(attributes.problem_of, tilt_of_node, q.batch)
    first = q.places[unknown.argmax(axis=1)]
    return values, q.batch.messages.failing(any_of_row(unknown), describe, q.scenes, first)


def _distance(q: MeasureQuery) -> Measured:
    return distances_to(q.batch, q.scenes, q.references[0], q.places, q.mask, q.by), None


def _along(q: MeasureQuery, direction: Direction) -> Measured:
    return coordinates(q.batch, q.scenes, q.axes, direction, q.places), None


def _along_from_slot(q: MeasureQuery, direction: Direction) -> Measured:
    slot = PlacedFrame("absolute", np.maximum(q.batch.slots[q.scenes, q.references[0]], 0))
    failed = shelves.slot_failures(q.batch, q.scenes, q.references[0])
    return coordinates(q.batch, q.scenes, slot, direction, q.places), failed


def _clock(q: MeasureQuery) -> Measured:
    return clock_angles(q.batch, q.scenes, q.axes, q.places), None


def _gap_to_slot(q: MeasureQuery, direction: Direction) -> Measured:
    gaps = shelves.gaps_towards(q.batch, q.scenes, q.references[0], direction, q.places)
    return gaps, shelves.slot_failures(q.batch, q.scenes, q.references[0])


def _gap_beside(q: MeasureQuery, direction: Direction, graze: float) -> Measured:
    gaps = shelves.gaps_beside(q.batch, q.scenes, q.references[0], q.axes, direction, graze, q.places)
    return gaps, shelves.slot_failures(q.batch, q.scenes, q.references[0])


def _between_on_table(q: MeasureQuery, band: float) -> Measured:
    a, b = q.references
    return shelves.between_on_table(q.batch, q.scenes, a, b, band, q.places), None


def _between_in_row(q: MeasureQuery) -> Measured:
    values = shelves.between_in_row(q.batch, q.scenes, q.references[0], q.references[1], q.places)
    failed = first_of(*(shelves.slot_failures(q.batch, q.scenes, r) for r in q.references))
    return values, where_needed(failed, q.anyone)


def _cell(q: MeasureQuery) -> Measured:
    row, column = (np.nan_to_num(_own(read, q)[0]) for read in (attributes.rows, attributes.columns))
    return row * CELL_ROW + column, None


MEASURES: Final[dict[str, Callable[..., Measured]]] = {
    "size_class": partial(_own, attributes.sizes),
    "occupancy": partial(_own, attributes.occupancies),
    "height": partial(_own, attributes.heights),
    "width": partial(_own, attributes.widths),
    "distance": _distance,
    "along": _along,
    "row": partial(_own, attributes.rows),
    "column": partial(_own, attributes.columns),
    "cell": _cell,
    "between_on_table": _between_on_table,
    "between_in_row": _between_in_row,
    "tilt": _tilt,
    "clock_angle": _clock,
    "along_from_slot": _along_from_slot,
    "gap_to_slot": _gap_to_slot,
    "gap_beside": _gap_beside,
}


def measure(constructor: Constructor, q: MeasureQuery) -> Measured:
    """What a reasoning type measures of each candidate."""
    return MEASURES[constructor.measure.name](q, *constructor.measure.constants)


def as_measured(batch: SceneBatch, constructor: str, value: float) -> Any:
    """A measured number as a trace has it: a size class, a cell, a row, or nothing."""
    match CONSTRUCTORS[constructor].measure.name:
        case "size_class":
            return attributes.size_names(batch)[int(value)]
        case "cell":
            row, column = divmod(value, CELL_ROW)
            return int(row) or None, int(column) or None
        case "clock_angle":
            return value
        case "row" | "column" if value == value:
            return int(value)
    return value if value == value else None
