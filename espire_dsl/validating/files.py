"""The files of a task set: all there, and as they were when it was made."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from espire_dsl.png import PngError, gray16_size, rgb_size
from espire_dsl.publishing.hashes import hash_of
from espire_dsl.scene.camera import Camera
from espire_dsl.scene.graph import Scene
from espire_dsl.tasks.counts import TaskKind, counts_of
from espire_dsl.tasks.error import TaskSetError
from espire_dsl.tasks.files import FOLDERS, MANIFEST, NAMES, TIMINGS, digest_of
from espire_dsl.tasks.folders import PICTURES, SCENES, SHARDS, TASKS
from espire_dsl.tasks.forms.form import Form
from espire_dsl.tasks.forms.shards import shards_in
from espire_dsl.tasks.task import Task
from espire_dsl.tasks.writing import is_inside
from espire_dsl.validating.finding import Finding

_SIZES: Final = {".png": rgb_size, ".ids.png": gray16_size}
"""How the sizes of pictures are read, by their suffix."""


def hash_findings(folder: Path, manifest: Mapping[str, Any]) -> Iterator[Finding]:
    """Files that are missing or changed since the manifest was written."""
    hashes = manifest.get("files")
    if not isinstance(hashes, dict):
        yield Finding(MANIFEST, "it has no hashes of the files", field="files")
        return
    try:
        shards = shards_in(manifest, folder)
    except TaskSetError:
        return  # the shards are told of where they are read
    needed = {TASKS, SCENES} if shards is None else set(shards.names)
    known = {f"{name}/" if name in FOLDERS else name for name in NAMES} - {MANIFEST, TIMINGS, f"{SHARDS}/"}
    known |= {f"{SHARDS}/{path.name}" for path in (folder / SHARDS).glob("*")} | needed
    for name in sorted(known):
        if name not in hashes and (name in needed or os.path.lexists(folder / name)):
            yield Finding(MANIFEST, f"it has no hash of {name}", field="files")
    for name, expected in hashes.items():
        path = folder / name
        if name not in known:
            yield Finding(MANIFEST, f"it has a hash of {name}, which no task set has", field="files")
        elif not is_inside(path, folder):
            yield Finding(name, "it is a link that leads out of the set")
        elif not (path.is_dir() if name.endswith("/") else path.is_file()):
            yield Finding(name, "it is missing")
        elif hash_of(folder, name) != expected:
            yield Finding(name, "it was changed since the set was made: its hash is another one")


def count_findings(manifest: Mapping[str, Any], tasks: Sequence[Task]) -> Iterator[Finding]:
    """Suites of which the manifest counts another number of tasks than there are."""
    counts = manifest.get("counts")
    if not isinstance(counts, dict):
        return
    found = Counter(task.suite for task in tasks)
    for suite in sorted({*counts, *found}):
        told = counts[suite].get("tasks") if isinstance(counts.get(suite), dict) else 0
        if told != found[suite]:
            message = f"it counts {told} tasks of {suite}, and there are {found[suite]}"
            yield Finding(MANIFEST, message, field="counts")
        elif counts[suite] != counts_of(Counter(TaskKind.of(task) for task in tasks if task.suite == suite)):
            yield Finding(MANIFEST, f"its counts of {suite} are not those of its tasks", field="counts")


def manifest_findings(manifest: Mapping[str, Any], digest: Any) -> Iterator[Finding]:
    """A manifest that was changed, or that says that the set is not whole."""
    if digest != digest_of(manifest):
        yield Finding(
            MANIFEST, "it was changed since the set was made: its digest is another one", field="digest"
        )
    given_up = manifest.get("given_up")
    if given_up:
        number = f"{len(given_up)} parts" if isinstance(given_up, list) else "parts"
        message = f"{number} of the work were given up when the set was made: compile it again"
        yield Finding(MANIFEST, message, field="given_up")


def picture_findings(form: Form, scenes: Sequence[Scene]) -> Iterator[Finding]:
    """Pictures that are missing beside others, or that are none."""
    for scene in scenes:
        there = form.picture_names(scene.id)
        for camera in scene.cameras:
            for suffix in PICTURES:
                name = f"{camera}{suffix}"
                if name not in there:
                    yield Finding(form.picture_place(scene.id, name), "it is missing")
                elif suffix in _SIZES:
                    yield from _size_finding(form, scene.id, name, suffix, scene.cameras[camera])


def _size_finding(form: Form, scene: str, file: str, suffix: str, camera: Camera) -> Iterator[Finding]:
    """A picture that is none, or that is not of its camera's size."""
    name = form.picture_place(scene, file)
    try:
        size = _SIZES[suffix](form.picture(scene, file) or b"")
    except PngError as error:
        yield Finding(name, str(error))
        return
    if size != (camera.height, camera.width):
        yield Finding(name, f"its size is {size}, and that of its camera {(camera.height, camera.width)}")
