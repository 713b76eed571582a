"""The analysis once more, in plain loops and without NumPy: what the fast one is held against."""

from __future__ import annotations

import math

Vector = list[float]
_ENDS = {"horizontal": ("right", "left"), "vertical": ("above", "below"), "distance": ("far", "close")}


def cosine(a: Vector, b: Vector) -> float:
    product = sum(x * y for x, y in zip(a, b, strict=True))
    return product / math.sqrt(sum(x * x for x in a)) / math.sqrt(sum(y * y for y in b))


def coherence(deltas: list[Vector], categories: list[str], axis: str) -> float:
    """The mean over all pairs i < j."""
    canonical, opposite = _ENDS[axis]
    turned = [d for d, c in zip(deltas, categories, strict=True) if c == canonical]
    turned += [[-x for x in d] for d, c in zip(deltas, categories, strict=True) if c == opposite]
    total, count = 0.0, 0
    for j in range(len(turned)):
        for i in range(j):
            total += cosine(turned[i], turned[j])
            count += 1
    return total / count


def mean_of(deltas: list[Vector], categories: list[str], category: str) -> Vector:
    some = [d for d, c in zip(deltas, categories, strict=True) if c == category]
    return [sum(column) / len(some) for column in zip(*some, strict=True)]


def vd_ei(deltas: list[Vector], categories: list[str]) -> float:
    above, below, far, close = (mean_of(deltas, categories, c) for c in ("above", "below", "far", "close"))
    return (cosine(above, far) + cosine(below, close) - cosine(above, close) - cosine(below, far)) / 4


def first_component(deltas: list[Vector], rounds: int = 3_000) -> float:
    """The part of the variance along the first principal component, by power iteration on the covariance."""
    number, width = len(deltas), len(deltas[0])
    middle = [sum(d[c] for d in deltas) / number for c in range(width)]
    centred = [[d[c] - middle[c] for c in range(width)] for d in deltas]
    at = [1.0 / (c + 1) for c in range(width)]
    length = 0.0
    for _ in range(rounds):
        along = [sum(x * y for x, y in zip(d, at, strict=True)) for d in centred]
        at = [sum(a * d[c] for a, d in zip(along, centred, strict=True)) for c in range(width)]
        length = math.sqrt(sum(x * x for x in at))
        at = [x / length for x in at]
    return length / sum(x * x for d in centred for x in d)
