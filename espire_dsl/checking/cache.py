"""What earlier checks found, by content: a file is checked again only when it, a file that it imports, the
compiler, or the worlds that are installed have changed.

Entries are small JSON files in the user's cache folder, named by a hash of all that decides them, written
whole or not at all; so concurrent runs cannot disturb one another, and deleting any of them is harmless.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import tempfile
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from attrs import asdict, frozen

from espire_dsl.checking.known_worlds import known_worlds
from espire_dsl.checking.result import CheckedFile, Declared
from espire_dsl.diagnostics.value import Diagnostic, Label, Span
from espire_dsl.resources import resource_path

FORMAT = 1
MOST_ENTRIES = 4096
UNREADABLE = "E0101"
"""Says something about a disk at a moment, and nothing about a text."""
PACKAGE = Path(__file__).resolve().parent.parent
COMPILER_FILES = ("*.py", "*.toml", "*.json")


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


def users_cache() -> CheckCache | None:
    """The cache of whoever calls, if there is one."""
    folder = cache_folder()
    return None if folder is None else CheckCache(folder)


@cache
def compiler_hash() -> str:
    """A hash of all that the compiler is made of: its code, its tables, the grammar and the lexicon."""
    digest = hashlib.sha256(str(FORMAT).encode())
    files = [f for pattern in COMPILER_FILES for f in PACKAGE.rglob(pattern) if "_data" not in f.parts]
    files += [f for name in ("grammar", "templates") for f in resource_path(name).rglob("*") if f.is_file()]
    for file in sorted(files):
        digest.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()


@frozen
class CheckCache:
    folder: Path

    def get(self, path: Path, folders: Iterable[Path]) -> CheckedFile | None:
        """What is known of a file, if it is still true; `folders` are those that its imports may be in."""
        content = _content_hash(path)
        if content is None:
            return None
        try:
            entry = json.loads((self.folder / _name(path, content, folders)).read_bytes())
            if any(_content_hash(Path(p)) != h for p, h in entry["reached"].items()):
                return None
            if any(Path(p).is_file() for p in entry["absent"]):
                return None
            return _from_json(entry["file"])
        except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
            return None

    def put(self, file: CheckedFile, folders: Iterable[Path], absent: Iterable[Path]) -> None:
        """Remember a file. `absent` are places where an import would have been found first, and was not."""
        content = _content_hash(Path(file.path))
        reached = {p: _content_hash(Path(p)) for p in file.reached}
        if content is None or None in reached.values() or any(d.code == UNREADABLE for d in file.findings):
            return
        entry = {"reached": reached, "absent": [str(p) for p in absent], "file": asdict(file)}
        with contextlib.suppress(OSError):
            self.folder.mkdir(parents=True, exist_ok=True)
            with tempfile.NamedTemporaryFile("w", dir=self.folder, delete=False, encoding="utf-8") as out:
                json.dump(entry, out)
            os.replace(out.name, self.folder / _name(Path(file.path), content, folders))

    def prune(self) -> None:
        """Forget the oldest entries when there are too many."""
        with contextlib.suppress(OSError):
            entries = [(e.stat().st_mtime, e.path) for e in os.scandir(self.folder)]
            for _, path in sorted(entries)[: max(0, len(entries) - MOST_ENTRIES)]:
                os.unlink(path)


def _content_hash(path: Path) -> str | None:
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError:
        return None


def _name(path: Path, content: str, folders: Iterable[Path]) -> str:
    places = (str(folder.absolute()) for folder in folders)
    key = "\0".join((compiler_hash(), *known_worlds(), str(path), str(path.absolute()), content, *places))
    return hashlib.sha256(key.encode(errors="surrogateescape")).hexdigest() + ".json"


def _from_json(data: dict[str, Any]) -> CheckedFile:
    return CheckedFile(
        data["path"],
        tuple(_diagnostics(data["findings"])),
        tuple(Declared(f["name"], Span(**f["span"])) for f in data["families"]),
        tuple(data["imports"]),
        tuple(data["reached"]),
        data["trials"],
    )


def _diagnostics(entries: Iterable[dict[str, Any]]) -> Iterator[Diagnostic]:
    for entry in entries:
        yield Diagnostic(
            entry["code"],
            entry["message"],
            _label(entry["primary"]),
            tuple(map(_label, entry["secondary"])),
            tuple(entry["notes"]),
            entry["help"],
        )


def _label(entry: dict[str, Any]) -> Label:
    return Label(Span(**entry["span"]), entry["text"])
