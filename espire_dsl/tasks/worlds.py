"""Worlds are found through entry points, so that this package knows no simulator.

The group `espire.worlds` names sources of scenes: things with levels that can draw the scene of an index.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib.metadata import entry_points
from typing import Any, Protocol

from attrs import frozen

from espire_dsl.catalogue.reader import Catalogue, load_catalogue
from espire_dsl.diagnostics.suggest import nearest
from espire_dsl.scene.graph import Scene

GROUP = "espire.worlds"


class UnknownWorldError(Exception):
    """No installed package offers a world of this name."""


class WorldSource(Protocol):
    """A world that scenes can be drawn of. What is drawn has a `scene`, or a `reason` why there is none."""

    @property
    def levels(self) -> tuple[str, ...]: ...

    def draw(self, level: str, seed: int, catalogue: Catalogue, index: int) -> Any: ...


@frozen
class Drawing:
    """A scene, or why there is none at this index."""

    index: int
    scene: Scene | None
    refused: str | None = None


def load_world(name: str) -> WorldSource:
    """The source of a world's scenes."""
    known = {point.name: point for point in entry_points(group=GROUP)}
    if name not in known:
        near = nearest(name, known)
        hint = f"did you mean {near}?" if near else f"known are: {', '.join(sorted(known)) or 'none'}"
        raise UnknownWorldError(f"no installed package offers a world called {name}; {hint}")
    source: WorldSource = known[name].load()
    return source


def draw_scenes(
    world: WorldSource, indices: Sequence[int], seed: int, levels: Sequence[str]
) -> list[Drawing]:
    """The scenes of these indices; levels take turns."""
    catalogue = load_catalogue()
    drawings = []
    for index in indices:
        drawn = world.draw(levels[index % len(levels)], seed, catalogue, index)
        scene = getattr(drawn, "scene", None)
        drawings.append(Drawing(index, scene, None if scene is not None else str(drawn.reason)))
    return drawings
