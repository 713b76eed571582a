"""Left and right as the picture shows them.

A viewer's left is measured on the floor. Whoever looks at the picture compares columns of pixels, and because
of perspective the two can differ: then neither is a fair answer. Nor is it where things are counted and two
columns are so close that nobody can tell which comes first.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from espire_dsl.language.core.constructors import CONSTRUCTORS
from espire_dsl.language.typed import Apply, FrameOf
from espire_dsl.program.arrays.columns import Bools, Floats
from espire_dsl.program.arrays.pictures import COLUMN, centres
from espire_dsl.program.arrays.steps import BatchedStep
from espire_dsl.program.batched import RowResults
from espire_dsl.tasks.plan import counts_lines

_SIGNS: Final = {"left": -1.0, "right": 1.0}


def fits_picture(results: RowResults, apart: Floats) -> Bools:
    """Which things stand in the picture as the steps about the viewer's left and right say, (rows, places);
    `apart` is how many pixels two things in an order must differ by, for each row."""
    fits = np.ones((len(results), results.batch.size), dtype=bool)
    for step in results.steps:
        sign = _sign(step)
        if sign is not None and step.is_decision:
            fits &= _fits(step, sign, results, apart[:, None])
    return fits


def _sign(step: BatchedStep) -> float | None:
    """Whether a step looks to the viewer's left (-1) or right (+1). A viewer's own sides are those of the
    picture, and the columns of a shelf keep their order there."""
    node, constructor = step.node, step.made.constructor
    frame = node.argument("in") if isinstance(node, Apply) else None
    if not isinstance(frame, FrameOf) or frame.kind != "relative" or constructor is None:
        return None
    if isinstance(node, Apply) and counts_lines(node):
        return None
    measure = CONSTRUCTORS[constructor].measure
    return _SIGNS.get(measure.constants[0]) if measure.name == "along" else None


def _fits(step: BatchedStep, sign: float, results: RowResults, apart: Floats) -> Bools:
    """Which candidates are on the same side of the reference, or clearly of the answer, in the picture."""
    columns = sign * centres(results.batch)[..., COLUMN][results.scenes]
    asked, chosen, values, origin = step.asked, step.chosen, step.measured, step.origin
    assert asked is not None
    assert chosen is not None
    assert values is not None
    assert origin is not None
    with np.errstate(invalid="ignore"):
        if CONSTRUCTORS[step.made.constructor or ""].decision.name == "positive":
            middle = np.take_along_axis(columns, origin[:, None], axis=1)
            same: Bools = (columns > middle) == chosen
        else:
            middle = np.where(chosen, columns, -np.inf).max(axis=1, keepdims=True)
            answer = np.where(chosen, values, -np.inf).max(axis=1, keepdims=True)
            is_clear = np.abs(columns - middle) >= apart
            same = chosen | (is_clear & ((columns > middle) == (values > answer)))
    fits: Bools = same | ~asked | ~np.isfinite(columns) | ~np.isfinite(middle)
    return fits if step.active is None else fits | ~step.active[:, None]
