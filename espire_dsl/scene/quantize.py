"""Measured quantities are decided on a grid of a billionth.

The same length reached by two ways of computing differs in its last bits. Every measure passes through
`quantize`, so that noise below a nanometre (or a billionth of a degree) never decides an answer.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

_STEPS = 1e9


def quantize(x: float) -> float:
    """`x` rounded to nine decimals; never a negative zero."""
    scaled = x * _STEPS
    return round(scaled) / _STEPS + 0.0 if math.isfinite(scaled) else x


def quantize_array(x: ArrayLike) -> NDArray[np.float64]:
    """`quantize` of each element, with the same bits."""
    values = np.asarray(x, dtype=np.float64)
    with np.errstate(over="ignore"):
        scaled = values * _STEPS
        rounded = np.rint(scaled) / _STEPS + 0.0
    return np.where(np.isfinite(scaled), rounded, values)
