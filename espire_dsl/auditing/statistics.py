"""How surprising a number of hits is, and corrections for looking at many of them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

import numpy as np

MOST_EXACT: Final = 400


def upper_tail(chances: Sequence[float], hits: int) -> float:
    """The probability of at least this many hits in independent trials with these chances.

    Exact up to `MOST_EXACT` trials; beyond, a normal approximation with continuity correction.
    """
    if hits <= 0:
        return 1.0
    if hits > len(chances):
        return 0.0
    if len(chances) > MOST_EXACT:
        return _normal_tail(chances, hits)
    return min(1.0, math.fsum(hit_distribution(chances)[hits:]))


def hit_distribution(chances: Sequence[float]) -> list[float]:
    """The probabilities of 0, 1, ... hits: the distribution grows by one trial after the other.

    The trials are sorted, so that the order in which they are given does not touch the last bits.
    """
    distribution = np.ones(1)
    for chance in sorted(chances):
        grown = np.append(distribution * (1 - chance), 0.0)
        grown[1:] += distribution * chance
        distribution = grown
    numbers: list[float] = distribution.tolist()
    return numbers


def _normal_tail(chances: Sequence[float], hits: int) -> float:
    mean = math.fsum(chances)
    variance = math.fsum(chance * (1 - chance) for chance in chances)
    if variance == 0:
        return 1.0 if hits <= mean else 0.0
    return math.erfc((hits - 0.5 - mean) / math.sqrt(2 * variance)) / 2


def holm(p_values: Sequence[float]) -> list[float]:
    """The p-values corrected for their number (Holm's step-down method), in the order given."""
    corrected = [0.0] * len(p_values)
    largest = 0.0
    order = sorted(range(len(p_values)), key=p_values.__getitem__)
    for rank, index in enumerate(order):
        largest = max(largest, min(1.0, (len(p_values) - rank) * p_values[index]))
        corrected[index] = largest
    return corrected
