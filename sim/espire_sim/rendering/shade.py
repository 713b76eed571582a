"""Lights a surface: a sky that is brighter above, and lamps, of which the first one throws shadows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from espire_dsl.scene.rotation import Array
from espire_sim.appearance.shape import Columns, Shape
from espire_sim.kernel import kernel
from espire_sim.rendering.bundles import Bundles, Places
from espire_sim.rendering.shadows import shadowed
from espire_sim.rendering.surface import Surface
from espire_sim.rendering.tone import BRIGHTEST, STEPS, Bytes, tone_table
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
_APART: Final = 1e-6  # metres between two places at least
# The part of a lamp's light that comes back from elsewhere into its shadow.
_IN_SHADOW: Final = np.float32(0.15)
# In kernels all numbers are of single precision.
_NOUGHT, _HALF, _ONE = np.float32(0), np.float32(0.5), np.float32(1)
_ABOVE, _LEVEL, _UP = np.float32(SKY), np.float32(0.72), np.float32(0.28)
_FALL: Final = np.float32(DISTANCE)
_AT_ONCE: Final = 1024  # points
_MOST_LIGHT, _STEPS = np.float32(BRIGHTEST), np.float32(STEPS / BRIGHTEST)


@frozen(eq=False)
class Reaching:
    """Which share of the first lamp's light, and of that from all around, reaches each point of a surface."""

    lamp: NDArray[np.float32]
    sky: NDArray[np.float32]


def lamp_reaches(
    points: Columns,
    normals: Columns,
    bundles: Bundles,
    spots: Array,
    which: NDArray[np.int8],
    shapes: Sequence[Shape],
    hiding: Sequence[int],
) -> NDArray[np.float32]:
    """1 where the point's own spot of the lamp shines on it unhindered, else 0; where points face away, 1.

    `which` is the place of each point's spot, and `hiding` are places of shapes.
    """
    x, y, z = spots.mean(axis=0).astype(np.float32)[:, None] - points
    nx, ny, nz = normals
    away = nx * x + ny * y + nz * z <= 0
    return 1 - shadowed(spots, which, points, bundles, shapes, hiding, away).astype(np.float32)


def painted(
    surface: Surface, lights: Sequence[Light], reaching: Reaching, places: Places, picture: Bytes
) -> None:
    """Writes the light that comes from a surface into the pixels of a picture, which are rows, at places."""
    lamps = lights or DEFAULT_LIGHTS
    _paint(
        surface.points,
        surface.normals,
        surface.colours,
        reaching.lamp,
        reaching.sky,
        np.array([lamp.position for lamp in lamps], dtype=np.float32),
        np.array([strength_of(lamp, lamps) for lamp in lamps], dtype=np.float32),
        np.array([colour_of(lamp.kelvin) for lamp in lamps], dtype=np.float32),
        tone_table(),
        places,
        picture,
    )


@kernel
def _paint(
    points: Columns,
    normals: Columns,
    colours: Columns,
    reached: NDArray[np.float32],
    skies: NDArray[np.float32],
    lamps: Columns,
    strengths: NDArray[np.float32],
    kelvins: Columns,
    tones: Bytes,
    places: Places,
    picture: Bytes,
) -> None:
    """Lights points by the sky and all lamps, of which the first one throws shadows, and writes down their
    colours as bytes. Loops are short, so that processors do them for several points at once. What is no
    number, such as the light of a lamp at the very point, is nought: `max` keeps its first value then."""
    light, lit = np.empty((3, _AT_ONCE), dtype=np.float32), np.empty(_AT_ONCE, dtype=np.float32)
    for begin in range(0, places.size, _AT_ONCE):
        count = min(_AT_ONCE, places.size - begin)
        x, y, z = points[0, begin:], points[1, begin:], points[2, begin:]
        nx, ny, nz = normals[0, begin:], normals[1, begin:], normals[2, begin:]
        sky, lamp_share = skies[begin:], reached[begin:]
        for at in range(count):
            lit[at] = _ABOVE * (_LEVEL + _UP * nz[at]) * sky[at]
        for colour in range(3):
            total = light[colour]
            for at in range(count):
                total[at] = lit[at]
        for lamp in range(len(strengths)):
            px, py, pz, strength = lamps[lamp, 0], lamps[lamp, 1], lamps[lamp, 2], strengths[lamp]
            for at in range(count):
                a, b, c = px - x[at], py - y[at], pz - z[at]
                squares = a * a + b * b + c * c
                facing = (nx[at] * a + ny[at] * b + nz[at] * c) / np.sqrt(squares)
                # Between falling off and not at all, as light also comes back from the walls.
                lit[at] = strength * max(_NOUGHT, facing) * (_FALL / np.sqrt(squares + _FALL))
            if lamp == 0:
                for at in range(count):
                    lit[at] *= _IN_SHADOW + (_ONE - _IN_SHADOW) * lamp_share[at]
            else:  # what is near keeps the light of other lamps away as it does that of the sky
                for at in range(count):
                    lit[at] *= sky[at]
            for colour in range(3):
                total, kelvin = light[colour], kelvins[lamp, colour]
                for at in range(count):
                    total[at] += lit[at] * kelvin
        for colour in range(3):
            total, own = light[colour], colours[colour, begin:]
            for at in range(count):
                bright = min(max(_NOUGHT, own[at] * total[at]), _MOST_LIGHT)
                picture[places[begin + at], colour] = tones[int(bright * _STEPS + _HALF)]


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
    """Spots all over a lamp's panel, which faces a point; as rows. A lamp at that point faces down."""
    far = float(np.sqrt(((towards - lamp) ** 2).sum()))
    way = (towards - lamp) / far if far > _APART else np.array([0.0, 0.0, -1.0])
    across = np.cross(way, np.eye(3)[int(np.argmin(np.abs(way)))])
    across /= np.sqrt((across**2).sum())
    # No two in one row or column of the panel.
    a, b = (((np.arange(count) * step % count + 0.5) / count - 0.5) * LAMP_SIDE for step in (1, 3))
    spots: Array = lamp + np.outer(a, across) + np.outer(b, np.cross(way, across))
    return spots
