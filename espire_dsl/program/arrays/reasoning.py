"""The reasoning functions for many rows: measure, decide, remember. Declared in `language.core.reasoning`."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

import numpy as np

from espire_dsl.language.core.constructor import Constructor
from espire_dsl.language.core.constructors import CONSTRUCTORS
from espire_dsl.language.kinds import ANYTHING
from espire_dsl.program.arrays.batch import SceneBatch
from espire_dsl.program.arrays.call import BatchedCall, BatchedResult, Function
from espire_dsl.program.arrays.clearances import clearances
from espire_dsl.program.arrays.columns import (
    Bools,
    Floats,
    FrameColumn,
    Ints,
    Scalars,
    ThingSetColumn,
    TypeColumn,
)
from espire_dsl.program.arrays.decisions import decide_rows
from espire_dsl.program.arrays.distances import distances_between
from espire_dsl.program.arrays.failures import Failed, first_of
from espire_dsl.program.arrays.finding_things import held_books, held_extents, not_one_held
from espire_dsl.program.arrays.frames import PlacedFrame, angles_off_axis, place_frame
from espire_dsl.program.arrays.lines import by_line, lines_of, of_chosen_lines
from espire_dsl.program.arrays.measuring import MeasureQuery, measure
from espire_dsl.program.arrays.steps import StepArrays
from espire_dsl.scene.fit import not_a_pose

_THICKNESS: Final = 1  # a book's own axis through its covers


def _ask(references: tuple[str, ...], call: BatchedCall, frame: FrameColumn | None = None) -> BatchedResult:
    asked = call.type()
    mask = _of_kinds(call, CONSTRUCTORS[asked.constructor])
    things = tuple(call.place(name) for name in references)
    by, count = (call.scalars(name) if name in call.arguments else None for name in ("by", "count"))
    lines = None if count is None else count == "lines"
    return decide(call.batch, call.scenes, mask, asked, things, frame, call.tolerance, by, lines)


def decide(
    batch: SceneBatch,
    scenes: Ints,
    whole: Bools,
    asked: TypeColumn,
    references: tuple[Ints, ...] = (),
    frame: FrameColumn | None = None,
    tolerance: float | None = None,
    by: Scalars | None = None,
    lines: Bools | None = None,
) -> BatchedResult:
    """Measure the candidates, decide, and remember. `lines` says in which rows columns or rows of a shelf are
    counted instead of things."""
    constructor = CONSTRUCTORS[asked.constructor]
    within = constructor.within(tolerance)
    placed, lost = None, None
    if frame is not None:
        placed, lost = place_frame(batch, scenes, frame, references[0] if references else None)
    places = np.flatnonzero(whole.any(axis=0))
    mask = whole[:, places]
    question = MeasureQuery(batch, scenes, places, mask, references, placed, by)
    values, failed = measure(constructor, question)
    held = held_extents(batch, scenes, _THICKNESS)
    asked_of = mask
    if lines is not None and lines.any() and constructor.decision.name == "nth":
        line = np.where(lines[:, None], lines_of(question, constructor.measure.constants[0]), -1 - places)
        values, asked_of = by_line(values, mask, line)
    chosen, margin = decide_rows(constructor.name, values, asked_of, asked.arguments, tolerance, held)
    if asked_of is not mask:
        chosen = of_chosen_lines(chosen, mask, line)
    wide = _widened(whole, places, chosen)
    made = StepArrays(
        margin,
        constructor.unit,
        constructor.name,
        asked.arguments,
        within,
        placed,
        whole,
        wide,
        partial(_spread, whole, places, values, mask),
        partial(_angles, question, constructor, whole, chosen) if constructor.side else None,
        references=references,
    )
    return BatchedResult(ThingSetColumn(wide), first_of(lost, failed), made)


def _of_kinds(call: BatchedCall, constructor: Constructor) -> Bools:
    """The candidates of which the type can be asked."""
    mask = call.mask("xs")
    if constructor.candidates == ANYTHING:
        return mask
    return mask & call.batch.of(*constructor.candidates.names)[call.scenes]


def _widened(whole: Bools, places: Ints, narrow: Bools) -> Bools:
    wide = np.zeros_like(whole)
    wide[:, places] = narrow
    return wide


def _spread(whole: Bools, places: Ints, values: Floats, mask: Bools) -> Floats:
    wide = np.full(whole.shape, np.nan)
    wide[:, places] = np.where(mask, values, np.nan)
    return wide


def _angles(question: MeasureQuery, constructor: Constructor, whole: Bools, chosen: Bools) -> Floats:
    """How far off the side's axis each answer is; nobody else is asked."""
    assert constructor.side is not None
    q = question
    row, column = np.nonzero(chosen)
    frame = PlacedFrame(q.axes.kind, q.axes.origin[row])
    wide = np.full(whole.shape, np.nan)
    wide[row, q.places[column]] = angles_off_axis(
        q.batch, q.scenes[row], frame, constructor.side, q.places[column]
    )
    return wide


def _framed(call: BatchedCall) -> BatchedResult:
    return _ask(("of",), call, call.frame())


def _place_orientation(call: BatchedCall) -> BatchedResult:
    asked = call.type()
    constructor = CONSTRUCTORS[asked.constructor]
    whole = call.mask("xs")
    places = np.flatnonzero(whole.any(axis=0))
    mask = whole[:, places]
    books, counts = held_books(call.batch, call.scenes)
    angles = asked.arguments[0].astype(np.float64) if asked.arguments else None
    room = clearances(call.batch, call.scenes, books, asked.constructor, angles, places)
    failed = first_of(
        call.batch.messages.failing(counts != 1, not_one_held, counts), _no_pose(call, angles, mask)
    )
    least = np.min(np.where(mask, np.abs(room), np.inf), axis=1, initial=np.inf)
    within = constructor.within(call.tolerance)
    chosen = _widened(whole, places, mask & (room > 0))
    frame, _ = place_frame(call.batch, call.scenes, FrameColumn("absolute"), None)
    made = StepArrays(
        np.where(mask.any(axis=1), least, np.nan),
        "m",
        constructor.name,
        asked.arguments,
        within,
        frame,
        whole,
        chosen,
        partial(_spread, whole, places, room, mask),
        constraint=partial(_constraint, asked, within),
    )
    return BatchedResult(ThingSetColumn(chosen), failed, made)


def _constraint(asked: TypeColumn, within: float | None, row: int) -> dict[str, Any]:
    """The pose that the task asks for."""
    angle = asked.arguments[0][row].item() if asked.arguments else None
    tolerance = {} if within is None else {"tolerance": within}
    return {"pose": asked.constructor, "angle": angle, **tolerance}


def _no_pose(call: BatchedCall, angles: Floats | None, mask: Bools) -> Failed:
    if angles is None:
        return None
    bad = ~((angles >= 0) & (angles <= 90)) & mask.any(axis=1)
    described = partial(_not_a_pose, angles)
    return call.batch.messages.failing(bad, described, np.arange(len(angles)))


def _not_a_pose(angles: Floats, row: int) -> str:
    return not_a_pose(float(angles[row]))


def _compare_distance(call: BatchedCall) -> BatchedResult:
    """The candidates are the two compared things, in order; the first is chosen when it is so."""
    constructor = CONSTRUCTORS[call.type().constructor]
    pair = [distances_between(call, call.place(name)) for name in ("a", "than")]
    values = np.stack(pair, axis=1)
    chosen, margin = decide_rows(constructor.name, values, np.ones(values.shape, dtype=bool))
    made = StepArrays(margin, constructor.unit, constructor.name)
    return BatchedResult(chosen[:, 0], None, made)


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
