"""A triangle mesh whose vertices are whole numbers, so that it is the same on every machine."""

from __future__ import annotations

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from espire_dsl.meshes.limits import GRID

Whole = NDArray[np.int32]
Array = NDArray[np.float64]


@frozen(eq=False)
class Mesh:
    """Triangles over vertices on a grid of GRID steps along each side of the asset's box, about its middle.

    Vertices are sorted and differ; triangles have an area. `colour` is their mean, such as "#c79a62", where
    the file has any.
    """

    vertices: Whole
    triangles: Whole
    colour: str | None = None

    @property
    def unit(self) -> Array:
        """The vertices in a box from -1 to 1."""
        return self.vertices / (GRID / 2)
