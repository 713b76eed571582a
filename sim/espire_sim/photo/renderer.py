"""The renderer that takes photographs: what is seen comes from rays, and colours from paths of light."""

from __future__ import annotations

from espire_sim.photo.engine import mitsuba
from espire_sim.photo.painter import PhotoPaint
from espire_sim.rendering.renderer import RayRenderer


def photo_renderer(way: str) -> RayRenderer:
    """The renderer of a way of painting; a PhotoError with the reason at once, where it does not work."""
    mitsuba(way)
    return RayRenderer(paint=PhotoPaint(way))
