"""Confidence intervals of rates."""

from __future__ import annotations

import math
from typing import Final

_Z_95: Final = 1.959963984540054


def wilson(hits: int, trials: int) -> tuple[float, float]:
    """The 95 % interval of a rate (Wilson's score interval)."""
    rate, spread = hits / trials, _Z_95 * _Z_95 / trials
    middle = rate + spread / 2
    reach = _Z_95 * math.sqrt(rate * (1 - rate) / trials + spread / (4 * trials))
    return max(0.0, (middle - reach) / (1 + spread)), min(1.0, (middle + reach) / (1 + spread))
