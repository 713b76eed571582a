"""How much ink is at points of a printed part, looked up in the atlas of prints.

A print fills the side of its part that it is for, however long that is. Points are in the part's own axes, in
which it reaches from -1 to 1. Text is never mirrored: both covers are read by who stands before them.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from espire_dsl.catalogue.error import CatalogueError
from espire_dsl.scene.rotation import Array
from espire_sim.appearance.prints.cells import ACROSS, CELLS, LEVELS, SIZE, SPINE, Cell, corner_of
from espire_sim.appearance.shape import Columns
from espire_sim.kernel import kernel

_SHARPEST: Final = 4.0
_NOUGHT, _HALF, _ONE, _INK = np.float32(0), np.float32(0.5), np.float32(1), np.float32(255)


@cache
def atlas_levels() -> tuple[NDArray[np.uint8], ...]:
    """The atlas and what is left of it at each coarser level: 255 is ink."""
    levels = [_atlas(files("espire_sim.appearance.prints").joinpath("atlas.png"))]
    while len(levels) < LEVELS:
        fine = levels[-1].astype(np.uint16)
        total = fine[::2, ::2] + fine[1::2, ::2] + fine[::2, 1::2] + fine[1::2, 1::2]
        levels.append(((total + 2) // 4).astype(np.uint8))
    return tuple(levels)


def _atlas(file: Traversable) -> NDArray[np.uint8]:
    try:
        with file.open("rb") as content:
            atlas = np.asarray(Image.open(content).convert("L"))
    except (OSError, SyntaxError, ValueError) as error:  # SyntaxError is Pillow's, for what is no sound PNG
        raise CatalogueError(f"{file.name}: it cannot be read ({error}): install espire-dsl again") from error
    if atlas.shape != SIZE[::-1]:
        raise CatalogueError(
            f"{file.name}: it is not of {SIZE[0]} x {SIZE[1]} pixels: install espire-dsl again"
        )
    return atlas


def ink(name: str, title: int, own: Columns, texels: float) -> Columns:
    """The share of ink at points of a part, of which a pixel of the picture covers so many pixels of the cell
    along each side."""
    cell = CELLS[name]
    level = level_of(texels)
    picture, step = atlas_levels()[level], 2.0**-level
    u, v = on_cell(cell, own)
    left, top = (int(step * edge) for edge in corner_of(cell, title))
    wide, high = int(step * cell.width), int(step * cell.height)
    shown = np.empty(own.shape[1], dtype=np.float32)
    _look_up(picture[top : top + high, left : left + wide], u, v, np.float32(sharpness(texels)), shown)
    return shown


@kernel
def _look_up(picture: NDArray[np.uint8], u: Columns, v: Columns, sharp: np.float32, shown: Columns) -> None:
    """Writes down how much ink points of a picture show, between the middles of its pixels; edges are made
    so many times as steep."""
    height, width = picture.shape
    wide, high = np.float32(width), np.float32(height)
    for place in range(shown.size):
        x = min(max(_NOUGHT, u[place] * wide - _HALF), wide - _ONE)  # nought, too, for what is no number
        y = min(max(_NOUGHT, v[place] * high - _HALF), high - _ONE)
        i, j = int(x), int(y)
        a, b = x - np.float32(i), y - np.float32(j)
        to, down = min(i + 1, width - 1), min(j + 1, height - 1)
        above = (_ONE - a) * np.float32(picture[j, i]) + a * np.float32(picture[j, to])
        below = (_ONE - a) * np.float32(picture[down, i]) + a * np.float32(picture[down, to])
        share = ((_ONE - b) * above + b * below) / _INK
        shown[place] = min(max((share - _HALF) * sharp + _HALF, _NOUGHT), _ONE)


def cell_picture(name: str, title: int) -> Columns:
    """The shares of ink of a whole cell, as rows from its top."""
    cell = CELLS[name]
    left, top = corner_of(cell, title)
    picture = atlas_levels()[0][top : top + cell.height, left : left + cell.width]
    return picture.astype(np.float32) / np.float32(255)


def level_of(texels: float) -> int:
    """The level of the atlas whose pixels are nearest in size to those of the picture."""
    return int(np.clip(np.rint(np.log2(max(texels, 1.0))), 0, LEVELS - 1))


def sharpness(texels: float) -> float:
    """How much steeper edges are made where the cell is coarser than the picture."""
    return min(max(1.0, 1.0 / max(texels, 1e-6)), _SHARPEST)


def on_cell(cell: Cell, own: Columns) -> tuple[Columns, Columns]:
    """How far right and how far down on a cell points are, from 0 to 1."""
    x, y, z = own
    if cell.side == SPINE:
        return (1 - z) / 2, (1 + y) / 2
    down = (1 - z) / 2
    if cell.side == ACROSS:
        return (1 - y) / 2, down
    return (1 + np.where(y > 0, -x, x)) / 2, down


def texels_of(name: str, axes: Array, pixel: float, slant: float) -> float:
    """How many pixels of a cell, along each side, one of the picture covers that is so many metres wide where
    a part with these axes is; `slant` is the cosine between the printed side and the view."""
    cell = CELLS[name]
    half = np.sqrt((axes**2).sum(axis=0))
    wide, high = (2 * half[side] for side in _across(cell))
    return float(pixel * np.sqrt(cell.width / wide * cell.height / high / max(slant, 0.1)))


def facing(name: str) -> int:
    """The own axis of a part along which its printed side looks."""
    return 0 if CELLS[name].side in (SPINE, ACROSS) else 1


def _across(cell: Cell) -> tuple[int, int]:
    """The own axes along the width and along the height of a cell."""
    return {SPINE: (2, 1), ACROSS: (1, 2)}.get(cell.side, (0, 2))
