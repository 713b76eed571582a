"""What this package is, as a short text: it differs whenever what is drawn, settled or seen may differ."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final

_PACKAGE: Final = Path(__file__).resolve().parent
_MADE_OF: Final = ("*.py", "*.toml", "*.json")


@cache
def fingerprint(*packages: str) -> str:
    """A hash of the code and the data of this package, and of the versions of others that it works with."""
    digest = sha256()
    for file in sorted(file for pattern in _MADE_OF for file in _PACKAGE.rglob(pattern)):
        digest.update(f"{file.relative_to(_PACKAGE).as_posix()}\0".encode() + file.read_bytes() + b"\0")
    digest.update(" ".join(f"{name} {_version(name)}" for name in packages).encode())
    return digest.hexdigest()


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "none"
