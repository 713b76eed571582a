"""What code and data are, as short texts: they differ whenever what is drawn, settled or seen may differ."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from hashlib import sha256
from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as installed_version
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

import attrs

_PACKAGE: Final = "espire_sim"
_MADE_OF: Final = ("*.py", "*.toml", "*.json")


@cache
def fingerprint(*packages: str) -> str:
    """A hash of the code and the data of this package, and of the versions of others that it works with."""
    digest = sha256(code_hash(_PACKAGE).encode())
    digest.update(" ".join(f"{name} {version}" for name, version in versions(*packages).items()).encode())
    return digest.hexdigest()


@cache
def code_hash(package: str) -> str:
    """A hash of all code and data in the files of a package, or of a module that is a file of its own."""
    digest = sha256()
    for root, file in _files(package):
        digest.update(f"{file.relative_to(root).as_posix()}\0".encode() + file.read_bytes() + b"\0")
    return digest.hexdigest()


def description_hash(value: object) -> str:
    """A hash of a value made of attrs classes, mappings, sequences and plain values: of all that it says."""
    return sha256(repr(_plain(value)).encode()).hexdigest()


def providers(value: Any) -> frozenset[str]:
    """The packages whose classes a description is made of."""
    if attrs.has(type(value)):
        inner = (
            part for field in attrs.fields(type(value)) for part in providers(getattr(value, field.name))
        )
        return frozenset(inner) | {type(value).__module__.partition(".")[0]}
    if isinstance(value, Mapping):
        return frozenset(part for item in value.values() for part in providers(item))
    if isinstance(value, tuple | list):
        return frozenset(part for item in value for part in providers(item))
    return frozenset()


def _plain(value: Any) -> object:
    if attrs.has(type(value)):
        fields = [(field.name, _plain(getattr(value, field.name))) for field in attrs.fields(type(value))]
        return (f"{type(value).__module__}.{type(value).__qualname__}", *fields)
    if isinstance(value, Mapping):
        return sorted((str(key), _plain(item)) for key, item in value.items())
    if isinstance(value, set | frozenset):
        return sorted(repr(_plain(item)) for item in value)
    return [_plain(item) for item in value] if isinstance(value, tuple | list) else value


def _files(package: str) -> Iterator[tuple[Path, Path]]:
    spec = find_spec(package)
    if spec is None:
        return
    if spec.submodule_search_locations is None:
        if spec.origin is not None and Path(spec.origin).is_file():
            yield Path(spec.origin).parent, Path(spec.origin)
        return
    for root in map(Path, spec.submodule_search_locations):
        for file in sorted({file for pattern in _MADE_OF for file in root.rglob(pattern)}):
            yield root, file


def versions(*packages: str) -> dict[str, str]:
    """The version of each package; "none" for one that is not installed."""
    return {name: _version(name) for name in packages}


def _version(package: str) -> str:
    try:
        return installed_version(package)
    except PackageNotFoundError:
        return "none"
