"""The light of a scene: its lamps as panels that are turned to its things, a window, and a sky above.

None of these can be seen by a camera, as rays see none; what shines mirrors them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from espire_dsl.scene.rotation import Array
from espire_sim.appearance.materials import TexturedScene
from espire_sim.photo.engine import as_data
from espire_sim.photo.materials import Told
from espire_sim.rendering.shade import DEFAULT_LIGHTS, DISTANCE, LAMP_SIDE, colour_of, strength_of
from espire_sim.worlds.result import Light

_SKY: Final = 0.55
_DAYLIGHT: Final = 6500.0  # kelvin
_WINDOW: Final = (1.8, 1.4)  # metres
_SILL: Final = 1.0  # metres above the floor
_WINDOW_LIGHT: Final = 5.0
_BEFORE_WALL: Final = 0.01


def lights_of(mi: Any, textured: TexturedScene, lights: Sequence[Light]) -> dict[str, Told]:
    """All that gives light, by names."""
    lamps = tuple(lights) or DEFAULT_LIGHTS
    found: dict[str, Told] = {
        f"lamp_{number}": _panel(
            mi,
            np.asarray(lamp.position),
            textured.middle,
            (LAMP_SIDE, LAMP_SIDE),
            np.pi * DISTANCE**2 / LAMP_SIDE**2 * strength_of(lamp, lamps) * colour_of(lamp.kelvin),
        )
        for number, lamp in enumerate(lamps)
    }
    found["sky"] = {"type": "constant", "radiance": _rgb(_SKY * colour_of(_DAYLIGHT))}
    return found | _window(mi, textured, lamps)


def _window(mi: Any, textured: TexturedScene, lamps: Sequence[Light]) -> dict[str, Told]:
    """A window in the side wall that is farther from the first lamp; rooms without a floor have none."""
    floors = [
        shape.corners
        for shape, owner in zip(textured.shapes, textured.owners, strict=True)
        if owner in textured.floors
    ]
    if not floors:
        return {}
    low, high = np.concatenate(floors).min(axis=0), np.concatenate(floors).max(axis=0)
    side = low[1] + _BEFORE_WALL if lamps[0].position[1] > 0 else high[1] - _BEFORE_WALL
    at = np.array([(low[0] + high[0]) / 2 + 0.5, side, high[2] + _SILL + _WINDOW[1] / 2])
    inwards = at + np.array([0.0, -np.sign(side), 0.0])
    return {"window": _panel(mi, at, inwards, _WINDOW, _WINDOW_LIGHT * colour_of(_DAYLIGHT))}


def _panel(mi: Any, at: Array, towards: Array, size: tuple[float, float], light: Array) -> Any:
    way = towards - at
    up = [0.0, 0.0, 1.0] if abs(way[2]) < 0.99 * np.linalg.norm(way) else [0.0, 1.0, 0.0]
    turn = mi.ScalarTransform4f().look_at(origin=at.tolist(), target=towards.tolist(), up=up)
    told = {
        "type": "rectangle",
        "to_world": turn @ mi.ScalarTransform4f().scale([size[0] / 2, size[1] / 2, 1.0]),
        "bsdf": {"type": "null"},
        "emitter": {"type": "area", "radiance": _rgb(light)},
    }
    panel = mi.load_dict(told, parallel=False, optimize=False)
    if mi.variant().startswith("llvm"):
        as_data(mi, panel, "to_world")
    return panel


def _rgb(light: Array) -> Told:
    return {"type": "rgb", "value": light.tolist()}
