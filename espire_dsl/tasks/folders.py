"""The names of a task set's files and folders, and files in there that no set has made: these are somebody's,
and stay."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

TASKS, SCENES = "tasks.jsonl", "scenes.jsonl"
APPEARANCES = "looks.jsonl"
"""How the scenes look beyond their geometry: with these, a set can be painted again from its own files."""
IMAGES, MESHES, SHARDS = "images", "meshes", "shards"
"""The folders of a set: pictures as `images/SCENE/CAMERA.png`, files of meshes named by their content, and
what stands in the place of records and pictures in a large set."""
PICTURES: Final = (".png", ".depth.npz", ".ids.png")
"""The files of a camera: colours, distances to the image plane, numbers of the things seen."""

_MESH = re.compile(r"[0-9a-f]{16}\.[a-z]+")
_SHARD = re.compile(r"(tasks|scenes)-\d{5}-of-\d{5}\.(parquet|tar)")
_NAMED: Final = {MESHES: _MESH, SHARDS: _SHARD}
_DROPPINGS = frozenset({".DS_Store", "Thumbs.db", "desktop.ini"})
"""What file managers leave in folders that somebody looks at. Nobody misses it."""


def foreign_files(folder: Path) -> Iterator[Path]:
    """The files below a set's folders that it cannot have made, from its own folder on, in order.

    Links are none: they are replaced, and what they lead to stays.
    """
    for top in (folder / IMAGES, folder / MESHES, folder / SHARDS):
        if top.is_file() and not top.is_symlink():
            yield top.relative_to(folder)
        elif not top.is_symlink():
            for path in sorted(top.rglob("*")):
                if path.is_file() and not path.is_symlink() and not _is_made(path, top):
                    yield path.relative_to(folder)


def _is_made(path: Path, top: Path) -> bool:
    if path.name in _DROPPINGS:
        return True
    if top.name in _NAMED:
        return path.parent == top and _NAMED[top.name].fullmatch(path.name) is not None
    return path.parent.parent == top and _is_picture(path)


def _is_picture(path: Path) -> bool:
    """Pictures of a camera come together; of those that are, one may have been lost."""
    suffix = max((suffix for suffix in PICTURES if path.name.endswith(suffix)), key=len, default=None)
    if suffix is None:
        return False
    camera = path.name.removesuffix(suffix)
    return any(path.with_name(camera + other).is_file() for other in PICTURES if other != suffix)
