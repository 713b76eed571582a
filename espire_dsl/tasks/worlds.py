"""Worlds are found through entry points, so that this package knows no simulator.

The group `espire.worlds` names sources of scenes: things with levels that can draw the scene of an index.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from importlib.metadata import entry_points
from typing import Any, Protocol

from espire_dsl.catalogue.reader import Catalogue
from espire_dsl.checking.known_worlds import GROUP, known_worlds, unknown_world
from espire_dsl.diagnostics.error import EspireError
from espire_dsl.diagnostics.suggest import nearest
from espire_dsl.language.lookup import ROOT_MARK
from espire_dsl.language.rules import AT_LEVEL
from espire_dsl.tasks.error import TaskSetError


class UnknownWorldError(EspireError):
    """No installed package offers a world of this name."""


class SceneSource(Protocol):
    """A world that scenes can be drawn of. What is drawn has a `scene`, or a `reason` why there is none."""

    @property
    def levels(self) -> tuple[str, ...]: ...

    @property
    def fingerprint(self) -> str:
        """Differs whenever the scenes that are drawn may differ."""
        ...

    def draw(
        self, level: str, seed: int, catalogue: Catalogue, index: int, size: tuple[int, int] | None = None
    ) -> Any:
        """The scene of an index; `size` is the width and height of pictures."""
        ...


@cache
def load_world(name: str) -> SceneSource:
    """The source of a world's scenes; looked up once a process, as that means reading many small files."""
    known = {point.name: point for point in entry_points(group=GROUP)}
    if name not in known:
        raise UnknownWorldError("; ".join(unknown_world(name, known_worlds())))
    source: SceneSource = known[name].load()
    return source


def known_level(world: str, level: str) -> str:
    """The level, if the world has it."""
    levels = load_world(world).levels
    if level not in levels:
        raise TaskSetError(f"world {world} has no level {level}; it has {', '.join(levels)}")
    return level


def check_ruled_levels(levels: Iterable[str], worlds: Sequence[str]) -> None:
    """Rules may be set for the levels of these worlds, or of any other: an espire.toml may serve
    several suites."""
    known = {level for world in worlds for level in load_world(world).levels} | {*AT_LEVEL}
    unknown = sorted({*levels} - known)
    if unknown:
        known |= {level for world in known_worlds() for level in load_world(world).levels}
    for level in unknown:
        if level not in known:
            near = nearest(level, known)
            hint = f"did you mean {near}?" if near else f"known are: {', '.join(sorted(known))}"
            raise TaskSetError(f"{ROOT_MARK}: [rules.levels.{level}]: no world has a level {level}; {hint}")
