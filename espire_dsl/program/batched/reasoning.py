"""The reasoning functions for many rows: measure, decide, remember. Beside `language.core.reasoning`."""

from __future__ import annotations

from functools import partial
from typing import Final

import numpy as np

from espire_dsl.language.core.constructor import Constructor
from espire_dsl.language.core.constructors import CONSTRUCTORS
from espire_dsl.language.kinds import ANYTHING
from espire_dsl.program.batched.call import Call, Function, Given
from espire_dsl.program.batched.clearances import clearances
from espire_dsl.program.batched.columns import Bools, Floats, FrameColumn, Ints, Things
from espire_dsl.program.batched.decisions import COMPARING, decide_rows, first_of_two
from espire_dsl.program.batched.distances import distances
from espire_dsl.program.batched.failures import Failed, first_of
from espire_dsl.program.batched.finding_things import held_books, not_one_held
from espire_dsl.program.batched.frames import Placed, angles_off_axis, place_frame
from espire_dsl.program.batched.measuring import MEASURES, Asking
from espire_dsl.program.batched.steps import Made


def _ask(references: tuple[str, ...], call: Call, frame: FrameColumn | None = None) -> Given:
    asked = call.type()
    constructor = CONSTRUCTORS[asked.constructor]
    tolerance = _tolerance(call, constructor)
    things = tuple(call.place(name) for name in references)
    placed, lost = None, None
    if frame is not None:
        placed, lost = place_frame(call.batch, call.scenes, frame, things[0] if things else None)
    whole = _of_kinds(call, constructor)
    places = np.flatnonzero(whole.any(axis=0))
    mask = whole[:, places]
    question = Asking(call.batch, call.scenes, places, mask, things, placed)
    values, failed = MEASURES[constructor.name](question)
    chosen, margin = decide_rows(constructor.name, values, mask, asked.arguments, tolerance)
    made = Made(
        margin,
        _or_nan(tolerance or constructor.margin),
        constructor.unit,
        constructor.name,
        whole,
        partial(_spread, whole, places, values, mask),
        partial(_angles, question, constructor, whole, chosen) if constructor.side else None,
    )
    return Given(Things(_widened(whole, places, chosen)), first_of(lost, failed), made)


def _of_kinds(call: Call, constructor: Constructor) -> Bools:
    """The candidates of which the type can be asked."""
    mask = call.mask("xs")
    if constructor.candidates == ANYTHING:
        return mask
    return mask & call.batch.of_kinds(constructor.candidates.kinds)[call.scenes]


def _tolerance(call: Call, constructor: Constructor) -> float | None:
    if constructor.tolerance is None:
        return None
    return call.tolerance if call.tolerance is not None else constructor.tolerance


def _or_nan(value: float | None) -> float:
    return np.nan if value is None else value


def _widened(whole: Bools, places: Ints, narrow: Bools) -> Bools:
    wide = np.zeros_like(whole)
    wide[:, places] = narrow
    return wide


def _spread(whole: Bools, places: Ints, values: Floats, mask: Bools) -> Floats:
    wide = np.full(whole.shape, np.nan)
    wide[:, places] = np.where(mask, values, np.nan)
    return wide


def _angles(question: Asking, constructor: Constructor, whole: Bools, chosen: Bools) -> Floats:
    """How far off the side's axis each answer is; nobody else is asked."""
    assert constructor.side is not None
    q = question
    row, column = np.nonzero(chosen)
    frame = Placed(q.axes.kind, q.axes.origin[row])
    wide = np.full(whole.shape, np.nan)
    wide[row, q.places[column]] = angles_off_axis(
        q.batch, q.scenes[row], frame, constructor.side, q.places[column]
    )
    return wide


def _framed(call: Call) -> Given:
    return _ask(("of",), call, call.frame())


def _place_orientation(call: Call) -> Given:
    asked = call.type()
    whole = call.mask("xs")
    places = np.flatnonzero(whole.any(axis=0))
    mask = whole[:, places]
    books, counts = held_books(call.batch, call.scenes)
    angles = asked.arguments[0].astype(np.float64) if asked.arguments else None
    room = clearances(call.batch, call.scenes, books, _POSES.get(asked.constructor), angles, places)
    failed = first_of(
        call.batch.messages.failing(counts != 1, not_one_held, counts), _no_pose(call, angles, mask)
    )
    least = np.min(np.where(mask, np.abs(room), np.inf), axis=1, initial=np.inf)
    margin = np.where(mask.any(axis=1), least, np.nan)
    measured = partial(_spread, whole, places, room, mask)
    made = Made(margin, 0.0, "m", asked.constructor, whole, measured)
    return Given(Things(_widened(whole, places, mask & (room > 0))), failed, made)


def _no_pose(call: Call, angles: Floats | None, mask: Bools) -> Failed:
    if angles is None:
        return None
    bad = ~((angles >= 0) & (angles <= 90)) & mask.any(axis=1)
    described = partial(_not_a_pose, angles)
    return call.batch.messages.failing(bad, described, np.arange(len(angles)))


def _not_a_pose(angles: Floats, row: int) -> str:
    return f'"{float(angles[row])}" is no pose; known are upright, flat, tilted, or degrees from 0 to 90'


def _compare_distance(call: Call) -> Given:
    table = distances(call.batch)
    one, other = (table.between(call.scenes, call.place(name), call.place("to")) for name in ("a", "than"))
    constructor = CONSTRUCTORS[call.type().constructor]
    holds, margin = first_of_two(COMPARING[constructor.name], one, other)
    return Given(holds, None, Made(margin, _or_nan(constructor.margin), "m"))


_POSES: Final = {"Flat": "flat", "Vertical": "upright", "Tilted": "tilted"}

REASONING: Final[dict[str, Function]] = {
    "filter_attribute": partial(_ask, ()),
    "filter_distance": partial(_ask, ("to",)),
    "filter_relation": _framed,
    "filter_between": partial(_ask, ("a", "b")),
    "filter_orientation": _framed,
    "filter_pose": partial(_ask, (), frame=FrameColumn("absolute")),
    "place_orientation": _place_orientation,
    "compare_distance": _compare_distance,
}
