"""Functions of the `math` module on arrays.

NumPy's own may differ from them in the last bit, by processor; these have the same bits everywhere.
"""

from __future__ import annotations

import math
from typing import Any, Final

import numpy as np

from espire_dsl.scene.rotation import Array, Mask

DEGREES: Final = 180.0 / math.pi
RADIANS: Final = math.pi / 180.0

_HYPOT: Final = np.frompyfunc(math.hypot, 2, 1)
_ATAN2: Final = np.frompyfunc(math.atan2, 2, 1)
_SIN: Final = np.frompyfunc(math.sin, 1, 1)
_COS: Final = np.frompyfunc(math.cos, 1, 1)
_ASIN: Final = np.frompyfunc(math.asin, 1, 1)


def hypot(a: Array, b: Array, where: Mask | None = None) -> Array:
    return _of_two(_HYPOT, a, b, where)


def atan2(y: Array, x: Array, where: Mask | None = None) -> Array:
    return _of_two(_ATAN2, y, x, where)


def sin(x: Array) -> Array:
    return _of_one(_SIN, x)


def cos(x: Array) -> Array:
    return _of_one(_COS, x)


def asin(x: Array) -> Array:
    return _of_one(_ASIN, x)


def _of_one(function: Any, x: Array) -> Array:
    """NaN of NaN, without a word about it."""
    x = np.asarray(x)
    result = np.full(x.shape, np.nan)
    known = ~np.isnan(x)
    result[known] = function(x[known])
    return result


def _of_two(function: Any, a: Array, b: Array, where: Mask | None) -> Array:
    """NaN where it is not asked for, or where one of the two is NaN."""
    a, b = np.broadcast_arrays(a, b)
    known = ~(np.isnan(a) | np.isnan(b))
    if where is not None:
        known &= where
    result = np.full(known.shape, np.nan)
    result[known] = function(a[known], b[known])
    return result
