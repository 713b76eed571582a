"""Functions of the `math` module on arrays.

NumPy's own may differ from them in the last bit, by processor; these have the bits of the reference.
"""

from __future__ import annotations

import math
from typing import Any, Final

import numpy as np

from espire_dsl.program.batched.columns import Bools, Floats

DEGREES: Final = 180.0 / math.pi
RADIANS: Final = math.pi / 180.0

_HYPOT: Final = np.frompyfunc(math.hypot, 2, 1)
_ATAN2: Final = np.frompyfunc(math.atan2, 2, 1)
_ONE: Final = {f: np.frompyfunc(f, 1, 1) for f in (math.sin, math.cos, math.asin)}


def hypot(a: Floats, b: Floats, where: Bools | None = None) -> Floats:
    """NaN where it is not asked for."""
    return _of_two(_HYPOT, a, b, where)


def atan2(y: Floats, x: Floats, where: Bools | None = None) -> Floats:
    """NaN where it is not asked for."""
    return _of_two(_ATAN2, y, x, where)


def sin(x: Floats) -> Floats:
    return np.asarray(_ONE[math.sin](x), dtype=np.float64)


def cos(x: Floats) -> Floats:
    return np.asarray(_ONE[math.cos](x), dtype=np.float64)


def asin(x: Floats) -> Floats:
    return np.asarray(_ONE[math.asin](x), dtype=np.float64)


def _of_two(function: Any, a: Floats, b: Floats, where: Bools | None) -> Floats:
    if where is None:
        return np.asarray(function(a, b), dtype=np.float64)
    result = np.full(where.shape, np.nan)
    result[where] = function(a[where], b[where])
    return result
