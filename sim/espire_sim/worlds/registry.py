"""Finds worlds by name, among those that installed packages declare under the group `espire.worlds`."""

from __future__ import annotations

from importlib.metadata import entry_points
from typing import Final

from espire_sim.worlds.description import World
from espire_sim.worlds.error import WorldError

GROUP: Final = "espire.worlds"


def known_worlds() -> tuple[str, ...]:
    """The names of all worlds, sorted."""
    return tuple(sorted(entry.name for entry in entry_points(group=GROUP)))


def load_world(name: str) -> World:
    """The world that a package declares under a name."""
    for entry in entry_points(group=GROUP, name=name):
        world = getattr(entry.load(), "world", None)
        if not isinstance(world, World):
            raise WorldError(f'the entry point "{name}" of {GROUP} is {entry.value}, which is no world')
        return world
    raise WorldError(f'there is no world "{name}"; known are {", ".join(known_worlds()) or "none"}')
