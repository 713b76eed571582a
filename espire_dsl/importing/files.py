"""Files of others, read with bounds, and folders of imported scenes: written whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from attrs import field, frozen

from espire_dsl.importing import boxes, clevr
from espire_dsl.importing.error import UnfitError
from espire_dsl.importing.values import ID, Location
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.json_io import dumps
from espire_dsl.tasks.error import TaskSetError
from espire_dsl.tasks.files import read_json, read_scene
from espire_dsl.tasks.folders import SCENES
from espire_dsl.tasks.writing import own_folder, write_whole

MOST_BYTES: Final = 256 * 2**20

Reader = Callable[..., Iterator[tuple[Location, Scene]]]
FORMS: Final[Mapping[str, Reader]] = {"clevr": clevr.scenes_of, "boxes": boxes.scenes_of}
"""The forms that are read, by name: each gives the scenes of a file's JSON with their places in it."""


def read_sources(form: str, paths: Sequence[Path], **told: Any) -> list[Scene]:
    """All scenes of some files, in their order; an UnfitError at the first that cannot be one."""
    found: dict[str, Location] = {}
    scenes = []
    for path in paths:
        for place, scene in FORMS[form](_json_of(path), Location((str(path),)), **told):
            if scene.id in found:
                place.refuse(f'another scene has the id "{scene.id}": {found[scene.id]}')
            found[scene.id] = place
            scenes.append(scene)
    if not scenes:
        raise UnfitError(f"{paths[0]}: there is no scene in it")
    return scenes


def _json_of(path: Path) -> Any:
    if not path.is_file():
        raise UnfitError(f"{path}: there is no such file")
    size = path.stat().st_size
    if size > MOST_BYTES:
        told = f"{size / 2**20:.0f} MiB, and at most {MOST_BYTES // 2**20} are read"
        raise UnfitError(f"{path}: it has {told}; split it into several files")
    try:
        return read_json(path.read_text(encoding="utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise UnfitError(f"{path}: it is not JSON: {error}") from None


def write_folder(scenes: Iterable[Scene], folder: Path) -> None:
    """Writes scenes into a new folder, or an empty one; where that fails, there is none."""
    if os.path.lexists(folder) and (folder.is_symlink() or not folder.is_dir() or any(folder.iterdir())):
        raise UnfitError(f"{folder}: it is there already; scenes are written into a new folder")
    is_new = not folder.is_dir()
    own_folder(folder)
    try:
        write_whole(folder / SCENES, "".join(f"{dumps(scene)}\n" for scene in scenes).encode())
    except BaseException:
        if is_new:
            folder.rmdir()
        raise


@frozen
class ImportedScenes:
    """The scenes of a folder by the worlds that they say they are of, and a digest of them all."""

    by_world: Mapping[str, tuple[Scene, ...]] = field(hash=False, repr=False)
    digest: str


def read_folder(folder: Path) -> ImportedScenes:
    """The scenes that `espirec import` wrote to a folder."""
    path = folder / SCENES
    if not path.is_file():
        raise TaskSetError(f"{folder}: it has no {SCENES}; `espirec import` writes such a folder")
    try:
        content = path.read_bytes()
        lines = content.decode().split("\n")
    except UnicodeDecodeError:
        raise TaskSetError(f"{path}: it is not text in UTF-8") from None
    found: dict[str, list[Scene]] = {}
    ids: dict[str, int] = {}
    for number, line in enumerate(lines, 1):
        if line.strip():
            scene = read_scene(path, number, line)
            if not all(map(ID.test, (scene.id, *scene.cameras))):
                raise TaskSetError(f"{path}:{number}: ids of scenes and names of cameras have {ID.words}")
            if scene.id in ids:
                raise TaskSetError(f"{path}:{number}: line {ids[scene.id]} has a scene {scene.id} already")
            ids[scene.id] = number
            found.setdefault(scene.world, []).append(scene)
    if not found:
        raise TaskSetError(f"{path}: there is no scene in it")
    return ImportedScenes(
        {world: tuple(scenes) for world, scenes in sorted(found.items())}, sha256(content).hexdigest()
    )
