"""The shapes that rays meet: a box, a ball, a cone or a tube of the size 2 x 2 x 2, stretched and turned.

A ray is taken into a shape's own axes by a linear map, which keeps its parameter: what is hit first there is
hit first in the world. Own axes: boxes and balls are about the origin; cones and tubes stand along z, from
-1 with the radius 1 to +1 with the radius `top`; a tube has a hole of the radius `hole`. A mesh is triangles
in the box of that size.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from functools import cached_property
from typing import Any, Final

import numpy as np
from attrs import field, frozen
from numpy.typing import NDArray

from espire_dsl.meshes.value import Mesh
from espire_dsl.scene.rotation import Array, matmul

Column = NDArray[Any]
Columns = NDArray[np.float32]
Spot = tuple[float, float]
"""A radius and a height, in own axes."""

_DIGITS: Final = 9
_CORNERS: Final = np.array([[x, y, z] for x in (-1.0, 1.0) for y in (-1.0, 1.0) for z in (-1.0, 1.0)])


class Form(StrEnum):
    """The forms of shapes. A cylinder is a cone that is as wide above as below; tubes and meshes may be seen
    through, and throw shadows on themselves."""

    BOX = "box"
    BALL = "ball"
    CONE = "cone"
    TUBE = "tube"
    MESH = "mesh"


@frozen(eq=False)
class Shape:
    """A shape in the world: the columns of `axes` are its own axes, half its lengths long."""

    form: Form
    center: Array
    axes: Array
    top: float = 1.0
    hole: float = 0.0
    mesh: Mesh | None = None
    inward: Array = field(init=False)

    @inward.default
    def _inverse(self) -> Array:
        """Written out, in less than half of the time that a library takes for a matrix of this size."""
        (a, b, c), (d, e, f), (g, h, i) = self.axes.tolist()
        rows = (
            (e * i - f * h, c * h - b * i, b * f - c * e),
            (f * g - d * i, a * i - c * g, c * d - a * f),
            (d * h - e * g, b * g - a * h, a * e - b * d),
        )
        inverse: Array = np.array(rows) / (a * rows[0][0] + b * rows[1][0] + c * rows[2][0])
        return inverse

    @property
    def corners(self) -> Array:
        """The corners of the box around it, as rows."""
        corners: Array = corners_of([self])[0]
        return corners

    def own(self, points: Columns) -> tuple[Column, Column, Column]:
        """Points of the world in own axes."""
        x, y, z = points
        rows = np.column_stack([self.inward, -matmul(self.inward, self.center)]).tolist()
        own_x, own_y, own_z = (a * x + b * y + c * z + d for a, b, c, d in rows)
        return own_x, own_y, own_z

    @cached_property
    def sides(self) -> tuple[NDArray[np.int64], Columns]:
        """Which own axes are along its longest side, the next and the shortest, and half their lengths."""
        half = np.sqrt((self.axes**2).sum(axis=0))
        order = np.argsort(-half, kind="stable")
        return order, half[order].astype(np.float32)

    @property
    def profile(self) -> tuple[tuple[Spot, Spot], ...]:
        """The lines that sweep a cone or a tube about z, each with the outside on its right: the wall, the
        lower end, the upper one if there is one, and the wall of a hole."""
        hole = self.hole if self.form is Form.TUBE else 0.0
        top = round(self.top, _DIGITS)  # what ends in less than a point would have an end without an area
        lines = [((1.0, -1.0), (top, 1.0)), ((hole, -1.0), (1.0, -1.0))]
        if top > 0:
            lines.append(((top, 1.0), (hole, 1.0)))
        if hole > 0:
            lines.append(((hole, 1.0), (hole, -1.0)))
        return tuple(lines)

    @property
    def radius(self) -> float:
        """Of a ball around its centre that holds it."""
        return float(np.sqrt((self.axes**2).sum()))


def corners_of(shapes: Sequence[Shape]) -> Array:
    """The corners of the boxes around shapes: (shapes, corners, 3)."""
    axes, centers = np.stack([shape.axes for shape in shapes]), np.stack([shape.center for shape in shapes])
    corners: Array = np.einsum("ck,sik->sci", _CORNERS, axes) + centers[:, None]
    return corners


def volumes_of(shapes: Sequence[Shape]) -> Array:
    """An eighth of the volume of the box around each shape, which is enough to compare them."""
    volumes: Array = np.abs(np.linalg.det(np.stack([shape.axes for shape in shapes])))
    return volumes


def turned(by: Array, columns: Columns) -> Columns:
    """Many columns times a matrix, written out: for so few rows a library would only wait for its threads."""
    x, y, z = columns
    rows = [a * x + b * y + c * z for a, b, c in by.tolist()]
    return np.stack(rows)
