"""The shipped library, families/library: kinds and assets that can be seen in every file.

Compiling it takes a while, so what came of it is stored in the user's cache folder as JSON, under a hash of
the files and of the code that reads them. What is broken or missing there is made again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final

from attrs import frozen

from espire_dsl.catalogue.json_format import catalogue_from_json, catalogue_to_json
from espire_dsl.catalogue.reader import Catalogue
from espire_dsl.diagnostics.value import Diagnostic, Findings
from espire_dsl.domain.json_format import kinds_from_json, kinds_to_json
from espire_dsl.domain.kinds import ORIENTED, PLAIN, THING, Kind, KindTable
from espire_dsl.language.declarations.assets import AssetScope, read_assets
from espire_dsl.language.declarations.kinds import read_kinds
from espire_dsl.resources import resource_path
from espire_dsl.scene.node import Node
from espire_dsl.syntax import tree
from espire_dsl.syntax.parser import parse
from espire_dsl.syntax.source import read_source
from espire_dsl.users_cache import cache_folder, read_entry, write_entry

FOLDER: Final = "families/library"
FORMAT: Final = 1
_FILES_KEPT: Final = 64
_PACKAGE: Final = Path(__file__).resolve().parent.parent
_READ_BY: Final = ("catalogue", "syntax", "language/declarations", "domain")
"""The code and the tables that decide how the files of the library are read."""


@frozen
class Library:
    """The kinds and the assets of the library, and what is wrong with it, one sentence each."""

    kinds: KindTable
    catalogue: Catalogue
    problems: tuple[str, ...] = ()


_loaded: list[Library] = []


@cache
def library_folder() -> Path:
    return resource_path(FOLDER).resolve()


def in_library(path: Path) -> bool:
    """Whether a file is one of the library."""
    return path.resolve().parent == library_folder()


def load_library(parsed: Mapping[Path, tree.Module] | None = None) -> Library:
    """The library. Files that are parsed already, by their real paths, are not parsed again."""
    if not _loaded:
        folder = cache_folder()
        entry = None if folder is None else folder / f"library-{library_hash()}.json"
        stored = None if entry is None else _from_json(read_entry(entry))
        library = compile_library(library_folder(), parsed or {}) if stored is None else stored
        if entry is not None and stored is None and not library.problems:
            written = {"kinds": kinds_to_json(library.kinds), "assets": catalogue_to_json(library.catalogue)}
            write_entry(entry, written)
        _loaded.append(library)
    return _loaded[0]


def _from_json(data: Any) -> Library | None:
    """The stored library, or None for data that are none."""
    if not isinstance(data, dict):
        return None
    kinds, catalogue = kinds_from_json(data.get("kinds")), catalogue_from_json(data.get("assets"))
    return None if kinds is None or catalogue is None else Library(kinds, catalogue)


def library_kinds() -> KindTable:
    """The roles, and the kinds of the library."""
    return load_library().kinds


def kind_of(node: Node) -> Kind:
    """The kind of a thing: that of the library, or else as much as the node itself tells."""
    known = library_kinds().get(node.kind)
    if known is not None and known.roles == node.roles:
        return known
    facing = frozenset({ORIENTED if node.oriented else PLAIN})
    noun = node.kind.replace("_", " ")
    return Kind(node.kind, frozenset({node.kind, THING, *node.roles}), facing, noun=noun)


@lru_cache(_FILES_KEPT)
def parsed_file(path: Path) -> tuple[tree.Module, tuple[Diagnostic, ...]]:
    """A file of the library as it is written, and what is wrong with it. Kinds, assets and worlds are read at
    different times, and each file is parsed once for all of them."""
    findings = Findings()
    source = read_source(path, findings)
    module = tree.Module(None, None, ()) if source is None else parse(source, findings)
    return module, tuple(findings)


def compile_library(folder: Path, parsed: Mapping[Path, tree.Module]) -> Library:
    """The kinds and assets of all files of a folder, in the order of the files' names."""
    findings = Findings()
    declared: list[tree.Declaration] = []
    for path in sorted(folder.glob("*.espire")):
        module = parsed.get(path)
        if module is None:
            module, found = parsed_file(path)
            findings.items += found
        declared += [item for item in module.items if isinstance(item, tree.Declaration)]
    own = read_kinds([item for item in declared if item.what == "kind"], KindTable(), findings)
    kinds = KindTable().with_kinds(own)
    assets = [item for item in declared if item.what == "asset"]
    categories = read_assets(assets, AssetScope(kinds, {}, folder), findings)
    problems = (f"{Path(d.primary.span.path).name}: {d.message}" for d in findings.errors)
    return Library(kinds, Catalogue(categories), tuple(problems))


@cache
def library_hash() -> str:
    """A hash of the files of the library, of the grammar, and of the code that reads them."""
    digest = hashlib.sha256(str(FORMAT).encode())
    files = [file for file in library_folder().rglob("*") if file.is_file()]
    files += [resource_path("grammar/espire.lark")]
    for name in _READ_BY:
        path = _PACKAGE / name
        files += [path] if path.is_file() else [*path.rglob("*.py"), *path.rglob("*.toml")]
    for file in sorted(files):
        digest.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()
