"""Numbers as people say them: how finely, so that options are rounded before they are compared.

All options of a choice share the step of the right one: one unit, one precision.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any, Final

from espire_dsl.language.families.family import Answer
from espire_dsl.language.families.spoken_lengths import step_at
from espire_dsl.language.types import ANGLE, INT, LENGTH, ORDINAL, UNIT_FACTORS
from espire_dsl.scene.quantize import quantize

ANGLE_STEPS: Final = ((20.0, 1.0), (math.inf, 5.0))
"""Below so many degrees an angle is said in steps of so many."""
_FIGURES: Final = 2


def step_of(answer: Answer, value: float) -> float:
    """The step in which a value is said, in metres, degrees, or as a plain number."""
    if answer.step is not None:
        return answer.step
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
    steps = math.floor(quantize(value / step) + 0.5)
    if answer.type in (INT, ORDINAL):
        return round(steps * step)
    return quantize(steps * step / _factor(answer))


def as_recorded(answer: Answer, values: Iterable[Any]) -> list[Any]:
    """What a program gives as records have it: numbers in the unit of the answer, and rounded where a
    precision is stated; other values as they are."""
    if answer.step is not None:
        return [rounded(answer, value, answer.step) for value in values]
    if answer.unit is None:
        return list(values)
    return [quantize(value / UNIT_FACTORS[answer.unit]) for value in values]


def step_in_unit(answer: Answer) -> float | None:
    """The stated precision in the unit of the answer."""
    return None if answer.step is None else quantize(answer.step / _factor(answer))


def rounding_share(step: float, value: float) -> float:
    """How far a value is from where it would be rounded to another one, as a part of the step: 0 to 0.5."""
    steps = quantize(value / step)
    return quantize(0.5 - abs(steps - math.floor(steps + 0.5)))


def decimals_of(answer: Answer, step: float) -> int:
    """How many decimals it takes to say numbers of a step in the unit of the answer."""
    places = 0
    scaled = step / _factor(answer)
    while places < 9 and abs(scaled - round(scaled, places)) > 1e-9:
        places += 1
    return places


def _factor(answer: Answer) -> float:
    return 1.0 if answer.unit is None else UNIT_FACTORS[answer.unit]
