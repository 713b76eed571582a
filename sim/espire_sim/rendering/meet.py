"""Where rays first meet a shape, in the shape's own axes; and which way a mesh faces there.

Rays start outside of the shape: all at one point, or each at its own and all in one direction. Infinity
stands for a miss.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from espire_dsl.meshes.value import Mesh
from espire_dsl.scene.rotation import Array
from espire_sim.appearance.shape import Columns, Shape
from espire_sim.rendering.tracing import FORMS, meet_rays
from espire_sim.rendering.triangles import Directions, Origins, first_triangles, triangle_normals

_FLAT: Final = 1e-12


def first_hits(shape: Shape, origin: Origins, directions: Directions) -> Array:
    """The parameter at which each ray enters the shape, all in the shape's own axes."""
    if shape.mesh is not None:
        return first_triangles(shape.mesh, origin, directions)[0]
    parts = [np.asarray(part, dtype=np.float64) for part in np.broadcast_arrays(*origin, *directions)]
    rays = np.stack([part.ravel() for part in parts])
    found = np.empty(rays.shape[1])
    meet_rays(FORMS[shape.form], shape.top, shape.hole, rays[:3], rays[3:], found)
    return found.reshape(parts[0].shape)


def mesh_normals(mesh: Mesh, points: Columns, eye: Origins) -> Columns:
    """Of the triangles that are seen from an eye at these points, the normals; all in the mesh's own axes,
    points as columns."""
    x, y, z = points.astype(np.float64) - np.asarray(eye).reshape(3, -1)
    _, which = first_triangles(mesh, eye, (x, y, z))
    found = triangle_normals(mesh)[:, np.maximum(which, 0)]
    found /= np.maximum(np.sqrt((found * found).sum(axis=0)), _FLAT)
    # A point at the rim that rounding has put beside all triangles faces the eye.
    faces: Columns = np.where(which < 0, -np.stack([x, y, z]), found).astype(np.float32)
    return faces
