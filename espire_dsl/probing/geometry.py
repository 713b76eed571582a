"""The geometry of differences between states: how far those of an axis point the same way, and how far two
axes are entangled.

A difference is the state of a pair's second question less that of its first. Where the category of the first
is the opposite end of its axis, it is turned around before directions are compared.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np
from attrs import field, frozen

from espire_dsl.probing.axes import AXES, CATEGORIES, Axis
from espire_dsl.scene.rotation import Array

COMPONENTS: Final = 3
_NONE: Final = 1e-12
"""A vector that is shorter than this has no direction."""


@frozen
class LayerGeometry:
    """What is known of a layer. `coherence` is by axis, the mean cosine of all pairs of differences;
    `cosines` are those of the mean differences of categories, in their order. None: nothing to be
    compared."""

    layer: int
    coherence: Mapping[str, float | None] = field(hash=False)
    vd_ei: float | None
    cosines: tuple[tuple[float | None, ...], ...]


@frozen(eq=False)
class Projection:
    """Differences along the principal components of all of them, and the part of the variance of each."""

    points: Array
    variance: tuple[float, ...]


def layer_geometry(layer: int, deltas: Array, categories: Sequence[str]) -> LayerGeometry:
    """The geometry of the differences of a layer, each with its category."""
    named = np.array(categories)
    means = {c: deltas[named == c].mean(axis=0) for c in CATEGORIES if (named == c).any()}
    cosines = {(one, other): _between(means, one, other) for one in CATEGORIES for other in CATEGORIES}
    return LayerGeometry(
        layer,
        {axis.name: coherence(_turned(deltas, named, axis)) for axis in AXES},
        _entanglement(cosines),
        tuple(tuple(cosines[one, other] for other in CATEGORIES) for one in CATEGORIES),
    )


def _turned(deltas: Array, named: Array, axis: Axis) -> Array:
    """The differences of an axis, all as if their category were its canonical end."""
    return np.concatenate([deltas[named == axis.canonical], -deltas[named == axis.opposite]])


def coherence(vectors: Array) -> float | None:
    """The mean cosine of all pairs of different vectors, in one pass: of N unit vectors with the sum s it is
    (|s|^2 - N) / (N (N - 1)). Vectors without a direction are left out."""
    lengths = np.linalg.norm(vectors, axis=1)
    units = vectors[lengths > _NONE] / lengths[lengths > _NONE, None]
    number = len(units)
    if number < 2:
        return None
    total = units.sum(axis=0)
    return float((total @ total - number) / (number * (number - 1)))


def _between(means: Mapping[str, Array], one: str, other: str) -> float | None:
    if one not in means or other not in means:
        return None
    a, b = means[one], means[other]
    length = float(np.linalg.norm(a) * np.linalg.norm(b))
    return float(np.clip(a @ b / length, -1, 1)) if length > _NONE else None


def _entanglement(cosines: Mapping[tuple[str, str], float | None]) -> float | None:
    """VD-EI: how much above goes with far and below with close, rather than crosswise."""
    along = [cosines["above", "far"], cosines["below", "close"]]
    across = [cosines["above", "close"], cosines["below", "far"]]
    known = [c for c in (*along, *across) if c is not None]
    if len(known) < 4:
        return None
    return (known[0] + known[1] - known[2] - known[3]) / 4


def projection(deltas: Array, categories: Sequence[str], components: int = COMPONENTS) -> Projection:
    """The differences along their principal components: centred, not scaled. The sign of a component is such
    that the canonical end of the axis that it tells best is positive."""
    named = np.array(categories)
    centred = deltas - deltas.mean(axis=0)
    number = min(components, *centred.shape)
    wide = centred.shape[1] > centred.shape[0]
    # The squared singular values and their vectors, of the smaller of the two products, largest first.
    squares, vectors = np.linalg.eigh(centred @ centred.T if wide else centred.T @ centred)
    squares, vectors = np.clip(squares[::-1][:number], 0, None), vectors[:, ::-1][:, :number]
    points: Array = vectors * np.sqrt(squares) if wide else centred @ vectors
    whole = float((centred**2).sum())
    for component in range(number):
        points[:, component] *= _sign(points[:, component], named)
    return Projection(points, tuple(float(square) / whole if whole > 0 else 0.0 for square in squares))


def _sign(along: Array, named: Array) -> float:
    """1 or -1: the axis whose ends are farthest apart on a component decides."""
    apart = [
        float(along[named == axis.canonical].mean() - along[named == axis.opposite].mean())
        for axis in AXES
        if (named == axis.canonical).any() and (named == axis.opposite).any()
    ]
    widest = max(apart, key=abs, default=1.0)
    return -1.0 if widest < 0 else 1.0
