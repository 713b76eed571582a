"""The exposure of a photograph, by a fixed rule; from there light is toned as that of all pictures is.

The meter measures the light that falls on things, not what they send back: brightness divided by albedo, the
median over the picture. A white sheet in that light becomes a fixed grey, so that dark wood stays dark.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from espire_sim.photo.engine import Pixels

_SHEET: Final = 0.82  # a white sheet in the metered light
_LEAST: Final = 0.03  # albedo of what the meter looks at
_LUMINANCE: Final = np.array([0.2126, 0.7152, 0.0722], dtype=np.float32)


def exposure_of(light: Pixels, albedo: Pixels) -> float:
    """What light is multiplied with."""
    bright, own = light @ _LUMINANCE, albedo @ _LUMINANCE
    measured = (own > _LEAST) & (bright > 0)
    if not measured.any():
        return 1.0
    return _SHEET / float(np.median(bright[measured] / own[measured]))
