"""Which suite a file belongs to: the folder below the root of its project, or its own folder; and where the
words of its author are."""

from __future__ import annotations

import os
from pathlib import Path

from espire_dsl.language.lookup import ROOT_MARK
from espire_dsl.wording.own_words import WORDS_FOLDER


def suite_name(path: Path) -> tuple[str, str]:
    """The suite of a file, and the file's place below the root of its project."""
    root, folder = root_of(path), path.resolve().parent
    if root is None or root == folder:
        return folder.name, path.name
    place = path.resolve().relative_to(root)
    return place.parts[0], place.as_posix()


def root_of(path: Path) -> Path | None:
    """The root of the project that a file is in: the nearest folder above it with an espire.toml."""
    return next((folder for folder in path.resolve().parents if (folder / ROOT_MARK).is_file()), None)


def words_folder(path: Path) -> Path:
    """Where words of an author for the families of a file are, if there are any: beside the espire.toml of
    the project, or beside the file; relative if the file is."""
    home = root_of(path) or path.resolve().parent
    return (home if path.is_absolute() else Path(os.path.relpath(home))) / WORDS_FOLDER
