"""Lights a surface: a sky that is brighter above, and lamps, of which the first one throws shadows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from espire_dsl.scene.rotation import Array
from espire_sim.appearance.shape import Columns, Shape
from espire_sim.rendering.shadows import shadowed
from espire_sim.rendering.surface import Surface
from espire_sim.worlds.result import Light

DEFAULT_LIGHTS: Final = (Light((2.0, 1.0, 2.8), 5000.0, 1.0),)
LAMP_SIDE: Final = 0.5
"""Metres of a lamp, which is a square panel."""

DISTANCE: Final = 2.5
"""Metres at which a lamp of the strength 1 is as bright as said."""

SKY: Final = 0.5
"""The light from all around."""

_LAMPS: Final = 0.75
_WARM: Final = (2700.0, np.array([1.0, 0.82, 0.62]))
_COLD: Final = (6500.0, np.array([0.94, 0.98, 1.0]))
_SPREAD: Final = 0.35  # the part of the brightness that varies with the strength of a scene's lights
_IN_SHADOW: Final = np.float32(
    0.15
)  # the part of a lamp's light that comes back from elsewhere into its shadow


@frozen(eq=False)
class Reaching:
    """Which share of the first lamp's light, and of that from all around, reaches each point of a surface."""

    lamp: NDArray[np.float32]
    sky: NDArray[np.float32]


def lamp_reaches(
    surface: Surface, spots: Array, which: NDArray[np.int8], shapes: Sequence[Shape], hiding: Sequence[int]
) -> NDArray[np.float32]:
    """1 where the point's own spot of the lamp shines on it unhindered, else 0; where points face away, 1.

    `which` is the place of each point's spot, and `hiding` are places of shapes.
    """
    x, y, z = spots.mean(axis=0).astype(np.float32)[:, None] - surface.points
    nx, ny, nz = surface.normals
    rows = np.flatnonzero(nx * x + ny * y + nz * z > 0)
    points, bundles = np.take(surface.points, rows, axis=1), surface.bundles.among(rows)
    reached = np.ones(surface.points.shape[1], dtype=np.float32)
    reached[rows] -= shadowed(spots, which[rows], points, bundles, shapes, hiding)
    return reached


def shaded(surface: Surface, lights: Sequence[Light], reaching: Reaching, part: slice) -> Columns:
    """The light that comes from a part of the points of a surface; linear colours, as columns."""
    lamps = lights or DEFAULT_LIGHTS
    points, normals = surface.points[:, part], surface.normals[:, part]
    sky = reaching.sky[part]
    brightness = np.repeat(SKY * (0.72 + 0.28 * normals[2:]) * sky, 3, axis=0)
    for number, light in enumerate(lamps):
        x, y, z = np.array(light.position, dtype=np.float32)[:, None] - points
        squares = x * x + y * y + z * z
        nx, ny, nz = normals
        facing = np.maximum((nx * x + ny * y + nz * z) / np.sqrt(squares), 0.0)
        # Between falling off and not at all, as light also comes back from the walls.
        fall = DISTANCE / np.sqrt(squares + DISTANCE)
        lit = np.float32(strength_of(light, lamps)) * facing * fall
        # Lamps that throw no shadow are kept away by what is near, as the sky is.
        lit *= sky if number else _IN_SHADOW + (1 - _IN_SHADOW) * reaching.lamp[part]
        brightness += lit * colour_of(light.kelvin).astype(np.float32)[:, None]
    colours: Columns = surface.colours[:, part] * brightness
    return colours


def strength_of(light: Light, lamps: Sequence[Light]) -> float:
    """How bright a lamp is among all lamps of a scene."""
    total = sum(lamp.strength for lamp in lamps)
    return _LAMPS * light.strength / total * (1 - _SPREAD + _SPREAD * total / len(lamps))


def colour_of(kelvin: float) -> Array:
    """Of a lamp, mixed of a warm and a cold one."""
    share = float(np.clip((kelvin - _WARM[0]) / (_COLD[0] - _WARM[0]), 0.0, 1.0))
    mixed: Array = (1 - share) * _WARM[1] + share * _COLD[1]
    return mixed


def spots_of(lamp: Array, towards: Array, count: int) -> Array:
    """Spots all over a lamp's panel, which faces a point; as rows."""
    way = (towards - lamp) / max(float(np.linalg.norm(towards - lamp)), 1e-6)
    across = np.cross(way, np.eye(3)[int(np.argmin(np.abs(way)))])
    across /= np.linalg.norm(across)
    # No two in one row or column of the panel.
    a, b = (((np.arange(count) * step % count + 0.5) / count - 0.5) * LAMP_SIDE for step in (1, 3))
    spots: Array = lamp + np.outer(a, across) + np.outer(b, np.cross(way, across))
    return spots
