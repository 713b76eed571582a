"""Numbers as people say them: how finely, so that options are rounded before they are compared.

All options of a choice share the step of the right one: one unit, one precision.
"""

from __future__ import annotations

import math
from typing import Final

from espire_dsl.language.family import Answer
from espire_dsl.language.spoken_lengths import step_at
from espire_dsl.language.types import ANGLE, INT, LENGTH, ORDINAL, UNIT_FACTORS
from espire_dsl.scene.quantize import quantize

ANGLE_STEPS: Final = ((20.0, 1.0), (math.inf, 5.0))
"""Below so many degrees an angle is said in steps of so many."""
_FIGURES: Final = 2


def step_of(answer: Answer, value: float) -> float:
    """The step in which a value is said, in metres, degrees, or as a plain number."""
    size = abs(value)
    if answer.type in (INT, ORDINAL):
        return 1.0
    if answer.type == LENGTH:
        return float(step_at(size))
    if answer.type == ANGLE:
        return next(step for below, step in ANGLE_STEPS if size < below)
    return 1.0 if size == 0 else float(10.0 ** (math.floor(math.log10(size)) + 1 - _FIGURES))


def rounded(answer: Answer, value: float, step: float) -> int | float:
    """A value in the unit of the answer, rounded to a step; whole numbers stay whole."""
    steps = math.floor(value / step + 0.5)
    if answer.type in (INT, ORDINAL):
        return steps
    return quantize(steps * step / _factor(answer))


def decimals_of(answer: Answer, step: float) -> int:
    """How many decimals it takes to say numbers of a step in the unit of the answer."""
    places = 0
    scaled = step / _factor(answer)
    while places < 9 and abs(scaled - round(scaled, places)) > 1e-9:
        places += 1
    return places


def _factor(answer: Answer) -> float:
    return 1.0 if answer.unit is None else UNIT_FACTORS[answer.unit]
