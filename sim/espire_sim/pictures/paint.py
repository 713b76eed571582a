"""The colours of a picture: every pixel by one ray, and pixels at edges by a few more."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from espire_dsl.scene.rotation import Array
from espire_sim.looks.dressing import ROOM, Dressed
from espire_sim.pictures.cast import NOTHING, Hits, cast_points
from espire_sim.pictures.shade import shaded
from espire_sim.pictures.shape import Shape
from espire_sim.pictures.surface import surface_of
from espire_sim.pictures.view import View
from espire_sim.worlds.result import Light

_BACKGROUND: Final = 0.75
# Offsets from the middle of a pixel, no two in one row or column.
_OFFSETS: Final = ((-0.375, -0.125), (0.125, -0.375), (-0.125, 0.375), (0.375, 0.125))


def paint(
    dressed: Dressed, hits: Hits, view: View, lights: Sequence[Light], smooth: bool
) -> NDArray[np.uint8]:
    """The picture for the hits of all its pixels; smooth pictures have softened edges."""
    height, width = hits.depth.shape
    groups = _hiding(dressed)
    v, u = (axis.ravel() + 0.5 for axis in np.indices((height, width)))
    flat = Hits(hits.depth.ravel(), hits.shape.ravel())
    colours = _colours(dressed, flat, view, u, v, lights, groups)
    if smooth:
        edge = np.flatnonzero(_edges(hits).ravel())
        spread = np.repeat(edge, len(_OFFSETS))
        du, dv = np.tile(np.array(_OFFSETS), (len(edge), 1)).T
        fine = cast_points(dressed.shapes, view, u[spread] + du, v[spread] + dv)
        several = _colours(dressed, fine, view, u[spread] + du, v[spread] + dv, lights, groups)
        colours[edge] = several.reshape(len(edge), len(_OFFSETS), 3).mean(axis=1)
    return _bytes(colours).reshape(height, width, 3)


def _hiding(dressed: Dressed) -> dict[int, list[Shape]]:
    """What throws shadows, by owner: all but the room and whatever is as large as the floor."""
    groups: dict[int, list[Shape]] = defaultdict(list)
    for shape, owner in zip(dressed.shapes, dressed.owners, strict=True):
        if owner != ROOM and not dressed.ids[owner].startswith("floor"):
            groups[owner].append(shape)
    return groups


def _colours(
    dressed: Dressed,
    hits: Hits,
    view: View,
    u: Array,
    v: Array,
    lights: Sequence[Light],
    groups: dict[int, list[Shape]],
) -> Array:
    """As they are written in pictures (sRGB), 0 to 1."""
    colours = np.full((len(u), 3), _BACKGROUND)
    met = np.flatnonzero(hits.shape != NOTHING)
    if len(met):
        some = Hits(hits.depth[met], hits.shape[met])
        surface = surface_of(dressed.shapes, dressed.textures, some, view.eye, view.rays(u[met], v[met]))
        light = np.clip(shaded(surface, lights, groups), 0.0, 1.0)
        colours[met] = np.where(light <= 0.0031308, 12.92 * light, 1.055 * light ** (1 / 2.4) - 0.055)
    return colours


def _edges(hits: Hits) -> NDArray[np.bool_]:
    """The pixels beside which another shape is seen."""
    edge = np.zeros(hits.shape.shape, dtype=np.bool_)
    across = hits.shape[:, 1:] != hits.shape[:, :-1]
    down = hits.shape[1:] != hits.shape[:-1]
    edge[:, 1:] |= across
    edge[:, :-1] |= across
    edge[1:] |= down
    edge[:-1] |= down
    return edge


def _bytes(colours: Array) -> NDArray[np.uint8]:
    return np.rint(np.clip(colours, 0.0, 1.0) * 255).astype(np.uint8)
