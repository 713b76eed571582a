"""Which points a lamp does not reach, found exactly: by rays from the lamp to each point."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from espire_dsl.scene.rotation import Array
from espire_sim.pictures.meet import first_hits
from espire_sim.pictures.shape import Shape

_REACHED: Final = 0.999  # of the way to a point: nearer things than that are in between


def shadowed(lamp: Array, points: Array, groups: Mapping[int, Sequence[Shape]]) -> NDArray[np.bool_]:
    """Which points something stands before. Shapes come in groups that are near each other."""
    ways = points - lamp
    lengths = np.sqrt((ways * ways).sum(axis=1))
    units = ways / lengths[:, None]
    dark = np.zeros(len(points), dtype=np.bool_)
    for shapes in groups.values():
        corners = np.concatenate([shape.corners for shape in shapes])
        middle = (corners.min(axis=0) + corners.max(axis=0)) / 2
        radius = float(np.sqrt(((corners - middle) ** 2).sum(axis=1)).max())
        chosen = np.flatnonzero(~dark & _may_hide(middle - lamp, radius, units, lengths))
        for shape in shapes:
            near = chosen[_may_hide(shape.center - lamp, shape.radius, units[chosen], lengths[chosen])]
            if len(near) == 0:
                continue
            own = ways[near] @ shape.inward.T
            x, y, z = (shape.inward @ (lamp - shape.center)).tolist()
            dark[near] |= first_hits(shape, (x, y, z), (own[:, 0], own[:, 1], own[:, 2])) < _REACHED
    return dark


def _may_hide(middle: Array, radius: float, units: Array, lengths: Array) -> NDArray[np.bool_]:
    """Whether ways of these directions and lengths can meet a ball."""
    away = float(np.sqrt(middle @ middle))
    if away <= radius:
        return np.ones(len(units), dtype=np.bool_)
    may: NDArray[np.bool_] = (units @ middle >= np.sqrt(away**2 - radius**2)) & (lengths > away - radius)
    return may
