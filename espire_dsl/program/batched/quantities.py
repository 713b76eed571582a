"""Numbers of things, for many rows. Beside `language.core.quantities`."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

import numpy as np

from espire_dsl.program.batched import attributes
from espire_dsl.program.batched.batch import SceneBatch
from espire_dsl.program.batched.call import Call, Function, Given
from espire_dsl.program.batched.columns import Floats, Order
from espire_dsl.program.batched.distances import distances
from espire_dsl.program.batched.failures import first_of
from espire_dsl.program.batched.frames import along, clock_angles, place_frame, viewer_failures
from espire_dsl.scene.exact import exact_array
from espire_dsl.scene.measures import tilt as tilt_of_node

_HOUR: Final = 30.0


def _own(read: Callable[[SceneBatch], Floats], call: Call) -> Given:
    return Given(read(call.batch)[call.scenes, call.place("a")])


def _tilt(call: Call) -> Given:
    tilts = attributes.tilts(call.batch)[call.scenes, call.place("a")]
    describe = partial(attributes.problem_of, tilt_of_node, call.batch)
    return Given(tilts, call.batch.messages.failing(np.isnan(tilts), describe, call.scenes, call.place("a")))


def _distance(call: Call) -> Given:
    return Given(distances(call.batch).between(call.scenes, call.place("a"), call.place("to")))


def _depth(call: Call) -> Given:
    batch, scenes = call.batch, call.scenes
    viewers = batch.viewers[scenes]
    away = batch.centers[scenes, call.place("a")] - batch.centers[scenes, viewers]
    forward = np.zeros((len(scenes), 3))
    forward[:, :2] = attributes.fronts(batch)[scenes, viewers]
    return Given(exact_array(along(away, forward)), viewer_failures(batch, scenes))


def _clock_hour(call: Call) -> Given:
    batch, scenes, places = call.batch, call.scenes, call.place("a")
    frame, lost = place_frame(batch, scenes, call.frame(), call.place("of"))
    everywhere = np.arange(batch.size)
    angles = clock_angles(batch, scenes, frame, everywhere)[np.arange(len(scenes)), places]
    nowhere = np.isnan(angles)
    hours = exact_array((np.where(nowhere, 0.0, angles) + _HOUR / 2) / _HOUR).astype(np.int64) % 12
    failed = batch.messages.failing(nowhere, partial(_no_hour, batch), scenes, places)
    return Given(np.where(hours == 0, 12, hours), first_of(lost, failed))


def _no_hour(batch: SceneBatch, scene: int, place: int) -> str:
    return f"{batch.node(scene, place).id} stands at no hour: it is right at the middle of the clock"


def _counted(read: Callable[[SceneBatch], Floats], what: str, call: Call) -> Given:
    numbers = read(call.batch)[call.scenes, call.place("a")]
    unknown = np.isnan(numbers)
    described = partial(_not_counted, call.batch, what)
    failed = call.batch.messages.failing(unknown, described, call.scenes, call.place("a"))
    return Given(np.where(unknown, 0.0, numbers).astype(np.int64), failed)


def _not_counted(batch: SceneBatch, what: str, scene: int, place: int) -> str:
    return f"{batch.node(scene, place).id} has no {what}"


def _order_by_distance(call: Call) -> Given:
    mask, places = call.mask("xs"), np.arange(call.batch.size)
    away = distances(call.batch).of(call.scenes, call.place("to"), places, mask)
    order = np.argsort(np.where(mask, away, np.inf), axis=1, kind="stable")
    return Given(Order(order, mask.sum(axis=1)))


QUANTITIES: Final[dict[str, Function]] = {
    "distance": _distance,
    "depth": _depth,
    "elevation": partial(_own, attributes.elevations),
    "height": partial(_own, attributes.heights),
    "width": partial(_own, attributes.widths),
    "thickness": partial(_own, attributes.thicknesses),
    "tilt": _tilt,
    "clock_hour": _clock_hour,
    "occupancy": partial(_own, attributes.occupancies),
    "visibility": partial(_own, attributes.visibilities),
    "row": partial(_counted, attributes.rows, "row"),
    "column": partial(_counted, attributes.columns, "column"),
    "order_by_distance": _order_by_distance,
}
