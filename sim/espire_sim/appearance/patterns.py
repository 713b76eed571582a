"""Patterns of surfaces: how much of the other colour a point shows, from where it is on its part.

A point has three coordinates in metres, as a column: along the longest side of its part, along the next, and
along the shortest. Patterns run through solids, so that they go on around edges. Prints alone are on sides.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

import numpy as np

from espire_sim.appearance.prints.lookup import ink
from espire_sim.appearance.shape import Columns, Shape
from espire_sim.appearance.sine import sine
from espire_sim.appearance.textures import PRINT, Texture

FINE: Final = frozenset({"sheets"})
"""Patterns that are even grey from afar."""

_JOINT: Final = 0.04  # the part of a tile or plank that is joint
_TURN: Final = np.float32(2 * np.pi)


def shares_on(shape: Shape, texture: Texture, own: Columns, pixel: float, texels: float) -> Columns:
    """The share of a texture's other colour at points of a shape in its own axes, where a pixel is so many
    metres wide and covers so many pixels of a print along each side."""
    if texture.pattern == PRINT:
        return ink(texture.cell, texture.title, own, texels)
    sides, half = shape.sides
    share = shares(texture.pattern, own[sides] * half[:, None], texture.scale)
    if texture.pattern in FINE:
        share = np.float32(0.5) + (share - np.float32(0.5)) * np.float32(kept(texture.scale, pixel))
    return share


def kept(scale: float, pixel: float) -> float:
    """How much of a fine pattern is left where a pixel is so wide: nothing where it has two to a period."""
    return min(max(2 - 4 * pixel / scale, 0.0), 1.0)


def shares(pattern: str, points: Columns, scale: float) -> Columns:
    """The share of the other colour at each point, 0 to 1."""
    return _PATTERNS[pattern](points / np.float32(scale))


def _plain(points: Columns) -> Columns:
    return np.zeros(points.shape[1], dtype=np.float32)


def _grain(points: Columns) -> Columns:
    """Wavy lines along the longest side."""
    along, across, deep = points
    rings = _TURN * (across + 0.7 * deep + 0.25 * sine(0.35 * along) + 0.1 * sine(1.1 * along + across))
    share: Columns = np.clip(0.5 + 0.35 * sine(rings) + 0.12 * sine(2.7 * rings), 0.0, 1.0)
    return share


def _speckle(points: Columns) -> Columns:
    a, b, c = _TURN * points
    waves = sine(a + 1.7 * sine(0.61 * b)) + sine(1.31 * b + 1.3 * sine(0.83 * c + 0.47 * a))
    share: Columns = np.clip(0.5 + 0.17 * (waves + sine(1.73 * (a + b + c))), 0.0, 1.0)
    return share


def _tiles(points: Columns) -> Columns:
    return np.maximum(_joints(points[0]), _joints(points[1]))


def _bricks(points: Columns) -> Columns:
    """Three courses to the length of a brick, each shifted by half of one."""
    course = 3 * points[1]
    return np.maximum(_joints(points[0] + 0.5 * (np.floor(course) % 2)), _joints(course, 3 * _JOINT))


def _planks(points: Columns) -> Columns:
    """Strips along the second side, each of a tone of its own."""
    tone: Columns = 0.45 * ((np.floor(points[0]) * 0.618034) % 1.0)
    return np.maximum(tone, _joints(points[0]))


def _sheets(points: Columns) -> Columns:
    """Lines across the shortest side: the edges of leaves of paper."""
    share: Columns = 0.5 + 0.35 * sine(_TURN * points[2]) + 0.15 * sine(2.3 * _TURN * points[2])
    return share


def _joints(x: Columns, joint: float = _JOINT) -> Columns:
    return ((x - np.floor(x)) < joint).astype(np.float32)


_PATTERNS: Final[Mapping[str, Callable[[Columns], Columns]]] = MappingProxyType(
    {
        "plain": _plain,
        "grain": _grain,
        "speckle": _speckle,
        "tiles": _tiles,
        "bricks": _bricks,
        "planks": _planks,
        "sheets": _sheets,
    }
)
