"""Worlds are found through entry points, so that this package knows no simulator.

The group `espire.worlds` names descriptions of worlds. The package in which a description's class is defined
offers `draw(world, level, seed, catalogue, index=...)`, which gives something with a `scene`, or a refusal
with a `reason`.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from importlib.metadata import entry_points
from typing import Any

from attrs import frozen

from espire_dsl.catalogue.reader import load_catalogue
from espire_dsl.diagnostics.suggest import nearest
from espire_dsl.scene.graph import Scene

GROUP = "espire.worlds"


class UnknownWorldError(Exception):
    """No installed package offers a world of this name."""


@frozen
class Drawing:
    """A scene, or why there is none at this index."""

    index: int
    scene: Scene | None
    refused: str | None = None


def load_world(name: str) -> Any:
    """The description of a world."""
    known = {point.name: point for point in entry_points(group=GROUP)}
    if name not in known:
        near = nearest(name, known)
        hint = f"did you mean {near}?" if near else f"known are: {', '.join(sorted(known)) or 'none'}"
        raise UnknownWorldError(f"no installed package offers a world called {name}; {hint}")
    return known[name].load()


def levels_of(world: Any) -> tuple[str, ...]:
    """The levels of a world, in their order."""
    return tuple(world.levels)


def draw_scenes(world: Any, indices: Sequence[int], seed: int, levels: Sequence[str]) -> list[Drawing]:
    """The scenes of these indices; levels take turns."""
    sampler = import_module(type(world).__module__.rpartition(".")[0])
    catalogue = load_catalogue()
    drawings = []
    for index in indices:
        drawn = sampler.draw(world, levels[index % len(levels)], seed, catalogue, index=index)
        scene = getattr(drawn, "scene", None)
        drawings.append(Drawing(index, scene, None if scene is not None else str(drawn.reason)))
    return drawings
