"""Lamps and the sky, so bright that a white sheet in the middle of a scene comes out as rays paint it.

A sphere of the radius r that shines with L nits gives a white, dull sheet which faces it from d metres away
L (r / d)^2 nits; a dome of L nits gives one that nothing shades L nits. So each lamp is as bright as makes
that what rays have there. `white` nits are what counts as the brightest white: 1 where a stage is shown as it
is, more where a camera's exposure is between.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from attrs import frozen
from pxr import Gf, Usd, UsdGeom, UsdLux

from espire_dsl.scene.rotation import Array
from espire_sim.appearance.materials import TexturedScene
from espire_sim.rendering.shade import DEFAULT_LIGHTS, DISTANCE, SKY, colour_of, strength_of
from espire_sim.usd.names import LIGHTS
from espire_sim.worlds.result import Light

RADIUS: Final = 0.15
"""Metres of a lamp."""

SHOWN: Final = 1.0
"""Nits of the brightest white where a stage is shown as it is, as in usdview and Blender."""

_NEAREST: Final = 0.5  # metres: a lamp within the things is as bright as if it were so far away
_BRIGHTEST: Final = 0.95  # of white, a level white sheet in the middle


@frozen(eq=False)
class Lighting:
    """Nits of each lamp and of the sky, for a scene with this middle."""

    middle: Array
    lamps: tuple[float, ...]
    sky: float


def lighting_of(textured: TexturedScene, lights: Sequence[Light], white: float = SHOWN) -> Lighting:
    """How bright the lamps and the sky of a scene are."""
    lamps = lights or DEFAULT_LIGHTS
    middle = textured.middle
    ways = [np.asarray(lamp.position) - middle for lamp in lamps]
    away = [max(float(np.linalg.norm(way)), _NEAREST) for way in ways]
    facing = [
        strength_of(lamp, lamps) * DISTANCE / np.sqrt(d * d + DISTANCE)
        for lamp, d in zip(lamps, away, strict=True)
    ]
    level = SKY + sum(
        bright * max(float(way[2]), 0.0) / d for bright, way, d in zip(facing, ways, away, strict=True)
    )
    scale = white * min(1.0, _BRIGHTEST / level)
    return Lighting(
        middle,
        tuple(float(scale * bright * (d / RADIUS) ** 2) for bright, d in zip(facing, away, strict=True)),
        scale * SKY,
    )


def write_lamps(stage: Usd.Stage, textured: TexturedScene, lights: Sequence[Light], white: float) -> None:
    """The lamps of a look, or the usual one, and a sky."""
    found = lighting_of(textured, lights, white)
    UsdGeom.Scope.Define(stage, LIGHTS)
    sky = UsdLux.DomeLight.Define(stage, f"{LIGHTS}/sky")
    sky.CreateIntensityAttr(found.sky)
    sky.CreateColorAttr(Gf.Vec3f(1.0))  # said, as Blender keeps the grey of its own world where nothing is
    for number, (light, nits) in enumerate(zip(lights or DEFAULT_LIGHTS, found.lamps, strict=True), start=1):
        lamp = UsdLux.SphereLight.Define(stage, f"{LIGHTS}/lamp_{number}")
        lamp.CreateRadiusAttr(RADIUS)
        lamp.CreateIntensityAttr(nits)
        lamp.CreateColorAttr(Gf.Vec3f(*colour_of(light.kelvin).tolist()))
        lamp.AddTranslateOp(UsdGeom.XformOp.PrecisionDouble).Set(Gf.Vec3d(*light.position))
