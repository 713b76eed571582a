"""Which face of a box a point lies on."""

from __future__ import annotations

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from espire_dsl.scene.box import Box
from espire_dsl.scene.node import Vector
from espire_dsl.scene.rotation import Array


@frozen
class Face:
    """A face of a box: the own axis that it is across, and its side of that, 1 or -1."""

    axis: int
    side: int

    def normal(self, box: Box) -> Array:
        """The unit vector out of the box."""
        outward: Array = box.axes[:, self.axis] * self.side
        return outward


def face_of(box: Box, point: Vector) -> Face:
    """The face whose plane is nearest to a point of the box's surface, or of what is inside the box."""
    axes, sides = faces_of(box, np.array([point]))
    return Face(int(axes[0]), int(sides[0]))


def faces_of(box: Box, points: Array) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The faces of points (rows): their axes and sides."""
    own = (points - box.center) @ box.axes
    axes: NDArray[np.int64] = np.abs(np.abs(own) - box.half).argmin(axis=1)
    sides = np.where(own[np.arange(len(own)), axes] >= 0, 1, -1)
    return axes, sides
