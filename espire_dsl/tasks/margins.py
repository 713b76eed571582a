"""Was a step decided by as much as it must be?

An hour of the clock is told by 3 degrees or by 3 centimetres: far away, where spaces stand side by side, a
degree is a long way. Everything else is told by its required margin.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from espire_dsl.language.core.constructor import DEFAULT_MARGIN
from espire_dsl.language.operators import COMPARING
from espire_dsl.program.trace import TraceStep
from espire_dsl.scene.frames import Frame
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.measures import clock_margin

CLOCK = "ClockPosition"


def holds_margin(step: TraceStep, scene: Scene) -> bool:
    """Whether a step of a trace was decided clearly."""
    required = step.required_margin
    if required is None and step.function in COMPARING and step.unit is not None:
        required = DEFAULT_MARGIN[step.unit]
    if required is None or step.margin is None or step.margin >= required:
        return True
    asked = step.inputs.get("type")
    if not isinstance(asked, Mapping):
        return False
    away = reaches(step.frame, step.measured, scene) if asked["type"] == CLOCK else None
    return clear_after_all(asked["type"], asked["arguments"], tuple(step.measured.values()), away, required)


def reaches(frame: Frame | None, measured: Mapping[str, Any], scene: Scene) -> tuple[float, ...]:
    """How far each measured candidate is from the middle of the frame, on the floor."""
    assert frame is not None
    x, y, _ = frame.origin
    centers = (scene.node(id).center for id in measured)
    return tuple(math.hypot(center[0] - x, center[1] - y) for center in centers)


def clear_after_all(
    constructor: str,
    arguments: Sequence[Any],
    values: Sequence[Any],
    away: Iterable[float] | None,
    required: float,
) -> bool:
    """Whether a decision whose margin in degrees is too small is clear in centimetres."""
    if constructor != CLOCK or away is None:
        return False
    depths = [abs(clock_margin(value, int(arguments[0]))) for value in values]
    return all(
        depth >= required or reach * math.sin(math.radians(depth)) >= DEFAULT_MARGIN["m"]
        for depth, reach in zip(depths, away, strict=True)
    )
