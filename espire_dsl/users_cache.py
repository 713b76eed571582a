"""The user's cache folder: small files, named by a hash of all that decides them.

They are written whole or not at all; so concurrent runs cannot disturb one another, and deleting any of them
is harmless.
"""

from __future__ import annotations

import contextlib
import json
import os
import tempfile
from pathlib import Path
from typing import Any


def cache_folder(kind: str = "check") -> Path | None:
    """Where entries of a kind live: in ESPIRE_CACHE_DIR, else the user's cache folder; None for a user who
    has none."""
    chosen = os.environ.get("ESPIRE_CACHE_DIR")
    if chosen:
        return Path(chosen) / kind
    try:
        base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    except RuntimeError:
        return None
    return base / "espire" / kind


def read_entry(path: Path) -> Any:
    """What an entry holds, or None for one that is not there or cannot be read."""
    try:
        return json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError):
        return None


def write_entry(path: Path, entry: Any) -> None:
    """Writes an entry; where that is not possible, nothing happens."""
    write_file(path, json.dumps(entry).encode())


def write_file(path: Path, content: bytes) -> None:
    """Writes a file whole or not at all; where that is not possible, nothing happens."""
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        number, name = tempfile.mkstemp(dir=path.parent)
        try:
            with open(number, "wb") as out:
                out.write(content)
            os.replace(name, path)
        except BaseException:
            os.unlink(name)
            raise


def prune(folder: Path, most: int) -> None:
    """Forgets the oldest entries when there are too many."""
    with contextlib.suppress(OSError):
        entries = [(entry.stat().st_mtime, entry.path) for entry in os.scandir(folder)]
        for _, path in sorted(entries)[: max(0, len(entries) - most)]:
            os.unlink(path)
