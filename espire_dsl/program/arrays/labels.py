"""Labels of things, for many rows. Declared in `language.core.labels`."""

from __future__ import annotations

from functools import partial
from typing import Final

import numpy as np

from espire_dsl.language.core.functions import FUNCTIONS
from espire_dsl.language.core.labels import (
    EIGHT,
    EIGHT_ON_MAP,
    MAP_CELLS,
    MAP_POSITIONS,
    SAME_PLACE_WITHIN,
    SECTOR,
)
from espire_dsl.program.arrays.batch import SceneBatch
from espire_dsl.program.arrays.call import BatchedCall, BatchedResult, Function
from espire_dsl.program.arrays.columns import Floats, FrameColumn, Ints, Scalars, any_of_row
from espire_dsl.program.arrays.distances import distances_between
from espire_dsl.program.arrays.failures import Failed, first_of
from espire_dsl.program.arrays.finding_things import labels, words
from espire_dsl.program.arrays.frames import along, axis, offsets, origins, place_frame
from espire_dsl.program.arrays.steps import StepArrays
from espire_dsl.scene.frames import Direction
from espire_dsl.scene.mathematics import DEGREES, RADIANS, atan2, hypot, sin
from espire_dsl.scene.quantize import quantize_array


def _sector(east: Floats, north: Floats, eight: tuple[str, ...], failed: Failed) -> BatchedResult:
    """One of eight sectors, clockwise from north, or the same place."""
    away = quantize_array(hypot(east, north))
    same = away <= SAME_PLACE_WITHIN
    angle = quantize_array(atan2(east, north) * DEGREES % 360.0)
    angle = np.where(np.isnan(angle), 0.0, angle)
    sector = np.floor((angle + SECTOR / 2) / SECTOR).astype(np.int64) % 8
    off = np.abs((angle - SECTOR * sector + 180.0) % 360.0 - 180.0)
    inside = quantize_array(SECTOR / 2 - off)
    margin = np.where(same, quantize_array(SAME_PLACE_WITHIN - away), inside)
    aside = quantize_array(away * sin(inside * RADIANS))
    metres = np.where(same, np.nan, np.minimum(aside, quantize_array(away - SAME_PLACE_WITHIN)))
    names = np.where(same, "same place", np.array(eight, dtype=object)[sector])
    units = np.where(same, "m", "deg").astype(object)
    return BatchedResult(names, failed, StepArrays(margin, units, also={"m": metres}))


def _direction(call: BatchedCall) -> BatchedResult:
    batch, scenes = call.batch, call.scenes
    frame, lost = place_frame(batch, scenes, call.frame(), call.place("from"))
    away = batch.centers[scenes, call.place("a")] - origins(batch, scenes, frame.origin)

    def towards(direction: Direction) -> Floats:
        return quantize_array(along(away, axis(batch, frame.kind, scenes, frame.origin, direction)))

    return _sector(towards("right"), towards("front"), EIGHT, lost)


def _two_sided(
    direction: Direction, frame: FrameColumn | None, labels: tuple[str, ...], call: BatchedCall
) -> BatchedResult:
    """The first label where a thing lies in a direction from its reference, and else the second."""
    owned = call.frame() if frame is None else frame
    far, lost = offsets(call.batch, call.scenes, owned, call.place("of"), direction, call.place("a"))
    return _either(far, labels, lost, call.place("of"))


def _either(lead: Floats, labels: tuple[str, ...], failed: Failed, reference: Ints) -> BatchedResult:
    names = np.where(lead > 0, *np.array(labels, dtype=object))
    made = StepArrays(np.abs(lead), "m", references=(reference,))
    return BatchedResult(names, failed, made)


def _closer_or_farther(labels: tuple[str, ...], call: BatchedCall) -> BatchedResult:
    first, second = (distances_between(call, call.place(name)) for name in ("a", "than"))
    return _either(quantize_array(second - first), labels, None, call.place("to"))


def _map_direction(call: BatchedCall) -> BatchedResult:
    a, b = (call.batch.centers[call.scenes, call.place(name)] for name in ("a", "from"))
    return _sector(a[:, 0] - b[:, 0], a[:, 1] - b[:, 1], EIGHT_ON_MAP, None)


