"""The files of a task set: all there, and as they were when it was made."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from espire_dsl.publishing.hashes import hash_of
from espire_dsl.publishing.pictures import picture_name
from espire_dsl.scene.graph import Scene
from espire_dsl.tasks.files import MANIFEST, SCENES, TASKS
from espire_dsl.tasks.task import Task
from espire_dsl.validating.finding import Finding

SUFFIXES = (".png", ".depth.npz", ".ids.png")


def hash_findings(folder: Path, manifest: Mapping[str, Any]) -> Iterator[Finding]:
    """Files that are missing or changed since the manifest was written."""
    hashes = manifest.get("files")
    if not isinstance(hashes, dict):
        yield Finding(MANIFEST, "it has no hashes of the files", field="files")
        return
    for name in (TASKS, SCENES):
        if name not in hashes:
            yield Finding(MANIFEST, f"it has no hash of {name}", field="files")
    for name, expected in hashes.items():
        path = folder / name
        if not (path.is_dir() if name.endswith("/") else path.is_file()):
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


def picture_findings(folder: Path, scenes: Sequence[Scene]) -> Iterator[Finding]:
    """Pictures that are missing beside others."""
    for scene in scenes:
        for camera in scene.cameras:
            for suffix in SUFFIXES:
                name = picture_name(scene.id, camera, suffix)
                if not (folder / name).is_file():
                    yield Finding(name, "it is missing")
