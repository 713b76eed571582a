"""Reads the records of a task set one by one, so that a bad one hides no other."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from attrs import frozen

from espire_dsl.scene.error import SceneError
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.json_io import scene_from_json
from espire_dsl.tasks.error import TaskSetError
from espire_dsl.tasks.files import DIGEST, MANIFEST, form_of, manifest_in, read_json
from espire_dsl.tasks.folders import SCENES, SHARDS, TASKS
from espire_dsl.tasks.forms.form import Form, Lines, Where
from espire_dsl.tasks.schema import problems_of
from espire_dsl.tasks.task import Task, task_schema
from espire_dsl.validating.finding import Finding


@frozen
class Records:
    """What could be read: the manifest, its digest, tasks and scenes with where they are; and what could not,
    with whether that concerns tasks. The `form` is None where the shards of a set are not its own."""

    manifest: dict[str, Any]
    digest: Any
    form: Form | None
    tasks: tuple[tuple[Where, Task], ...]
    scenes: tuple[tuple[Where, Scene], ...]
    findings: tuple[Finding, ...]
    lacks_tasks: bool


def read_records(folder: Path) -> Records:
    """The records of a folder that says it is a task set."""
    manifest = manifest_in(folder)
    digest = read_json((folder / MANIFEST).read_text(encoding="utf-8")).get(DIGEST)
    try:
        form = form_of(folder, manifest)
    except TaskSetError as error:
        told = Finding(MANIFEST, str(error), field=SHARDS)
        return Records(manifest, digest, None, (), (), (told,), True)
    of_tasks: list[Finding] = []
    of_scenes: list[Finding] = []
    tasks = sorted(_tasks(form, of_tasks), key=lambda found: found[0])
    scenes = list(_scenes(form, of_scenes))
    findings = (*of_tasks, *of_scenes)
    return Records(manifest, digest, form, tuple(tasks), tuple(scenes), findings, bool(of_tasks))


def _tasks(form: Form, findings: list[Finding]) -> Iterator[tuple[Where, Task]]:
    schema = task_schema()
    for where, data in _objects(form, form.tasks, TASKS, findings):
        problems = list(problems_of(data, schema))
        id = data.get("id")
        findings += [
            Finding(where.file, p.message, where.number, p.field, id if isinstance(id, str) else None)
            for p in problems
        ]
        if not problems:
            yield where, Task(**data)


def _scenes(form: Form, findings: list[Finding]) -> Iterator[tuple[Where, Scene]]:
    for where, data in _objects(form, form.scenes, SCENES, findings):
        try:
            yield where, scene_from_json(data)
        except SceneError as error:
            findings += [Finding(where.file, problem, where.number) for problem in error.problems]


def _objects(
    form: Form, lines: Lines, usual: str, findings: list[Finding]
) -> Iterator[tuple[Where, dict[str, Any]]]:
    try:
        places = lines.as_stored()
    except TaskSetError as error:
        findings.append(Finding(usual, _without(form.folder / usual, error)))
        return
    for place in places:
        where = lines.where(place)
        try:
            data = read_json(lines.text(place))
        except TaskSetError as error:
            path = form.folder / where.file
            findings.append(Finding(where.file, _without(path, error), where.number))
            continue
        except ValueError as error:
            findings.append(Finding(where.file, f"it is not JSON: {error}", where.number))
            continue
        if isinstance(data, dict):
            yield where, data
        else:
            findings.append(Finding(where.file, "it must be an object", where.number))


def _without(path: Path, error: TaskSetError) -> str:
    """What is wrong with a file, without its path, which a finding says itself."""
    return re.sub(rf"^{re.escape(str(path))}(:\d+)?: ", "", str(error))
