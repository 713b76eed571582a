"""Renderers by the name of what paints: rays, OpenGL, or OpenGL where it works."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from espire_sim.gl.error import GlError
from espire_sim.gl.painter import paint
from espire_sim.gl.probe import probed
from espire_sim.rendering.observe import Cast
from espire_sim.rendering.renderer import RayRenderer, by_rays
from espire_sim.worlds.result import Light


def renderer_of(painter: str, smooth: bool = True) -> RayRenderer:
    """The renderer that paints by `rays`; by `gl`, or raises a GlError with the reason why that cannot be,
    at once; or `auto`, by OpenGL where it works and by rays where not (`probe` says why)."""
    painter = way_of(painter)
    if painter == "gl":
        _platform()
    return RayRenderer(smooth, {"rays": by_rays, "gl": by_gl}[painter])


def way_of(painter: str) -> str:
    """`rays` or `gl`: `auto` is decided here, once, and not by what fails in the middle of the work."""
    if painter != "auto":
        return painter
    return "rays" if probed().platform is None else "gl"


def by_gl(seen: Cast, lights: Sequence[Light], smooth: bool) -> NDArray[np.uint8]:
    """The colours by OpenGL; a GlError where it fails. Scenes with meshes are painted by rays."""
    if any(shape.mesh is not None for shape in seen.textured.shapes):
        return by_rays(seen, lights, smooth)
    return paint(_platform(), seen.textured, seen.view, lights, smooth)


def _platform() -> str:
    found = probed()
    if found.platform is None:
        raise GlError(f"OpenGL does not work here: {found.reason}")
    return found.platform
