"""Files of our own in folders that others may touch: written whole or not at all, never through a link."""

from __future__ import annotations

import errno
import os
import secrets
from pathlib import Path

from espire_dsl.tasks.error import TaskSetError

_NO_LINK = getattr(os, "O_NOFOLLOW", 0)
_BINARY = getattr(os, "O_BINARY", 0)


def own_folder(path: Path) -> None:
    """Makes a folder, unless it is there; a link in its place is refused, as it leads elsewhere."""
    if path.is_symlink():
        raise TaskSetError(f"{path}: this is a link, and nothing is written through links; remove it")
    path.mkdir(parents=True, exist_ok=True)


def write_whole(path: Path, content: bytes) -> None:
    """Writes a file as the user's mask of permissions says; a reader sees the old one or the new one.

    A link of that name is replaced, and what it leads to stays as it is.
    """
    unfinished = path.with_name(f".{path.name[:80]}.{secrets.token_hex(4)}")
    descriptor = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _NO_LINK | _BINARY, 0o666)
    try:
        with open(descriptor, "wb") as file:
            file.write(content)
        os.replace(unfinished, path)
    except BaseException:
        unfinished.unlink(missing_ok=True)
        raise


def read_own(path: Path) -> bytes:
    """The content of a file; a link counts as no file."""
    try:
        descriptor = os.open(path, os.O_RDONLY | _NO_LINK | _BINARY)
    except OSError as error:
        if error.errno == errno.ELOOP:
            raise FileNotFoundError(errno.ENOENT, "this is a link", str(path)) from None
        raise
    with open(descriptor, "rb") as file:
        return file.read()


def is_inside(path: Path, folder: Path) -> bool:
    """Whether a path, after all links and dots, is a place in a folder."""
    try:
        return Path(os.path.realpath(path)).is_relative_to(os.path.realpath(folder))
    except ValueError:  # a name that no file can have
        return False
