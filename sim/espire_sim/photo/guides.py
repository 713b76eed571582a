"""What guides the denoiser: colours and normals of surfaces by themselves, where rays met them.

Mitsuba could find these too, but takes as long for them as for all the light.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from espire_sim.photo.engine import Pixels
from espire_sim.photo.looks import Look
from espire_sim.photo.triangles import laid_at
from espire_sim.rendering.cast import NOTHING
from espire_sim.rendering.observe import Cast
from espire_sim.rendering.surface import surface_of


def guides_of(seen: Cast, looks: Sequence[Look]) -> tuple[Pixels, Pixels]:
    """Linear colours and unit normals (height, width, 3) of what is seen; zeros where nothing is."""
    hits, textured, view = seen.hits, seen.textured, seen.view
    found = hits.shape.ravel()
    order = np.argsort(found, kind="stable")
    order = order[found[order] != NOTHING]
    albedo, normals = (np.zeros((found.size, 3), dtype=np.float32) for _ in range(2))
    if len(order):
        width = view.camera.width
        starts, rays = view.rays(order % width + 0.5, order // width + 0.5)
        points = starts + hits.depth.ravel()[order].astype(np.float32) * rays
        places = found[order].astype(np.int64)
        surface = surface_of(
            textured.shapes, textured.textures, places, np.zeros_like(places), points, rays, view
        )
        normals[order] = surface.normals.T
        for place in np.unique(places).tolist():
            first, end = np.searchsorted(places, [place, place + 1])
            shape, part = textured.shapes[place], order[first:end]
            if looks[place].is_print:  # small letters flicker unless they are as coarse as the view sees them
                albedo[part] = surface.colours[:, first:end].T
                continue
            own = (points[:, first:end].T - shape.center) @ shape.inward.T
            laid = laid_at(shape, own, surface.normals[:, first:end].T @ shape.axes)
            albedo[part] = looks[place].colours_at(laid)
    size = (*hits.shape.shape, 3)
    return albedo.reshape(size), normals.reshape(size)
