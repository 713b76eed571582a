"""Lengths as people say them: 37 cm, 85 cm, 1.6 m, 2.3 m; nobody says 1.61 m without a ruler."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from espire_dsl.scene.quantize import quantize_array
from espire_dsl.syntax.units import UNITS

STEPS: Final = ((0.5, 0.01), (2.0, 0.05), (float("inf"), 0.10))
"""Below the first length of a row, people round to its second."""

INCH: Final = UNITS["inch"].factor
FOOT: Final = UNITS["ft"].factor
_NOISE: Final = 1e-9


def step_at(length: Any) -> Any:
    """The step to which people round a length, or each of an array of them."""
    (low, small), (high, middle), (_, large) = STEPS
    size = np.abs(length)
    step = np.where(size < low - _NOISE, small, np.where(size < high - _NOISE, middle, large))
    return step if isinstance(length, np.ndarray) else float(step)


def spoken(length: Any) -> Any:
    """The length as people would say it, or each of an array of them."""
    step = step_at(length)
    said = quantize_array(np.rint(length / step) * step)
    return said if isinstance(length, np.ndarray) else float(said)


def is_spoken(lengths: Any) -> Any:
    """Whether a length is one that people say, or each of an array of them: such a step, or whole inches."""
    values = np.asarray(lengths, dtype=np.float64)
    fits = _is_whole(values / step_at(values)) | _is_whole(values / INCH)
    return fits if isinstance(lengths, np.ndarray) else bool(fits)


def sayable(offered: Sequence[float]) -> tuple[float, ...]:
    """Of the lengths that an author offers, those that people say: whole inches only where all are such, as
    50 inches among lengths of 5 cm to 3 m were not meant."""
    inches = all(_is_whole(length / INCH) for length in offered)
    return tuple(length for length in offered if inches or _is_whole(length / step_at(length)))


def unit_of_length(metres: float) -> str:
    """The unit in which people say a length: centimetres below one metre, metres from there; feet or inches
    for what is a whole number of these and nothing that is said in metres."""
    if not _is_whole(metres / step_at(metres)) and _is_whole(metres / INCH):
        return "ft" if _is_whole(metres / FOOT) else "inch"
    return "cm" if abs(metres) < 1 else "m"


def _is_whole(numbers: Any) -> Any:
    return np.abs(quantize_array(numbers) - np.round(numbers)) < _NOISE * 100
