"""Reads the records of a task set one by one, so that a bad one hides no other."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from attrs import frozen

from espire_dsl.scene.error import SceneError
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.json_io import scene_from_json
from espire_dsl.tasks.files import DIGEST, MANIFEST, SCENES, TASKS, manifest_in, read_json
from espire_dsl.tasks.schema import problems_of
from espire_dsl.tasks.task import Task, task_schema
from espire_dsl.validating.finding import Finding


@frozen
class Records:
    """What could be read: the manifest, its digest, tasks and scenes with their lines; and what could not."""

    manifest: dict[str, Any]
    digest: Any
    tasks: tuple[tuple[int, Task], ...]
    scenes: tuple[tuple[int, Scene], ...]
    findings: tuple[Finding, ...]


def read_records(folder: Path) -> Records:
    """The records of a folder that says it is a task set."""
    findings: list[Finding] = []
    manifest = manifest_in(folder)
    digest = read_json((folder / MANIFEST).read_text(encoding="utf-8")).get(DIGEST)
    tasks = list(_tasks(folder, findings))
    scenes = list(_scenes(folder, findings))
    return Records(manifest, digest, tuple(tasks), tuple(scenes), tuple(findings))


def _tasks(folder: Path, findings: list[Finding]) -> Iterator[tuple[int, Task]]:
    schema = task_schema()
    for number, data in _objects(folder / TASKS, findings):
        problems = list(problems_of(data, schema))
        id = data.get("id")
        findings += [
            Finding(TASKS, p.message, number, p.field, id if isinstance(id, str) else None) for p in problems
        ]
        if not problems:
            yield number, Task(**data)


def _scenes(folder: Path, findings: list[Finding]) -> Iterator[tuple[int, Scene]]:
    for number, data in _objects(folder / SCENES, findings):
        try:
            yield number, scene_from_json(data)
        except SceneError as error:
            findings += [Finding(SCENES, problem, number) for problem in error.problems]


def _objects(path: Path, findings: list[Finding]) -> Iterator[tuple[int, dict[str, Any]]]:
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        findings.append(Finding(path.name, f"it cannot be read: {error}"))
        return
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            data = read_json(line)
        except ValueError as error:
            findings.append(Finding(path.name, f"it is not JSON: {error}", number))
            continue
        if isinstance(data, dict):
            yield number, data
        else:
            findings.append(Finding(path.name, "it must be an object", number))
