"""Families in files: checking them, formatting their text, and getting at them by name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from os import PathLike
from pathlib import Path

from attrs import field, frozen

from espire_dsl.api.family import LoadedFamily
from espire_dsl.api.telling import telling
from espire_dsl.checking.cache import users_cache
from espire_dsl.checking.paths import espire_files, roots_of
from espire_dsl.checking.quick import quick_check
from espire_dsl.checking.result import CheckResult
from espire_dsl.diagnostics.error import FindingsError, UnknownNameError
from espire_dsl.language.hints import did_you_mean
from espire_dsl.markup import boxed, element, table
from espire_dsl.syntax.formatting import format_bytes
from espire_dsl.tasks.suites import compiled_suites

AnyPath = str | PathLike[str]
Paths = AnyPath | list[AnyPath] | tuple[AnyPath, ...]
"""A file or a folder, or several."""


@telling()
def check(paths: Paths, *, cache: bool = True) -> CheckResult:
    """All that is wrong with families, as `espirec check` says it; nothing is raised for what is found."""
    named = paths_in(paths)
    return quick_check(espire_files(named), roots_of(named), users_cache() if cache else None)


@telling()
def format(text: str) -> str:
    """A source text in the one layout; a text with syntax errors is refused with all of them."""
    formatted = format_bytes("text", text.encode())
    if formatted.after is None:
        raise FindingsError(formatted.findings, {"text": formatted.before}.get)
    return formatted.after


@telling()
def families(paths: Paths, *, suite: str | None = None, family: str = "*") -> Families:
    """The families of files and folders by name, or of one suite, or those whose name fits a pattern."""
    suites = compiled_suites(paths_in(paths), suite=suite, family=family)
    return Families({f.name: LoadedFamily(f, s.name, s.rules, s.words) for s in suites for f in s.families})


def paths_in(paths: Paths) -> list[Path]:
    """The paths as a list."""
    return [Path(path) for path in (paths if isinstance(paths, list | tuple) else [paths])]


@frozen(eq=False, repr=False)
class Families(Mapping[str, LoadedFamily]):
    """Families by name, in the order of suites and names."""

    by_name: dict[str, LoadedFamily] = field(repr=False)

    def __getitem__(self, name: str) -> LoadedFamily:
        if name not in self.by_name:
            help = did_you_mean(name, self.by_name) or f"there are {', '.join(self.by_name)}"
            raise UnknownNameError(f"there is no family `{name}` here; {help}")
        return self.by_name[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.by_name)

    def __len__(self) -> int:
        return len(self.by_name)

    def __contains__(self, name: object) -> bool:
        return name in self.by_name

    def __repr__(self) -> str:
        return f"<{len(self)} families: {', '.join(self)}>"

    def _repr_html_(self) -> str:
        rows = ((element("code", f.name), f.suite, ", ".join(f.types), f.doc or "") for f in self.values())
        return str(boxed(table(*rows, head=("family", "suite", "types", "what it asks"))))
