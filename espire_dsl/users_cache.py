"""The user's cache folder: small JSON files, named by a hash of all that decides them.

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


def cache_folder() -> Path | None:
    """Where entries live: ESPIRE_CACHE_DIR, else the user's cache folder; None for a user who has none."""
    chosen = os.environ.get("ESPIRE_CACHE_DIR")
    if chosen:
        return Path(chosen)
    try:
        base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    except RuntimeError:
        return None
    return base / "espire" / "check"


def read_entry(path: Path) -> Any:
    """What an entry holds, or None for one that is not there or cannot be read."""
    try:
        return json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError):
        return None


def write_entry(path: Path, entry: Any) -> None:
    """Writes an entry; where that is not possible, nothing happens."""
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile("w", dir=path.parent, delete=False, encoding="utf-8") as out:
            out.write(json.dumps(entry))
        os.replace(out.name, path)
