"""Hashes of the files of a task set: each file beside the manifest, and each folder as a whole."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import file_digest, sha256
from pathlib import Path
from typing import Final

from espire_dsl.tasks.files import MANIFEST, TIMINGS
from espire_dsl.tasks.folders import SHARDS

_UNHASHED: Final = frozenset({MANIFEST, TIMINGS})


def file_hashes(folder: Path) -> dict[str, str]:
    """SHA-256 by name; a folder's name ends with a slash, and its hash is one of all files and their names,
    but for shards, each of which has its own.

    The manifest, which holds these hashes, the timings, and hidden files and folders are left out.
    """
    return {
        name: hash_of(folder, name)
        for name in _names(folder)
        if name not in _UNHASHED and not name.startswith(".")
    }


def _names(folder: Path) -> Iterator[str]:
    for path in sorted(folder.iterdir()):
        if path.name == SHARDS and path.is_dir():
            yield from (f"{SHARDS}/{shard.name}" for shard in sorted(path.iterdir()) if shard.is_file())
        else:
            yield f"{path.name}/" if path.is_dir() else path.name


def hash_of(folder: Path, name: str) -> str:
    """The hash of a file of a task set, or of a folder in it if the name ends with a slash."""
    return folder_hash(folder / name) if name.endswith("/") else file_hash(folder / name)


def file_hash(path: Path) -> str:
    """SHA-256 of a file, in hexadecimal digits."""
    with path.open("rb") as file:
        return file_digest(file, "sha256").hexdigest()


def folder_hash(folder: Path) -> str:
    """One hash of all files below a folder and their names; links are none of them."""
    total = sha256()
    for path in sorted(p for p in folder.rglob("*") if p.is_file() and not p.is_symlink()):
        total.update(f"{path.relative_to(folder).as_posix()}\0{file_hash(path)}\n".encode())
    return total.hexdigest()
