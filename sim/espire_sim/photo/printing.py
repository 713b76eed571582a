"""Prints on photographed things: their skins, and where on these points of a part are."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import numpy as np
from attrs import evolve

from espire_dsl.scene.rotation import Array
from espire_sim.appearance.prints.cells import CELLS, COVER
from espire_sim.appearance.prints.lookup import cell_picture, on_cell
from espire_sim.appearance.shape import Shape
from espire_sim.appearance.textures import PLAIN, Texture
from espire_sim.photo.skins import Half, Skin, skin_of
from espire_sim.photo.triangles import Triangles
from espire_sim.rendering.surface import linear

_PIXEL: Final = 0.0008  # metres of the ground that a pixel of a print shows
_KEPT: Final = 64
_THROUGH: Final = 1  # the axis along which covers look


@lru_cache(_KEPT)
def printed_skin(texture: Texture, material: str) -> Skin:
    """The cell of a title on the skin of its ground; it is laid once over the printed side."""
    ink = cell_picture(texture.cell, texture.title)[..., None]
    ground = skin_of(evolve(texture, pattern=PLAIN, other=texture.ground, cell="", title=0), material)
    long = ink.shape[0] * _PIXEL, ink.shape[1] * _PIXEL
    bare = _repeated(ground.colours, ground.size, long, ink.shape[:2])
    # As many pixels as other skins have for their heights: code is compiled for how many these are.
    relief = ground.heights
    heights = None if relief is None else _repeated(relief, ground.size, long, relief.shape)
    colour = linear(np.array(texture.other)).astype(np.float32)
    colours = (bare + (colour - bare) * ink).astype(np.float16)
    return Skin(colours, heights, (1.0, 1.0))


def laid_over(texture: Texture, shape: Shape, part: Triangles) -> Array:
    """Places on the skin of the corners of a printed part's triangles, of which those that do not look as a
    cover does show its blank margin."""
    own = (part.points - shape.center) @ shape.inward.T
    laid = laid_at(texture, own)
    if CELLS[texture.cell].side == COVER:
        ways = np.abs((part.normals @ shape.axes)[part.faces].sum(axis=1))
        laid[part.faces[ways.argmax(axis=1) != _THROUGH].ravel()] = 0.0
    return laid


def laid_at(texture: Texture, own: Array) -> Array:
    """Places on the skin of points of a printed part in its own axes, as rows."""
    return np.stack(on_cell(CELLS[texture.cell], own.T.astype(np.float32)), axis=1).astype(np.float64)


def _repeated(
    values: Half, size: tuple[float, float], long: tuple[float, float], pixels: tuple[int, ...]
) -> Half:
    """A skin of a size, again and again over an area that is so long, down and along, in so many pixels."""
    rows, columns = (
        (np.arange(count) * (metres / count / side * fine)).astype(np.int64) % fine
        for count, metres, side, fine in zip(pixels, long, size[::-1], values.shape, strict=False)
    )
    found: Half = values[rows[:, None], columns]
    return found
