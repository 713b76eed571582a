"""The folder of an export: made whole beside its place, and put there at the end."""

from __future__ import annotations

import os
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from espire_dsl.diagnostics.error import UsageError


@contextmanager
def new_folder(target: Path) -> Iterator[Path]:
    """A folder to write into, which gets its name when all is written; what is there is never replaced."""
    if target.exists() and (not target.is_dir() or any(target.iterdir())):
        raise UsageError(f"{target}: this is there already; name a folder that is new or empty")
    target.parent.mkdir(parents=True, exist_ok=True)
    unfinished = target.with_name(f".{target.name[:80]}.{secrets.token_hex(4)}")
    unfinished.mkdir()
    try:
        yield unfinished
        os.replace(unfinished, target)
    except BaseException:
        shutil.rmtree(unfinished, ignore_errors=True)
        raise
