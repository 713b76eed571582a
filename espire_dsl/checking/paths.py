"""From the paths that someone names to the .espire files they mean."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from espire_dsl.diagnostics.error import UsageError

SUFFIX = ".espire"


def espire_files(paths: Sequence[str | Path]) -> list[Path]:
    """The files meant, each once: those of a folder in the order of their names, hidden ones left out.

    Raises `UsageError` that names every path which cannot be used.
    """
    problems: list[str] = []
    found: dict[str, Path] = {}
    for path in map(Path, paths):
        for file in _files_of(path, problems):
            found.setdefault(os.path.realpath(file), file)
    if problems:
        raise UsageError("\n".join(problems))
    return list(found.values())


def roots_of(paths: Sequence[str | Path]) -> list[Path]:
    """Where imports may be looked for: the folders given, or those of the files given."""
    return [path if path.is_dir() else path.parent for path in map(Path, paths)]


def _files_of(path: Path, problems: list[str]) -> list[Path]:
    if path.is_dir():
        before = len(problems)
        files = sorted(_walk(path, problems))
        if not files and len(problems) == before:
            problems.append(f"{path}: this folder has no {SUFFIX} files")
        return files
    if not path.exists():
        problems.append(f"{path}: there is no such file or folder")
    elif not path.is_file():
        problems.append(f"{path}: this is neither a file nor a folder")
    elif path.suffix != SUFFIX:
        problems.append(f"{path}: this is not an {SUFFIX} file")
    else:
        return [path]
    return []


def _walk(root: Path, problems: list[str]) -> Iterator[Path]:
    """Follows symbolic links to folders, but enters no folder twice, so that loops of links end."""
    entered: set[str] = set()
    waiting = [root]
    while waiting:
        folder = waiting.pop()
        real = os.path.realpath(folder)
        if real in entered:
            continue
        entered.add(real)
        try:
            names = sorted(os.listdir(folder))
        except OSError as error:
            problems.append(f"{folder}: {error.strerror}")
            continue
        for path in (folder / name for name in names if not name.startswith(".")):
            if path.is_dir():
                waiting.append(path)
            elif path.suffix == SUFFIX and path.is_file():
                yield path
            elif path.suffix == SUFFIX and not path.exists():
                problems.append(f"{path}: this link leads nowhere")
