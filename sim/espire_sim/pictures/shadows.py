"""Which points a lamp does not reach, found by rays from the lamp to each point."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from espire_dsl.scene.rotation import Array
from espire_sim.looks.shape import Columns, Shape, turned
from espire_sim.pictures.meet import first_hits

_REACHED: Final = 0.999  # of the way to a point: nearer things than that are in between


def shadowed(lamp: Array, points: Columns, groups: Iterable[Sequence[Shape]]) -> NDArray[np.bool_]:
    """Which points something stands before. Shapes come in groups that are near each other."""
    ways = points - lamp.astype(np.float32)[:, None]
    lengths = np.sqrt(ways[0] * ways[0] + ways[1] * ways[1] + ways[2] * ways[2])
    units = ways / lengths
    dark = np.zeros(points.shape[1], dtype=np.bool_)
    for shapes in groups:
        corners = np.concatenate([shape.corners for shape in shapes])
        middle = (corners.min(axis=0) + corners.max(axis=0)) / 2
        radius = float(np.sqrt(((corners - middle) ** 2).sum(axis=1)).max())
        chosen = np.flatnonzero(_may_hide(middle - lamp, radius, units, lengths))
        if len(chosen):
            dark[chosen] |= _hidden(lamp, ways[:, chosen], units[:, chosen], lengths[chosen], shapes)
    return dark


def _hidden(
    lamp: Array, ways: Columns, units: Columns, lengths: Columns, shapes: Sequence[Shape]
) -> NDArray[np.bool_]:
    dark = np.zeros(len(lengths), dtype=np.bool_)
    for shape in shapes:
        near = np.flatnonzero(_may_hide(shape.center - lamp, shape.radius, units, lengths))
        if len(near):
            x, y, z = (shape.inward @ (lamp - shape.center)).tolist()
            a, b, c = turned(shape.inward, ways[:, near])
            dark[near] |= first_hits(shape, (x, y, z), (a, b, c)) < _REACHED
    return dark


def _may_hide(middle: Array, radius: float, units: Columns, lengths: Columns) -> NDArray[np.bool_]:
    """Whether ways of these directions and lengths can meet a ball."""
    away = float(np.sqrt(middle @ middle))
    if away <= radius:
        return np.ones(len(lengths), dtype=np.bool_)
    x, y, z = middle.tolist()
    along = x * units[0] + y * units[1] + z * units[2]
    may: NDArray[np.bool_] = (along >= math.sqrt(away**2 - radius**2)) & (lengths > away - radius)
    return may
