"""Worlds by name: those of the library, and those that files declare."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from espire_dsl.checking.check import compile_paths
from espire_dsl.checking.known_worlds import known_worlds, unknown_world
from espire_dsl.checking.paths import espire_files, roots_of
from espire_dsl.diagnostics.error import EspireError, FindingsError
from espire_dsl.diagnostics.report import text_of_file
from espire_dsl.diagnostics.suggest import nearest
from espire_dsl.diagnostics.value import Severity
from espire_dsl.domain.worlds import World
from espire_dsl.language.declarations.library import library_world
from espire_dsl.language.declarations.templates import Template
from espire_dsl.language.lookup import ROOT_MARK
from espire_dsl.language.rules import AT_LEVEL
from espire_dsl.tasks.drawing import described
from espire_dsl.tasks.error import TaskSetError


class UnknownWorldError(EspireError):
    """There is no world of this name."""


def load_world(name: str, source: Path | None = None) -> Template:
    """The world of a name: one of a file or of the files of a folder, or one of the library."""
    declared = {} if source is None else worlds_of(source)
    found = declared.get(name) or library_world(name)
    if found is None:
        raise UnknownWorldError("; ".join(unknown_world(name, {*known_worlds(), *declared})))
    return found


def worlds_of(source: Path) -> dict[str, Template]:
    """The worlds that a file or the files of a folder declare, by name; a FindingsError where they do not
    compile."""
    files = espire_files([source])
    compiled = compile_paths(files, roots_of([source]))
    errors = [d for d in compiled.result.findings if d.severity is Severity.ERROR]
    if errors:
        raise FindingsError(errors, text_of_file)
    found: dict[str, Template] = {}
    for file in files:
        for name, template in compiled.files[file].worlds.items():
            if found.setdefault(name, template) != template:
                raise TaskSetError(f"several files of {source} declare a world {name}: say which file")
    return found


def shipped_world(name: str) -> World:
    """The description of a world of the library, for those who sample it themselves."""
    return described(load_world(name))


def known_level(world: Template, level: str) -> str:
    """The level, if the world has it."""
    if level not in world.levels:
        raise TaskSetError(f"world {world.name} has no level {level}; it has {', '.join(world.levels)}")
    return level


def check_ruled_levels(levels: Iterable[str], worlds: Iterable[Template]) -> None:
    """Rules may be set for the levels of these worlds, or of any of the library: an espire.toml may serve
    several suites."""
    known = {level for world in worlds for level in world.levels} | {*AT_LEVEL}
    unknown = sorted({*levels} - known)
    if unknown:
        known |= {level for world in known_worlds().values() for level in world.levels}
    for level in unknown:
        if level not in known:
            near = nearest(level, known)
            hint = f"did you mean {near}?" if near else f"known are: {', '.join(sorted(known))}"
            raise TaskSetError(f"{ROOT_MARK}: [rules.levels.{level}]: no world has a level {level}; {hint}")
