"""Finds packaged data: beside the package in a checkout, inside it in a wheel."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def resource_path(relative: str) -> Path:
    """The file or folder `relative` (for instance `grammar/espire.lark`) of the packaged data."""
    packaged = _PACKAGE / "_data" / relative
    if packaged.exists():
        return packaged
    return _PACKAGE.parent / relative
