"""Where rays first meet a shape, in the shape's own axes; and which way its surface faces there.

Rays start outside of the shape: all at one point, or each at its own and all in one direction. Infinity
stands for a miss.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from espire_dsl.meshes.value import Mesh
from espire_dsl.scene.rotation import Array
from espire_sim.appearance.shape import Columns, Form, Shape, turned
from espire_sim.rendering.triangles import Directions, Origins, first_triangles, triangle_normals

_FLAT: Final = 1e-12
_CAP: Final = 1e-4
_RIM: Final = 1 + 1e-9  # with what rounding takes from a ray through the tip of a cone


def first_hits(shape: Shape, origin: Origins, directions: Directions) -> Array:
    """The parameter at which each ray enters the shape, all in the shape's own axes."""
    if shape.form is Form.BOX:
        return _box(origin, directions)
    if shape.form is Form.BALL:
        return _ball(origin, directions)
    if shape.mesh is not None:
        return first_triangles(shape.mesh, origin, directions)[0]
    hits = np.minimum(_caps(shape, origin, directions), _side(shape, origin, directions))
    if shape.form is Form.TUBE:
        hits = np.minimum(hits, _inner_side(shape, origin, directions))
    return hits


def normals(shape: Shape, points: Columns, eye: Origins) -> Columns:
    """Unit normals in the world, at points on the surface that are seen from an eye; all in own axes, points
    as columns."""
    if shape.form is Form.BOX:
        outward = shape.inward.T.astype(np.float32)
        sides = outward / np.sqrt((outward * outward).sum(axis=0))
        x, y, z = points
        a, b, c = np.abs(points)
        first, second = (a >= b) & (a >= c), b >= c
        back = np.where(first, x, np.where(second, y, z)) < 0
        face = np.where(first, 0, np.where(second, 1, 2)) + 3 * back
        faces: Columns = np.take(np.concatenate([sides, -sides], axis=1), face, axis=1)
        return faces
    x, y, z = turned(shape.inward.T, _own_normals(shape, points, eye))
    unit: Columns = np.stack([x, y, z]) / np.maximum(np.sqrt(x * x + y * y + z * z), np.float32(_FLAT))
    return unit


def _own_normals(shape: Shape, points: Columns, eye: Origins) -> Columns:
    if shape.mesh is not None:
        return _mesh_normals(shape.mesh, points, eye)
    return points if shape.form is Form.BALL else _round_normals(shape, points)


def _mesh_normals(mesh: Mesh, points: Columns, eye: Origins) -> Columns:
    """Those of the triangles that are seen from the eye at these points."""
    x, y, z = points.astype(np.float64) - np.asarray(eye).reshape(3, -1)
    _, which = first_triangles(mesh, eye, (x, y, z))
    found = triangle_normals(mesh)[:, np.maximum(which, 0)]
    found /= np.maximum(np.sqrt((found * found).sum(axis=0)), _FLAT)
    # A point at the rim that rounding has put beside all triangles faces the eye.
    faces: Columns = np.where(which < 0, -np.stack([x, y, z]), found).astype(np.float32)
    return faces


def _box(origin: Origins, directions: Directions) -> Array:
    (ox, oy, oz), (dx, dy, dz) = origin, directions
    (enter, leave), *others = _slab(ox, dx), _slab(oy, dy), _slab(oz, dz)
    for later, earlier in others:
        enter, leave = np.maximum(enter, later, out=later), np.minimum(leave, earlier, out=earlier)
    missed = enter > leave
    missed |= enter <= 0
    np.copyto(enter, np.inf, where=missed)
    return enter


def _slab(start: float | Array, run: Array) -> tuple[Array, Array]:
    """Where rays enter and leave what is between -1 and 1 on one axis."""
    level = np.abs(run) < _FLAT
    step = 1.0 / (np.where(level, _FLAT, run) if level.any() else run)
    middle = step * -start
    reach = np.abs(step, out=step)
    return middle - reach, np.add(middle, reach, out=middle)


def _ball(origin: Origins, directions: Directions) -> Array:
    (ox, oy, oz), (dx, dy, dz) = origin, directions
    a = dx * dx + dy * dy + dz * dz
    b = ox * dx + oy * dy + oz * dz
    inside = b * b - a * (ox * ox + oy * oy + oz * oz - 1)
    hit = (-b - np.sqrt(np.maximum(inside, 0.0))) / np.maximum(a, _FLAT)
    return np.where((inside >= 0) & (hit > 0), hit, np.inf)


def _caps(shape: Shape, origin: Origins, directions: Directions) -> Array:
    """The nearer of the two flat ends; from outside only the one that faces the origin can be first."""
    (ox, oy, oz), (dx, dy, dz) = origin, directions
    outside = np.abs(oz) > 1
    if not np.any(outside):
        return np.full(np.broadcast_shapes(dx.shape, dz.shape), np.inf)
    level, radius = np.where(oz > 0, 1.0, -1.0), np.where(oz > 0, shape.top, 1.0)
    hit = (level - oz) / np.where(np.abs(dz) < _FLAT, _FLAT, dz)
    x, y = ox + hit * dx, oy + hit * dy
    off = x * x + y * y
    met = outside & (hit > 0) & (off <= radius**2) & (off >= shape.hole**2)
    return np.where(met, hit, np.inf)


def _side(shape: Shape, origin: Origins, directions: Directions) -> Array:
    """x^2 + y^2 = r(z)^2, where r goes from 1 at the bottom to `top`."""
    (ox, oy, oz), (dx, dy, dz) = origin, directions
    slope = (shape.top - 1) / 2
    radius = 1 + slope * (oz + 1)
    fall = slope * dz
    a = dx * dx + dy * dy - fall * fall
    b = ox * dx + oy * dy - radius * fall
    inside = b * b - a * (ox * ox + oy * oy - radius * radius)
    root = np.sqrt(np.maximum(inside, 0.0))
    meets = inside >= -_FLAT * b * b
    a = np.where(np.abs(a) < _FLAT, _FLAT, a)
    found = np.full_like(inside, np.inf)
    for hit in ((-b - root) / a, (-b + root) / a):
        good = meets & (hit > 0) & (np.abs(oz + hit * dz) <= _RIM) & (hit < found)
        found = np.where(good, hit, found)
    return found


def _inner_side(shape: Shape, origin: Origins, directions: Directions) -> Array:
    """The wall of the hole, which is met from within."""
    (ox, oy, oz), (dx, dy, dz) = origin, directions
    a = np.maximum(dx * dx + dy * dy, _FLAT)
    b = ox * dx + oy * dy
    inside = b * b - a * (ox * ox + oy * oy - shape.hole**2)
    hit = (-b + np.sqrt(np.maximum(inside, 0.0))) / a
    return np.where((inside >= 0) & (hit > 0) & (np.abs(oz + hit * dz) <= _RIM), hit, np.inf)


def _round_normals(shape: Shape, points: Columns) -> Columns:
    x, y, z = points
    off = np.sqrt(x * x + y * y)
    own = np.stack([x, y, np.float32((1 - shape.top) / 2) * off])
    if shape.form is Form.TUBE:
        own[:, off < (1 + shape.hole) / 2] *= -1
    ends = np.abs(z) > 1 - _CAP
    own[:2, ends] = 0.0
    own[2, ends] = np.sign(z[ends])
    return own
