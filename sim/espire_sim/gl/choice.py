"""Paints by OpenGL if it works here, and says so if it does not."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from espire_sim.gl.error import GlError
from espire_sim.gl.painter import paint
from espire_sim.gl.probe import probed
from espire_sim.looks.dressing import Dressed
from espire_sim.pictures.view import View
from espire_sim.worlds.result import Light


def painted(
    dressed: Dressed, view: View, lights: Sequence[Light], smooth: bool, *, must: bool
) -> NDArray[np.uint8] | None:
    """The colours of a picture; where OpenGL fails, None, or a GlError if it `must` be OpenGL."""
    found = probed()
    try:
        if found.platform is None:
            raise GlError(f"OpenGL does not work here: {found.reason}")
        return paint(found.platform, dressed, view, lights, smooth)
    except GlError:
        if must:
            raise
        return None
