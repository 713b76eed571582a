"""Shapes as rows of numbers, as the shaders read them: four at a time, from a texture."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from espire_sim.appearance.patterns import FINE, kept
from espire_sim.appearance.prints.cells import CELLS, SIDES, corner_of
from espire_sim.appearance.prints.lookup import level_of, sharpness
from espire_sim.appearance.shape import Form, Shape
from espire_sim.appearance.textures import PATTERNS, PRINT, Texture
from espire_sim.rendering.surface import linear, pixel_at
from espire_sim.rendering.view import View

COLUMNS: Final = 11

_FORMS: Final = {Form.BOX: 0, Form.BALL: 1, Form.CONE: 2, Form.TUBE: 3}
_PLACES: Final = np.array([1, 3, 9])  # of the digits to the base of three that number a thing's sides


def records_of(shapes: Sequence[Shape], textures: Sequence[Texture], view: View) -> NDArray[np.float32]:
    """(shapes, COLUMNS, 4) numbers; shaders/shapes.glsl and shaders/colours.frag.glsl say what each is.

    Prints and fine patterns are as coarse as a view sees them.
    """
    rows = np.zeros((len(shapes), COLUMNS, 4), dtype=np.float32)
    for row, shape, texture in zip(rows, shapes, textures, strict=True):
        half = np.sqrt((shape.axes**2).sum(axis=0))
        row[0, :3], row[0, 3] = shape.center, _FORMS[shape.form]
        row[1:4, :3], row[1:4, 3] = shape.inward, (shape.top, shape.hole, PATTERNS.index(texture.pattern))
        row[4:7, :3], row[4:7, 3] = shape.axes.T, half
        row[7, :3], row[7, 3] = linear(np.array(texture.ground)), texture.scale
        row[8, :3], row[8, 3] = linear(np.array(texture.other)), np.argsort(-half, kind="stable") @ _PLACES
        if texture.pattern == PRINT:
            cell, (_, texels) = CELLS[texture.cell], pixel_at(texture, shape, view)
            row[9] = (*corner_of(cell, texture.title), cell.width, cell.height)
            row[10, :3] = SIDES.index(cell.side), level_of(texels), sharpness(texels)
        elif texture.pattern in FINE:
            row[10, 3] = kept(texture.scale, pixel_at(texture, shape, view)[0])
    return rows
