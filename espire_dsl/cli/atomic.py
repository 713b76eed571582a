"""Writing a file whole: a reader sees the old text or the new one, or none, never a part."""

from __future__ import annotations

import errno
import os
import shutil
import tempfile
from pathlib import Path


def create_text(path: Path, text: str) -> None:
    """Writes a new file in UTF-8; where that fails half way, there is none."""
    with path.open("x", encoding="utf-8", newline="\n") as file:
        try:
            file.write(text)
            file.flush()
        except BaseException:
            path.unlink()
            raise


def replace_text(path: Path, text: str) -> None:
    """Writes `text` in UTF-8 to an existing file, keeping its permissions; a link stays a link."""
    target = os.path.realpath(path)
    if not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, "the file may not be written", str(path))
    folder, name = os.path.split(target)
    descriptor, temporary = tempfile.mkstemp(dir=folder, prefix=f".{name}.", suffix=".tmp")
    try:
        with open(descriptor, "wb") as file:
            file.write(text.encode("utf-8"))
            file.flush()
            os.fsync(file.fileno())
        shutil.copymode(target, temporary)
        os.replace(temporary, target)
    except BaseException:
        os.unlink(temporary)
        raise
