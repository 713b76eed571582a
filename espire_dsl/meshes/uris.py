"""References from one file to another."""

from __future__ import annotations

import re
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import Final

_SCHEME: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")


def is_beside(name: str) -> bool:
    """Whether a reference is a relative path that stays in its folder, as it is written."""
    if not name or _SCHEME.match(name) or "\\" in name or "\0" in name:
        return False
    path = PurePosixPath(name)
    return not path.is_absolute() and not PureWindowsPath(name).is_absolute() and ".." not in path.parts


def stays_in(folder: Path, path: Path) -> bool:
    """Whether a path is in a folder once all links are followed."""
    try:
        return path.resolve().is_relative_to(folder.resolve())
    except (OSError, RuntimeError):
        return False
