"""Meshes that were read, by what is in their files and how they are put into their boxes.

Reading one takes a second, most of which goes into the import of a library. So what was read is stored in the
user's cache folder as plain arrays; what is broken or missing there is made again.
"""

from __future__ import annotations

import hashlib
import zipfile
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import Final

import numpy as np

from espire_dsl.catalogue.shape import MeshFile, Vector
from espire_dsl.meshes.error import MeshError, Trouble
from espire_dsl.meshes.limits import GRID
from espire_dsl.meshes.read import read_mesh
from espire_dsl.meshes.value import Mesh
from espire_dsl.users_cache import cache_folder, write_file

_FORMAT: Final = 1


@lru_cache(maxsize=256)
def stored_mesh(file: MeshFile, box: Vector) -> Mesh:
    """The mesh of an asset. Raises MeshError for a file that is not the one that was checked."""
    folder = cache_folder("meshes")
    entry = None if folder is None else folder / f"{_key(file, box)}.npz"
    found = None if entry is None else _from(entry)
    if found is None:
        found = _read(file, box)
        if entry is not None:
            _put(entry, found)
    return found


def _read(file: MeshFile, box: Vector) -> Mesh:
    path = Path(file.path)
    try:
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError as error:
        raise MeshError(Trouble.UNREADABLE, f"{path.name} cannot be read: {error.strerror}") from None
    if digest != file.digest:
        raise MeshError(Trouble.UNREADABLE, f"{path.name} has changed since it was checked")
    return read_mesh(path, box, file.scale, file.up)


def _key(file: MeshFile, box: Vector) -> str:
    fitted = None if file.scale is None else box
    said = repr((_FORMAT, GRID, file.digest, Path(file.path).suffix.lower(), file.scale, file.up, fitted))
    return hashlib.sha256(said.encode()).hexdigest()


def _from(entry: Path) -> Mesh | None:
    try:
        with entry.open("rb") as file, np.load(file, allow_pickle=False) as arrays:
            vertices, triangles = arrays["vertices"], arrays["triangles"]
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile):
        return None
    for rows in (vertices, triangles):
        if rows.ndim != 2 or rows.shape[1] != 3 or rows.dtype != np.int32 or len(rows) == 0:
            return None
    if np.abs(vertices).max() > GRID // 2 or triangles.min() < 0 or triangles.max() >= len(vertices):
        return None
    return Mesh(vertices, triangles)


def _put(entry: Path, mesh: Mesh) -> None:
    content = BytesIO()
    np.savez_compressed(content, vertices=mesh.vertices, triangles=mesh.triangles)
    write_file(entry, content.getvalue())
