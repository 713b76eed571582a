"""Left and right as the picture shows them.

A viewer's left is measured on the floor. Whoever looks at the picture compares columns of pixels, and because
of perspective the two can differ, and more so if the camera is rolled, as one at a wrist may be: then neither
is a fair answer. Nor is it where things are counted and two columns are so close that nobody can tell which
comes first.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from espire_dsl.domain.kinds import VIEWER
from espire_dsl.language.core.constructors import CONSTRUCTORS
from espire_dsl.language.typed import Apply, FrameOf
from espire_dsl.program.arrays.batch import SceneBatch
from espire_dsl.program.arrays.columns import Bools, Floats
from espire_dsl.program.arrays.pictures import COLUMN, centres
from espire_dsl.program.arrays.steps import BatchedStep
from espire_dsl.program.batched import RowResults
from espire_dsl.tasks.plan import counts_lines

_SIGNS: Final = {"left": -1.0, "right": 1.0}
_VIEWERS: Final = frozenset({"relative", "intrinsic"})
"""Frames whose left may be the viewer's; an intrinsic one is if the viewer is at its origin."""


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
    """Whether a step looks to somebody's left (-1) or right (+1), who may be the viewer. The columns of a
    shelf keep their order in the picture."""
    node, constructor = step.node, step.made.constructor
    frame = node.argument("in") if isinstance(node, Apply) else None
    if not isinstance(frame, FrameOf) or frame.kind not in _VIEWERS or constructor is None:
        return None
    if isinstance(node, Apply) and counts_lines(node):
        return None
    measure = CONSTRUCTORS[constructor].measure
    return _SIGNS.get(measure.constants[0]) if measure.name == "along" else None


def _fits(step: BatchedStep, sign: float, results: RowResults, apart: Floats) -> Bools:
    """Which candidates are on the same side of the reference, or clearly of the answer, in the picture."""
    asked, chosen, values, origin = step.asked, step.chosen, step.measured, step.origin
    assert asked is not None
    assert chosen is not None
    assert values is not None
    assert origin is not None
    scenes = results.scenes
    own = _viewers(results.batch)[scenes, origin]
    theirs = step.made.frame is not None and step.made.frame.kind == "intrinsic"
    if theirs and not own.any():
        return np.ones_like(asked)
    columns = sign * centres(results.batch)[..., COLUMN][scenes]
    with np.errstate(invalid="ignore"):
        if CONSTRUCTORS[step.made.constructor or ""].decision.name == "positive":
            middle = np.take_along_axis(columns, origin[:, None], axis=1)
            middle = np.where(own[:, None], sign * _middles(results.batch)[scenes, None], middle)
            same: Bools = (columns > middle) == chosen
        else:
            middle = np.where(chosen, columns, -np.inf).max(axis=1, keepdims=True)
            answer = np.where(chosen, values, -np.inf).max(axis=1, keepdims=True)
            is_clear = np.abs(columns - middle) >= apart
            same = chosen | (is_clear & ((columns > middle) == (values > answer)))
    fits: Bools = same | ~asked | ~np.isfinite(columns) | ~np.isfinite(middle)
    if theirs:
        fits |= ~own[:, None]
    return fits if step.active is None else fits | ~step.active[:, None]


def _viewers(batch: SceneBatch) -> Bools:
    """Which things look at the pictures, (scenes, places)."""
    return batch.remember(
        "viewers", lambda: batch.spread([node.is_a(VIEWER) for node in batch.nodes], False, np.bool_)
    )


def _middles(batch: SceneBatch) -> Floats:
    """The picture column of what is straight ahead of each scene's viewer; NaN without a camera."""

    def compute() -> Floats:
        cameras = [scene.camera for scene in batch.scenes]
        return np.array([np.nan if camera is None else camera.K[0][2] for camera in cameras])

    return batch.remember("middles of pictures", compute)
