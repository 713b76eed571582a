"""Numbers of things, for many rows. Declared in `language.core.quantities`."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

import numpy as np

from espire_dsl.language.core.constructors import HOUR
from espire_dsl.program.arrays import attributes
from espire_dsl.program.arrays.batch import SceneBatch
from espire_dsl.program.arrays.call import BatchedCall, BatchedResult, Function
from espire_dsl.program.arrays.columns import Floats, Order
from espire_dsl.program.arrays.decisions import least_gap
from espire_dsl.program.arrays.distances import distances_between, distances_to
from espire_dsl.program.arrays.failures import first_of
from espire_dsl.program.arrays.frames import along, clock_angles, no_viewer, offsets, place_frame
from espire_dsl.program.arrays.steps import StepArrays
from espire_dsl.scene.frames import Direction, floor_front
from espire_dsl.scene.measures import tilt as tilt_of_node
from espire_dsl.scene.quantize import quantize_array


def _own(read: Callable[[SceneBatch], Floats], call: BatchedCall) -> BatchedResult:
    return BatchedResult(read(call.batch)[call.scenes, call.place("a")])


def _tilt(call: BatchedCall) -> BatchedResult:
    tilts = attributes.tilts(call.batch)[call.scenes, call.place("a")]
    describe = partial(attributes.problem_of, tilt_of_node, call.batch)
    return BatchedResult(
        tilts, call.batch.messages.failing(np.isnan(tilts), describe, call.scenes, call.place("a"))
    )


def _distance(call: BatchedCall) -> BatchedResult:
    return BatchedResult(distances_between(call, call.place("a")))


def _depth(call: BatchedCall) -> BatchedResult:
    batch, scenes = call.batch, call.scenes
    viewers = batch.viewers[scenes]
    away = batch.centers[scenes, call.place("a")] - batch.centers[scenes, viewers]
    forward = attributes.optical_axes(batch)[scenes, viewers]
    blind = batch.messages.failing(viewers < 0, partial(no_viewer, batch), scenes)
    lost = batch.messages.failing(
        np.isnan(forward[:, 0]), partial(attributes.problem_of, floor_front, batch), scenes, viewers
    )
    return BatchedResult(quantize_array(along(away, forward)), first_of(blind, lost))


def _offset(direction: Direction, call: BatchedCall) -> BatchedResult:
    found = offsets(call.batch, call.scenes, call.frame(), call.place("of"), direction, call.place("a"))
    return BatchedResult(*found)


def _clock_hour(call: BatchedCall) -> BatchedResult:
    batch, scenes, places = call.batch, call.scenes, call.place("a")
    frame, lost = place_frame(batch, scenes, call.frame(), call.place("of"))
    everywhere = np.arange(batch.size)
    angles = clock_angles(batch, scenes, frame, everywhere)[np.arange(len(scenes)), places]
    nowhere = np.isnan(angles)
    turned = quantize_array((np.where(nowhere, 0.0, angles) + HOUR / 2) / HOUR)
    hours = turned.astype(np.int64) % 12
    inside = quantize_array(HOUR / 2 - np.abs(angles - HOUR * np.floor(turned)))
    failed = batch.messages.failing(nowhere, partial(_no_hour, batch), scenes, places)
    made = StepArrays(inside, "deg")
    return BatchedResult(np.where(hours == 0, 12, hours), first_of(lost, failed), made)


def _no_hour(batch: SceneBatch, scene: int, place: int) -> str:
    return f"{batch.node(scene, place).id} stands at no hour: it is right at the middle of the clock"


def _counted(read: Callable[[SceneBatch], Floats], what: str, call: BatchedCall) -> BatchedResult:
    numbers = read(call.batch)[call.scenes, call.place("a")]
    unknown = np.isnan(numbers)
    described = partial(_not_counted, call.batch, what)
    failed = call.batch.messages.failing(unknown, described, call.scenes, call.place("a"))
    return BatchedResult(np.where(unknown, 0.0, numbers).astype(np.int64), failed)


def _not_counted(batch: SceneBatch, what: str, scene: int, place: int) -> str:
    return f"{batch.node(scene, place).id} has no {what}"


def _order_by_distance(call: BatchedCall) -> BatchedResult:
    mask, places = call.mask("xs"), np.arange(call.batch.size)
    by = call.scalars("by") if "by" in call.arguments else None
    away = distances_to(call.batch, call.scenes, call.place("to"), places, mask, by)
    ordered = np.where(mask, away, np.inf)
    order = np.argsort(ordered, axis=1, kind="stable")
    return BatchedResult(Order(order, mask.sum(axis=1)), None, StepArrays(least_gap(ordered), "m"))


QUANTITIES: Final[dict[str, Function]] = {
    "distance": _distance,
    "depth": _depth,
    "elevation": partial(_own, attributes.elevations),
    "rightwards": partial(_offset, "right"),
    "frontwards": partial(_offset, "front"),
    "height": partial(_own, attributes.heights),
    "width": partial(_own, attributes.widths),
    "thickness": partial(_own, attributes.thicknesses),
    "volume": partial(_own, attributes.volumes),
    "tilt": _tilt,
    "clock_hour": _clock_hour,
    "occupancy": partial(_own, attributes.occupancies),
    "row": partial(_counted, attributes.rows, "row"),
    "column": partial(_counted, attributes.columns, "column"),
    "order_by_distance": _order_by_distance,
}
