"""Where modules are found. `use a.b` is the file a/b.espire in the folder of the file that says so, or in a
folder above it, up to the project's root: the nearest one with an espire.toml, else the folder given."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

ROOT_MARK = "espire.toml"


def resolve(name: str, importer: Path, roots: Iterable[Path]) -> Path | None:
    """The file that `use name` means in a file, or None."""
    relative = Path(*name.split(".")).with_suffix(".espire")
    for folder in search_folders(importer, roots):
        if os.path.isfile(folder / relative):
            return folder / relative
    return None


def absent_before(importer: Path, names: Iterable[str], roots: Iterable[Path]) -> list[Path]:
    """Places that are looked at before the one where each import was found: a file that turned up there
    would be imported instead."""
    absent: list[Path] = []
    roots = tuple(roots)
    for name in names:
        relative = Path(*name.split(".")).with_suffix(".espire")
        for folder in search_folders(importer, roots):
            if os.path.isfile(folder / relative):
                break
            absent.append(folder / relative)
    return absent


def search_folders(importer: Path, roots: Iterable[Path]) -> list[Path]:
    """The folder of a file and those above it, up to the root of its project."""
    above = _ancestors(importer)
    for index, folder in enumerate(above):
        if (folder / ROOT_MARK).is_file():
            return above[: index + 1]
    stops = {os.path.abspath(root) for root in roots}
    for index, folder in enumerate(above):
        if os.path.abspath(folder) in stops:
            return above[: index + 1]
    return above[:1]


def _ancestors(importer: Path) -> list[Path]:
    """All folders above a file; relative if the file is, so that each file goes by one path."""
    folders = list(Path(os.path.abspath(importer)).parents)
    return folders if importer.is_absolute() else [Path(os.path.relpath(folder)) for folder in folders]
