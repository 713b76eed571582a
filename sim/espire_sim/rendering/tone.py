"""From light to the bytes of a picture, by one rule for all painters: a soft shoulder, then sRGB."""

from __future__ import annotations

from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from espire_dsl.scene.rotation import Array

Bytes = NDArray[np.uint8]
Light = NDArray[np.float32]

_KNEE: Final = 0.7  # what is brighter than this is compressed, so that nothing burns out at once
BRIGHTEST: Final = 4.0  # more than this is written as this
STEPS: Final = 16383


def toned(light: Light) -> Bytes:
    """Amounts of light, of which 1 is a white sheet in full light, as bytes of a picture; by a table."""
    steps = np.clip(light, 0.0, BRIGHTEST)
    steps *= np.float32(STEPS / BRIGHTEST)
    steps += np.float32(0.5)
    written: Bytes = np.take(tone_table(), steps.astype(np.uint16))
    return written


@cache
def tone_table() -> Bytes:
    """The bytes of amounts of light in so many STEPS, from none to the BRIGHTEST."""
    written: Bytes = np.rint(255 * _curve(np.linspace(0.0, BRIGHTEST, STEPS + 1))).astype(np.uint8)
    return written


def _curve(light: Array) -> Array:
    over = np.maximum(light - _KNEE, 0.0) / (1 - _KNEE)
    soft = np.where(light > _KNEE, _KNEE + (1 - _KNEE) * (1 - np.exp(-over)), light)
    return srgb(soft)


def srgb(light: Array) -> Array:
    """Amounts of light as they are written, from 0 to 1."""
    curve: Array = np.where(light <= 0.0031308, 12.92 * light, 1.055 * light ** (1 / 2.4) - 0.055)
    return curve
