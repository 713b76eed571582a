"""How much ink is at points of a printed part, looked up in the atlas of prints.

A print fills the side of its part that it is for, however long that is. Points are in the part's own axes, in
which it reaches from -1 to 1. Text is never mirrored: both covers are read by who stands before them.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Final

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from espire_dsl.scene.rotation import Array
from espire_sim.appearance.prints.cells import ACROSS, CELLS, LEVELS, SPINE, Cell, corner_of
from espire_sim.appearance.shape import Columns

_SHARPEST: Final = 4.0


@cache
def atlas_levels() -> tuple[NDArray[np.uint8], ...]:
    """The atlas and what is left of it at each coarser level: 255 is ink."""
    with files("espire_sim.appearance.prints").joinpath("atlas.png").open("rb") as file:
        levels = [np.asarray(Image.open(file).convert("L"))]
    while len(levels) < LEVELS:
        fine = levels[-1].astype(np.uint16)
        total = fine[::2, ::2] + fine[1::2, ::2] + fine[::2, 1::2] + fine[1::2, 1::2]
        levels.append(((total + 2) // 4).astype(np.uint8))
    return tuple(levels)


def ink(name: str, title: int, own: Columns, texels: float) -> Columns:
    """The share of ink at points of a part, of which a pixel of the picture covers so many pixels of the cell
    along each side."""
    cell = CELLS[name]
    level = level_of(texels)
    picture, step = atlas_levels()[level], 2.0**-level
    u, v = on_cell(cell, own)
    left, top = corner_of(cell, title)
    x = np.clip(u * np.float32(step * cell.width) - np.float32(0.5), 0, step * cell.width - 1)
    y = np.clip(v * np.float32(step * cell.height) - np.float32(0.5), 0, step * cell.height - 1)
    i, j = (np.floor(place).astype(np.int64) for place in (x, y))
    a, b = x - i.astype(np.float32), y - j.astype(np.float32)
    to = np.minimum(i + 1, int(step * cell.width) - 1) + int(step * left)
    down = np.minimum(j + 1, int(step * cell.height) - 1) + int(step * top)
    i, j = i + int(step * left), j + int(step * top)
    above = (1 - a) * picture[j, i] + a * picture[j, to]
    below = (1 - a) * picture[down, i] + a * picture[down, to]
    share = ((1 - b) * above + b * below) / np.float32(255)
    sharp = np.float32(sharpness(texels))
    shown: Columns = np.clip((share - np.float32(0.5)) * sharp + np.float32(0.5), 0.0, 1.0)
    return shown


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
