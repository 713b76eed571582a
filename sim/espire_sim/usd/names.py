"""Where things are on a stage: prim paths for the ids of nodes and for the names of cameras."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from espire_dsl.scene.graph import Scene

WORLD: Final = "/World"
THINGS: Final = f"{WORLD}/Things"
CAMERAS: Final = f"{WORLD}/Cameras"
MATERIALS: Final = f"{WORLD}/Materials"
LIGHTS: Final = f"{WORLD}/Lights"
ROOM: Final = f"{WORLD}/Room"
PHYSICS_SCENE: Final = f"{WORLD}/PhysicsScene"
PHYSICS_MATERIAL: Final = f"{WORLD}/PhysicsMaterial"

BOX: Final = "box"  # the child of a thing that has its size
BOARDS: Final = "boards"  # the child of a shelf that holds what collides
LOOK: Final = "look"  # the child of a thing that holds what is seen
TEXTURES: Final = "textures"  # the folder beside a stage that has its pictures

_UNFIT: Final = re.compile(r"[^A-Za-z0-9_]")


def paths_of(scene: Scene) -> dict[str, str]:
    """The prim path of each node."""
    return _paths(THINGS, (node.id for node in scene.nodes))


def camera_paths(scene: Scene) -> dict[str, str]:
    """The prim path of each camera."""
    return _paths(CAMERAS, sorted(scene.cameras))


def thing_of(path: str) -> str | None:
    """The path of the thing that a prim is, or is part of; None for all that is no thing."""
    if not path.startswith(f"{THINGS}/"):
        return None
    name = path.removeprefix(f"{THINGS}/").split("/")[0]
    return f"{THINGS}/{name}"


def _paths(parent: str, ids: Iterable[str]) -> dict[str, str]:
    """Names that any version of USD takes, each given once: what two ids share gets numbers."""
    taken: set[str] = set()
    paths = {}
    for id in ids:
        plain = _UNFIT.sub("_", id)
        stem = f"_{plain}" if not plain or plain[0].isdigit() else plain
        name, count = stem, 1
        while name in taken:
            count += 1
            name = f"{stem}_{count}"
        taken.add(name)
        paths[id] = f"{parent}/{name}"
    return paths
