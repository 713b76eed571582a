"""Meshes in the user's cache folder: read once, and read again where what is there is broken."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from espire_dsl.catalogue.shape import MeshFile
from espire_dsl.meshes import store
from espire_dsl.meshes.error import MeshError
from tests.meshes.making import write_obj

BOX = (0.1, 0.1, 0.1)
pytest.importorskip("trimesh")


@pytest.fixture
def cube(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> MeshFile:
    monkeypatch.setenv("ESPIRE_CACHE_DIR", str(tmp_path / "cache"))
    store.stored_mesh.cache_clear()
    path = write_obj(tmp_path / "cube.obj")
    return MeshFile(str(path), hashlib.sha256(path.read_bytes()).hexdigest())


def entry(tmp_path: Path) -> Path:
    (found,) = (tmp_path / "cache" / "meshes").iterdir()
    return found


def test_what_is_stored_is_what_was_read(
    cube: MeshFile, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    once = store.stored_mesh(cube, BOX)
    assert entry(tmp_path).is_file()
    store.stored_mesh.cache_clear()
    monkeypatch.setattr(store, "read_mesh", None)
    again = store.stored_mesh(cube, BOX)
    assert again.vertices.tolist() == once.vertices.tolist()
    assert again.triangles.tolist() == once.triangles.tolist()


@pytest.mark.parametrize("broken", [b"", b"PK\x03\x04", b"nonsense"])
def test_a_broken_entry_is_made_again(cube: MeshFile, tmp_path: Path, broken: bytes) -> None:
    once = store.stored_mesh(cube, BOX)
    entry(tmp_path).write_bytes(broken)
    store.stored_mesh.cache_clear()
    assert store.stored_mesh(cube, BOX).vertices.tolist() == once.vertices.tolist()
    assert entry(tmp_path).stat().st_size > len(broken)


def test_a_file_that_has_changed_is_refused(cube: MeshFile, tmp_path: Path) -> None:
    write_obj(tmp_path / "cube.obj", before="# changed\n")
    with pytest.raises(MeshError, match=r"cube\.obj has changed since it was checked"):
        store.stored_mesh(cube, BOX)
    (tmp_path / "cube.obj").unlink()
    with pytest.raises(MeshError, match="cannot be read"):
        store.stored_mesh(cube, BOX)
