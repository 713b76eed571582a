"""Patterns of surfaces: how much of the other colour a point shows, from where it is on its part.

A point has three coordinates in metres: along the longest side of its part, along the next, and along the
shortest. Patterns run through solids, so that they go on around edges.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

import numpy as np

from espire_dsl.scene.rotation import Array

_JOINT: Final = 0.04  # the part of a tile or plank that is joint
_TAU: Final = 2 * np.pi


def shares(pattern: str, points: Array, scale: float) -> Array:
    """The share of the other colour at each point, 0 to 1."""
    return _PATTERNS[pattern](points / scale)


def _plain(points: Array) -> Array:
    return np.zeros(len(points))


def _grain(points: Array) -> Array:
    """Wavy lines along the longest side."""
    along, across, deep = points.T
    rings = across + 0.7 * deep + 0.25 * np.sin(0.35 * along) + 0.1 * np.sin(1.1 * along + across)
    fine = np.sin(_TAU * 3.7 * rings) * 0.25
    share: Array = np.clip(0.5 + 0.35 * np.sin(_TAU * rings) + fine, 0.0, 1.0)
    return share


def _speckle(points: Array) -> Array:
    a, b, c = (_TAU * points).T
    waves = np.sin(a + 1.7 * np.sin(0.61 * b)) + np.sin(1.31 * b + 1.3 * np.sin(0.83 * c + 0.47 * a))
    share: Array = 0.5 + 0.17 * (waves + np.sin(1.73 * (a + b + c)))
    return np.clip(share, 0.0, 1.0)


def _tiles(points: Array) -> Array:
    return np.maximum(_joints(points[:, 0]), _joints(points[:, 1]))


def _bricks(points: Array) -> Array:
    """Three courses to the length of a brick, each shifted by half of one."""
    course = 3 * points[:, 1]
    return np.maximum(_joints(points[:, 0] + 0.5 * (np.floor(course) % 2)), _joints(course, 3 * _JOINT))


def _planks(points: Array) -> Array:
    """Strips along the second side, each of a tone of its own."""
    strip = np.floor(points[:, 0])
    tone = 0.45 * ((strip * 0.6180339887) % 1.0)
    return np.maximum(tone, _joints(points[:, 0]))


def _joints(x: Array, joint: float = _JOINT) -> Array:
    open_: Array = ((x % 1.0) < joint).astype(np.float64)
    return open_


_PATTERNS: Final[Mapping[str, Callable[[Array], Array]]] = MappingProxyType(
    {
        "plain": _plain,
        "grain": _grain,
        "speckle": _speckle,
        "tiles": _tiles,
        "bricks": _bricks,
        "planks": _planks,
    }
)
