"""Lights a surface: a sky that is brighter above, and lamps, of which the first one throws shadows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from espire_dsl.scene.rotation import Array
from espire_sim.appearance.shape import Columns, Shape
from espire_sim.rendering.shadows import shadowed
from espire_sim.rendering.surface import Surface
from espire_sim.worlds.result import Light

DEFAULT_LIGHTS: Final = (Light((2.0, 1.0, 2.8), 5000.0, 1.0),)

_SKY: Final = 0.5
_LAMPS: Final = 0.75
_WARM: Final = (2700.0, np.array([1.0, 0.82, 0.62]))
_COLD: Final = (6500.0, np.array([0.94, 0.98, 1.0]))
_DISTANCE: Final = 2.5  # at which a lamp of the strength 1 is as bright as said
_SPREAD: Final = 0.35  # the part of the brightness that varies with the strength of a scene's lights
_IN_SHADOW: Final = 0.15  # the part of a lamp's light that comes back from elsewhere into its shadow


def in_shadow(
    surface: Surface, lights: Sequence[Light], shapes: Sequence[Shape], hiding: Sequence[int]
) -> NDArray[np.bool_]:
    """Which points the first lamp does not reach, though they face it; `hiding` are places of shapes."""
    lamp = (lights or DEFAULT_LIGHTS)[0]
    dark = np.zeros(surface.points.shape[1], dtype=np.bool_)
    x, y, z = np.array(lamp.position, dtype=np.float32)[:, None] - surface.points
    nx, ny, nz = surface.normals
    rows = np.flatnonzero(nx * x + ny * y + nz * z > 0)
    points, bundles = np.take(surface.points, rows, axis=1), surface.bundles.among(rows)
    dark[rows] = shadowed(np.asarray(lamp.position), points, bundles, shapes, hiding)
    return dark


def shaded(surface: Surface, lights: Sequence[Light], dark: NDArray[np.bool_], part: slice) -> Columns:
    """The light that comes from a part of the points of a surface; linear colours, as columns."""
    lamps = lights or DEFAULT_LIGHTS
    points, normals = surface.points[:, part], surface.normals[:, part]
    brightness = np.repeat(_SKY * (0.72 + 0.28 * normals[2:]), 3, axis=0)
    for number, light in enumerate(lamps):
        x, y, z = np.array(light.position, dtype=np.float32)[:, None] - points
        squares = x * x + y * y + z * z
        nx, ny, nz = normals
        facing = np.maximum((nx * x + ny * y + nz * z) / np.sqrt(squares), 0.0)
        # Between falling off and not at all, as light also comes back from the walls.
        fall = _DISTANCE / np.sqrt(squares + _DISTANCE)
        lit = np.float32(strength_of(light, lamps)) * facing * fall
        if number == 0:
            lit[dark[part]] *= _IN_SHADOW
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
