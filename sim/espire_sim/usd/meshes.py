"""Meshes for shapes that USD has no primitive for: cones cut off, tubes, and meshes of assets."""

from __future__ import annotations

import math
from typing import Final

from attrs import frozen

from espire_dsl.scene.node import Vector
from espire_sim.appearance.shape import Form, Shape

SIDES: Final = 32


@frozen
class FaceMesh:
    """Points, and faces as places of points, counter-clockwise seen from outside."""

    points: tuple[Vector, ...]
    faces: tuple[tuple[int, ...], ...]


def mesh_of(shape: Shape) -> FaceMesh:
    """A cone or a tube in its own axes: along z, from -1 with the radius 1 to +1 with the radius `top`; or
    the mesh of an asset."""
    if shape.mesh is not None:
        corners = tuple((x, y, z) for x, y, z in shape.mesh.unit.tolist())
        return FaceMesh(corners, tuple((a, b, c) for a, b, c in shape.mesh.triangles.tolist()))
    points = (*_ring(1.0, -1.0), *_ring(shape.top, 1.0))
    low, high = range(SIDES), range(SIDES, 2 * SIDES)
    walls = _wall(low, high)
    if shape.form is not Form.TUBE:
        return FaceMesh(points, (*walls, tuple(reversed(low)), tuple(high)))
    points += (*_ring(shape.hole, -1.0), *_ring(shape.hole, 1.0))
    inner_low, inner_high = range(2 * SIDES, 3 * SIDES), range(3 * SIDES, 4 * SIDES)
    inside = _wall(inner_high, inner_low)
    return FaceMesh(points, (*walls, *inside, *_wall(high, inner_high), *_wall(inner_low, low)))


def _ring(radius: float, height: float) -> tuple[Vector, ...]:
    angles = (2 * math.pi * place / SIDES for place in range(SIDES))
    return tuple((radius * math.cos(angle), radius * math.sin(angle), height) for angle in angles)


def _wall(low: range, high: range) -> tuple[tuple[int, ...], ...]:
    """Quads from one ring to another; seen from outside if the second is above, or within, the first."""
    return tuple(
        (low[place], low[(place + 1) % SIDES], high[(place + 1) % SIDES], high[place])
        for place in range(SIDES)
    )
