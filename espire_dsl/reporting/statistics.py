"""Tests and correlations of reports: exact where they are small enough to be enumerated, without a
library."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import permutations
from typing import Final

import numpy as np
from attrs import evolve, frozen

from espire_dsl.scene.random_stream import RandomStream

_MOST_PERMUTED: Final = 9
_SLACK: Final = 1e-12
_SAMPLED: Final = 50_000


def mean(values: Sequence[float]) -> float | None:
    """None where there is nothing to be averaged."""
    return math.fsum(values) / len(values) if values else None


def sample_deviation(values: Sequence[float]) -> float | None:
    """With n - 1; None of fewer than two values."""
    if len(values) < 2:
        return None
    middle = math.fsum(values) / len(values)
    return math.sqrt(math.fsum((value - middle) ** 2 for value in values) / (len(values) - 1))


def mcnemar(only_first: int, only_second: int) -> float:
    """The exact two-sided p of a paired comparison: how likely so uneven a split of the pairs that differ is,
    if each falls either way like a coin."""
    pairs = only_first + only_second
    tail, ways = 0, 1
    for k in range(min(only_first, only_second) + 1):
        tail += ways
        ways = ways * (pairs - k) // (k + 1)
    return min(1.0, 2 * tail / (1 << pairs))


def ranks(values: Sequence[float]) -> list[float]:
    """From 1 for the smallest; equal values share the mean of their ranks."""
    return [
        sum(other < value for other in values) + (1 + sum(other == value for other in values)) / 2
        for value in values
    ]


def spearman(one: Sequence[float], other: Sequence[float]) -> float | None:
    """Spearman's rho: Pearson's correlation of ranks. None where one side does not vary."""
    a, b = ranks(one), ranks(other)
    middle = (len(a) + 1) / 2
    products = math.fsum((x - middle) * (y - middle) for x, y in zip(a, b, strict=True))
    squares = [math.fsum((x - middle) ** 2 for x in side) for side in (a, b)]
    return None if 0 in squares else products / math.sqrt(squares[0] * squares[1])


@frozen
class Correlation:
    """`p` is exact and two-sided: the share of all orders of one side that correlate as strongly. None for
    more items than can be enumerated."""

    n: int
    rho: float
    p: float | None


def correlation(one: Sequence[float], other: Sequence[float]) -> Correlation | None:
    """Two rankings of the same items; None where there are fewer than three, or one does not vary."""
    rho = spearman(one, other) if len(one) > 2 else None
    if rho is None:
        return None
    if len(one) > _MOST_PERMUTED:
        return Correlation(len(one), rho, None)
    orders = [spearman(one, order) for order in permutations(other)]
    strong = sum(found is not None and abs(found) >= abs(rho) - _SLACK for found in orders)
    return Correlation(len(one), rho, strong / len(orders))


def sampled_correlation(one: Sequence[float], other: Sequence[float]) -> Correlation | None:
    """The same for any number of items: of more than can be enumerated, p is the share among random orders
    from a fixed seed, with the order that was found counted as one of them."""
    found = correlation(one, other)
    if found is None or found.p is not None:
        return found
    first, second = (np.array(ranks(side)) - (len(one) + 1) / 2 for side in (one, other))
    stream = RandomStream.of(0, "orders", len(one))
    orders = np.argsort(stream.units(_SAMPLED, len(one)), axis=1)
    rho = second[orders] @ first / math.sqrt(float(first @ first) * float(second @ second))
    strong = int((np.abs(rho) >= abs(found.rho) - _SLACK).sum())
    return evolve(found, p=(strong + 1) / (_SAMPLED + 1))
