"""Suites: families told apart by the folder below the root of the project in which they are written."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fnmatch import fnmatchcase
from hashlib import sha256
from pathlib import Path

from attrs import field, frozen

from espire_dsl.checking.result import CheckedFile
from espire_dsl.language.compile import Checked
from espire_dsl.language.family import Family
from espire_dsl.language.modules import ROOT_MARK


@frozen
class Suite:
    """Families in the order of their names; `sources` are hashes of their files and of what those import."""

    name: str
    families: tuple[Family, ...]
    sources: Mapping[str, str] = field(hash=False)

    @property
    def worlds(self) -> tuple[str, ...]:
        return tuple(sorted({family.world for family in self.families}))


def suites_of(
    files: Mapping[Path, Checked], paths: Iterable[Path], *, suite: str | None = None, family: str = "*"
) -> tuple[Suite, ...]:
    """The suites of checked files, in the order of their names, of the families that are asked for."""
    families: dict[str, list[Family]] = {}
    sources: dict[str, dict[str, str]] = {}
    for path in sorted(set(paths)):
        name, _ = suite_name(path)
        wanted = [f for f in files[path].families if fnmatchcase(f.name, family)]
        if wanted and suite in (None, name):
            families.setdefault(name, []).extend(wanted)
            for source in (path, *_imported(path, files)):
                place = suite_name(source)[1]
                sources.setdefault(name, {})[place] = sha256(source.read_bytes()).hexdigest()
    return tuple(
        Suite(name, tuple(sorted(families[name], key=lambda f: f.name)), dict(sorted(sources[name].items())))
        for name in sorted(families)
    )


def holds_any(file: CheckedFile, *, suite: str | None = None, family: str = "*") -> bool:
    """Whether a file declares a family that is asked for."""
    return suite in (None, suite_name(Path(file.path))[0]) and any(
        fnmatchcase(declared.name, family) for declared in file.families
    )


def _imported(path: Path, files: Mapping[Path, Checked]) -> set[Path]:
    """The files that a file imports, directly or not."""
    found: set[Path] = set()
    waiting = [path]
    while waiting:
        for _, target in files[waiting.pop()].module.imports:
            if target not in found:
                found.add(target)
                waiting.append(target)
    return found


def suite_name(path: Path) -> tuple[str, str]:
    """The suite of a file, and the file's place below the root of its project."""
    above = path.resolve().parents
    root = next((folder for folder in above if (folder / ROOT_MARK).is_file()), None)
    if root is None or root == above[0]:
        return above[0].name, path.name
    place = path.resolve().relative_to(root)
    return place.parts[0], place.as_posix()
