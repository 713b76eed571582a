"""What earlier checks found, by content: a file is checked again only when it, a file that it imports, words
of its author, the compiler, or the library have changed. Entries are files of `espire_dsl.users_cache`."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from attrs import asdict, frozen

from espire_dsl.checking.result import CheckedFile, Declared
from espire_dsl.checking.suite_names import words_folder
from espire_dsl.diagnostics.value import Diagnostic, Findings, Label, Span
from espire_dsl.resources import resource_path
from espire_dsl.users_cache import cache_folder, prune, read_entry, write_entry
from espire_dsl.wording.own_words import read_words

FORMAT = 1
MOST_ENTRIES = 4096
UNREADABLE = "E0101"
"""Says something about a disk at a moment, and nothing about a text."""
PACKAGE = Path(__file__).resolve().parent.parent
COMPILER_FILES = ("*.py", "*.toml", "*.json")
COMPILER_FOLDERS = ("grammar", "templates", "families/library")


def users_cache() -> CheckCache | None:
    """The cache of whoever calls, if there is one."""
    folder = cache_folder()
    return None if folder is None else CheckCache(folder)


@cache
def compiler_hash() -> str:
    """A hash of all that the compiler is made of: code, tables, grammar, lexicon and library."""
    digest = hashlib.sha256(str(FORMAT).encode())
    files = [f for pattern in COMPILER_FILES for f in PACKAGE.rglob(pattern) if "_data" not in f.parts]
    files += [f for name in COMPILER_FOLDERS for f in resource_path(name).rglob("*") if f.is_file()]
    for file in sorted(files):
        digest.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()


@frozen
class CheckCache:
    """Results of checking files, each a JSON file of a folder under a hash of all that it depends on."""

    folder: Path

    def get(self, path: Path, folders: Iterable[Path]) -> CheckedFile | None:
        """What is known of a file, if it is still true; `folders` are those that its imports may be in."""
        content = _content_hash(path)
        if content is None:
            return None
        entry = read_entry(self.folder / _name(path, content, folders))
        try:
            if any(_content_hash(Path(p)) != h for p, h in entry["reached"].items()):
                return None
            if any(_content_hash(Path(p)) != h for p, h in entry["data"].items()):
                return None
            if any(Path(p).is_file() for p in entry["absent"]):
                return None
            return _from_json(entry["file"])
        except (ValueError, KeyError, TypeError, AttributeError):
            return None

    def put(self, file: CheckedFile, folders: Iterable[Path], absent: Iterable[Path]) -> None:
        """Remember a file. `absent` are places where an import would have been found first, and was not."""
        content = _content_hash(Path(file.path))
        reached = {p: _content_hash(Path(p)) for p in file.reached}
        if content is None or None in reached.values() or any(d.code == UNREADABLE for d in file.findings):
            return
        data = {p: _content_hash(Path(p)) for p in file.data}
        absences = [str(p) for p in absent]
        entry = {"reached": reached, "data": data, "absent": absences, "file": asdict(file)}
        write_entry(self.folder / _name(Path(file.path), content, folders), entry)

    def prune(self) -> None:
        """Forget the oldest entries when there are too many."""
        prune(self.folder, MOST_ENTRIES)


def _content_hash(path: Path) -> str | None:
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError:
        return None


def _name(path: Path, content: str, folders: Iterable[Path]) -> str:
    places = (str(folder.absolute()) for folder in folders)
    key = "\0".join((compiler_hash(), str(path), str(path.absolute()), content, _words_of(path), *places))
    return hashlib.sha256(key.encode(errors="surrogateescape")).hexdigest() + ".json"


def _words_of(path: Path) -> str:
    """The words of an author that its sentences may say, and what is wrong with their files."""
    findings = Findings()
    return repr((read_words(words_folder(path), findings), findings.items))


def _from_json(data: dict[str, Any]) -> CheckedFile:
    return CheckedFile(
        data["path"],
        tuple(_diagnostics(data["findings"])),
        tuple(Declared(f["name"], Span(**f["span"])) for f in data["families"]),
        tuple(data["imports"]),
        tuple(data["reached"]),
        data["trials"],
        tuple(data["data"]),
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