# The words of a cell by its column and row, each from -1 (left, bottom) to 1.
_CELLS: Final = np.array(
    [
        ["bottom left", "left", "top left"],
        ["bottom", "centre", "top"],
        ["bottom right", "right", "top right"],
    ],
    dtype=object,
)
assert set(_CELLS.flat) == set(MAP_POSITIONS)


def _map_position(call: BatchedCall) -> BatchedResult:
    batch, scenes, whole = call.batch, call.scenes, call.place("of")
    thirds = batch.extents[scenes, whole, :2] / MAP_CELLS
    offsets = quantize_array(batch.centers[scenes, call.place("a"), :2] - batch.centers[scenes, whole, :2])
    cells = np.where(offsets < -thirds / 2, 0, np.where(offsets > thirds / 2, 2, 1))
    depths = quantize_array(thirds * (MAP_CELLS / 2) - np.abs(offsets))
    margins = np.minimum(np.abs(np.abs(offsets) - thirds / 2), depths)
    flat = batch.messages.failing(any_of_row(thirds <= 0), partial(_no_area, batch), scenes, whole)
    out = any_of_row(depths < 0)
    outside = batch.messages.failing(out, partial(_outside, batch), scenes, call.place("a"), whole)
    failed = first_of(flat, outside)
    made = StepArrays(quantize_array(margins.min(axis=1)), "m")
    return BatchedResult(_CELLS[cells[:, 0], cells[:, 1]], failed, made)


def _no_area(batch: SceneBatch, scene: int, place: int) -> str:
    return f"{batch.node(scene, place).id} has no area to make a map of"


def _outside(batch: SceneBatch, scene: int, place: int, whole: int) -> str:
    return f"{batch.node(scene, place).id} is outside of {batch.node(scene, whole).id}"


def _category_of(call: BatchedCall) -> BatchedResult:
    return BatchedResult(_said(call.batch)[call.scenes, call.place("a")])


def _said(batch: SceneBatch) -> Scalars:
    return batch.remember(
        "said", lambda: batch.spread([n.name or n.category or n.kind for n in batch.nodes], "", object)
    )


def _size_of(call: BatchedCall) -> BatchedResult:
    sizes = words(call.batch, "size")[call.scenes, call.place("a")]
    return BatchedResult(sizes, _lacking(call, sizes, "size class"))


def _label(call: BatchedCall) -> BatchedResult:
    names, places = call.scalars("name"), call.place("a")
    found = np.empty(len(names), dtype=object)
    failed = np.zeros(len(names), dtype=np.int64)
    for name in dict.fromkeys(names.tolist()):
        rows = np.flatnonzero(names == name)
        found[rows] = labels(call.batch, name)[call.scenes[rows], places[rows]]
        lacking = _lacking(call, np.where(names == name, found, ""), f"label {name!r}")
        failed = failed if lacking is None else np.where(lacking != 0, lacking, failed)
    return BatchedResult(found, failed)


def _lacking(call: BatchedCall, values: Scalars, what: str) -> Failed:
    """A failure for each row without a value."""
    missing = np.array([value is None for value in values.tolist()], dtype=bool)
    described = partial(_without, call.batch, what)
    return call.batch.messages.failing(missing, described, call.scenes, call.place("a"))


def _without(batch: SceneBatch, what: str, scene: int, place: int) -> str:
    return f"{batch.node(scene, place).id} has no {what}"


LABELS: Final[dict[str, Function]] = {
    "direction": _direction,
    "map_direction": _map_direction,
    "map_position": _map_position,
    "left_or_right": partial(_two_sided, "left", None, FUNCTIONS["left_or_right"].labels),
    "front_or_behind": partial(_two_sided, "front", None, FUNCTIONS["front_or_behind"].labels),
    "above_or_below": partial(_two_sided, "up", FrameColumn("absolute"), FUNCTIONS["above_or_below"].labels),
    "closer_or_farther": partial(_closer_or_farther, FUNCTIONS["closer_or_farther"].labels),
    "category_of": _category_of,
    "size_of": _size_of,
    "label": _label,
}
