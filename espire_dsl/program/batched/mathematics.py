"""Functions of the `math` module on arrays.

NumPy's own may differ from them in the last bit, by processor; these have the bits of the reference.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, Final

import numpy as np

from espire_dsl.program.batched.columns import Bools, Floats

DEGREES: Final = 180.0 / math.pi
RADIANS: Final = math.pi / 180.0

_HYPOT: Final = np.frompyfunc(math.hypot, 2, 1)
_ATAN2: Final = np.frompyfunc(math.atan2, 2, 1)
_ONE: Final = {f: np.frompyfunc(f, 1, 1) for f in (math.sin, math.cos, math.asin)}


def hypot(a: Floats, b: Floats, where: Bools | None = None) -> Floats:
    return _of_two(_HYPOT, a, b, where)


def atan2(y: Floats, x: Floats, where: Bools | None = None) -> Floats:
    return _of_two(_ATAN2, y, x, where)


def sin(x: Floats) -> Floats:
    return _of_one(math.sin, x)


def cos(x: Floats) -> Floats:
    return _of_one(math.cos, x)


def asin(x: Floats) -> Floats:
    return _of_one(math.asin, x)


def _of_one(function: Callable[[float], float], x: Floats) -> Floats:
    """NaN of NaN, without a word about it."""
    result = np.full(x.shape, np.nan)
    known = ~np.isnan(x)
    result[known] = _ONE[function](x[known])
    return result


def _of_two(function: Any, a: Floats, b: Floats, where: Bools | None) -> Floats:
    """NaN where it is not asked for, or where one of the two is NaN."""
    a, b = np.broadcast_arrays(a, b)
    known = ~(np.isnan(a) | np.isnan(b))
    if where is not None:
        known &= where
    result = np.full(known.shape, np.nan)
    result[known] = function(a[known], b[known])
    return result
