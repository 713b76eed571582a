"""What is measured outside of programs as well: how far things lean."""

from __future__ import annotations

import numpy as np

from espire_dsl.scene.error import SceneError
from espire_dsl.scene.mathematics import DEGREES, atan2, hypot
from espire_dsl.scene.node import Node
from espire_dsl.scene.quantize import quantize_array
from espire_dsl.scene.rotation import Array, matrix, turned


def tilts(axes: Array, uprights: Array) -> Array:
    """Degrees in [0, 90] between up and upright axes, taken as lines; NaN where there is no such axis.

    A book that stands on its head is as upright as one that does not: 180 counts as 0, 170 as 10.
    """
    x, y, z = turned(axes, uprights)
    return quantize_array(atan2(hypot(x, y), np.abs(z)) * DEGREES)


def tilt(node: Node) -> float:
    """How far a thing leans, in degrees."""
    if node.upright is None:
        raise SceneError(f'node "{node.id}" ({node.name}) has no upright axis, so it cannot be tilted')
    return float(tilts(matrix(node.quaternion), np.array(node.upright)))
