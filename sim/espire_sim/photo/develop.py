"""From light to the bytes of a picture, by a fixed rule: metered light, a soft shoulder, sRGB.

The meter measures the light that falls on things, not what they send back: brightness divided by albedo, the
median over the picture. A white sheet in that light becomes a fixed grey, so that dark wood stays dark.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from espire_sim.photo.engine import Pixels

_SHEET: Final = 0.82  # a white sheet in the metered light
_KNEE: Final = 0.7  # what is brighter than this is compressed, so that nothing burns out at once
_LEAST: Final = 0.03  # albedo of what the meter looks at
_LUMINANCE: Final = np.array([0.2126, 0.7152, 0.0722], dtype=np.float32)


def exposure_of(light: Pixels, albedo: Pixels) -> float:
    """What light is multiplied with."""
    bright, own = light @ _LUMINANCE, albedo @ _LUMINANCE
    measured = (own > _LEAST) & (bright > 0)
    if not measured.any():
        return 1.0
    return _SHEET / float(np.median(bright[measured] / own[measured]))


def developed(light: Pixels) -> NDArray[np.uint8]:
    """Exposed light as bytes."""
    over = np.maximum(light - _KNEE, 0.0) / (1 - _KNEE)
    toned = np.where(light > _KNEE, _KNEE + (1 - _KNEE) * (1 - np.exp(-over)), np.maximum(light, 0.0))
    curve = np.where(toned <= 0.0031308, 12.92 * toned, 1.055 * toned ** (1 / 2.4) - 0.055)
    picture: NDArray[np.uint8] = np.rint(curve * 255).astype(np.uint8)
    return picture
