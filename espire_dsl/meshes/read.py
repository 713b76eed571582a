"""Reads a mesh: its file is looked over, read with trimesh, fitted into the asset's box, and quantized."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from espire_dsl.catalogue.shape import Axis, Vector
from espire_dsl.meshes import glb, obj
from espire_dsl.meshes.error import MeshError, Trouble
from espire_dsl.meshes.limits import GRID, MOST_BYTES, MOST_TRIANGLES, MOST_VERTICES
from espire_dsl.meshes.overview import Overview, mixed
from espire_dsl.meshes.value import Array, Mesh

FORMATS: Final[Mapping[str, Callable[[Path], Overview]]] = {".glb": glb.look_over, ".obj": obj.look_over}
UP_OF: Final[Mapping[str, Axis]] = {".glb": "y", ".obj": "z"}
"""Which axis of a file points upwards, where an asset does not say so. GLB prescribes y."""
# For each axis that points upwards, which axes of the file are the own x (front), y (left) and z (up).
_OWN_AXES: Final[Mapping[Axis, tuple[int, int, int]]] = {"z": (0, 1, 2), "y": (2, 0, 1), "x": (1, 2, 0)}
_ROUNDING: Final = 1e-6


def look_over(path: Path) -> Overview:
    """What a file tells without reading its vertices; raises MeshError for one that cannot be used."""
    try:
        size = path.stat().st_size
        if size > MOST_BYTES:
            raise MeshError(
                Trouble.TOO_LARGE,
                f"it has {size / 2**20:,.0f} MiB; at most {MOST_BYTES // 2**20} MiB are read",
            )
        found = FORMATS[path.suffix.lower()](path)
    except OSError as error:
        raise MeshError(Trouble.UNREADABLE, f"it cannot be read: {error.strerror}") from None
    if found.triangles > MOST_TRIANGLES:
        raise MeshError(
            Trouble.TOO_LARGE, f"it has {found.triangles:,} triangles; at most {MOST_TRIANGLES:,} are read"
        )
    if found.triangles == 0:
        raise MeshError(Trouble.BROKEN, "it has no triangles")
    return found


def read_mesh(path: Path, box: Vector, scale: float | None, up: Axis) -> Mesh:
    """The mesh in a file, in the axes of an asset's box. Without a scale it is stretched to fill the box;
    with one, it stands on the ground in its middle, and must fit."""
    known = look_over(path)
    vertices, triangles, colour = _arrays(path)
    if not np.isfinite(vertices).all():
        raise MeshError(Trouble.BROKEN, "it has a vertex that is not finite")
    if len(triangles) == 0:
        raise MeshError(Trouble.BROKEN, "it has no triangles")
    used = vertices[np.unique(triangles)][:, _OWN_AXES[up]]
    low, high = used.min(axis=0), used.max(axis=0)
    own = _fitted(vertices[:, _OWN_AXES[up]], low, high, box, scale)
    return quantized(own, triangles, known.colour or colour)


def quantized(vertices: Array, triangles: NDArray[np.int64], colour: str | None = None) -> Mesh:
    """Vertices in shares of the box about its middle, put on the grid; equal ones are joined, and triangles
    without an area left out."""
    steps = np.rint(np.clip(vertices, -0.5, 0.5) * GRID).astype(np.int64)
    corners = steps[triangles]
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    kept = corners[(normals != 0).any(axis=1)]
    if len(kept) == 0:
        raise MeshError(Trouble.BROKEN, "none of its triangles has an area")
    points, places = np.unique(kept.reshape(-1, 3), axis=0, return_inverse=True)
    return Mesh(points.astype(np.int32), places.reshape(-1, 3).astype(np.int32), colour)


def _arrays(path: Path) -> tuple[Array, NDArray[np.int64], str | None]:
    """Vertices, triangles and the mean colour of vertices as trimesh reads them, which is imported only here,
    as that takes a second."""
    import trimesh

    try:
        with path.open("rb") as file, warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            scene = trimesh.load_scene(
                file, file_type=path.suffix.lower()[1:], process=False, skip_materials=True
            )
            mesh = scene.to_mesh()
            vertices = np.asarray(mesh.vertices, dtype=np.float64).reshape(-1, 3)
            triangles = np.asarray(mesh.faces, dtype=np.int64).reshape(-1, 3)
            colour = _colour_of_vertices(mesh.visual)
    except MemoryError:
        raise
    except Exception as error:
        # Whatever a reader of files by others stumbles over, the file is what is wrong.
        raise MeshError(Trouble.BROKEN, f"it cannot be read as a mesh ({type(error).__name__})") from None
    if len(vertices) > MOST_VERTICES or len(triangles) > MOST_TRIANGLES:
        raise MeshError(
            Trouble.TOO_LARGE, f"it has {len(triangles):,} triangles; at most {MOST_TRIANGLES:,} are read"
        )
    if len(triangles) and (triangles.min() < 0 or triangles.max() >= len(vertices)):
        raise MeshError(Trouble.BROKEN, "a triangle has a corner that is not there")
    return vertices, triangles, colour


def _colour_of_vertices(visual: Any) -> str | None:
    """The mean of the colours that vertices or triangles have, in a file without materials."""
    if visual.kind not in ("vertex", "face"):
        return None
    colours = visual.vertex_colors if visual.kind == "vertex" else visual.face_colors
    red, green, blue = (np.asarray(colours, dtype=np.float64)[:, :3].mean(axis=0) / 255).tolist()
    return mixed([(1.0, (red, green, blue))])


def _fitted(vertices: Array, low: Array, high: Array, box: Vector, scale: float | None) -> Array:
    """Vertices in shares of the box, about its middle."""
    lengths = high - low
    if scale is None:
        flat = [axis for axis, length in zip("xyz", lengths.tolist(), strict=True) if length <= 0]
        if flat:
            raise MeshError(
                Trouble.BROKEN,
                f"it is flat along {flat[0]}, and cannot be stretched to a box",
                "say how many metres its unit has: `scale: 1`",
            )
        return (vertices - (low + high) / 2) / lengths
    sides = np.asarray(box)
    beyond = lengths * scale - sides
    worst = int(np.argmax(beyond / sides))
    if beyond[worst] > _ROUNDING * sides[worst]:
        raise MeshError(
            Trouble.DOES_NOT_FIT,
            f"at this scale it has {100 * lengths[worst] * scale:g} cm along {'xyz'[worst]}, "
            f"and its box {100 * sides[worst]:g} cm",
        )
    middle = np.array([(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, low[2]])
    placed: Array = (vertices - middle) * scale / sides - (0.0, 0.0, 0.5)
    return placed
