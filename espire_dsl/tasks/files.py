"""A task set on disk: written whole or not at all, and read back as typed records."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from attrs import frozen

from espire_dsl.scene.error import SceneError
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.json_io import dumps, loads
from espire_dsl.tasks.error import TaskSetError
from espire_dsl.tasks.task import Task, task_from_json, task_to_line

MANIFEST, TIMINGS, TASKS, SCENES = "manifest.json", "timings.json", "tasks.jsonl", "scenes.jsonl"
FORMAT = "espire task set"


@frozen
class TaskSet:
    """Tasks, the scenes that they are about, and where they come from."""

    manifest: Mapping[str, Any]
    tasks: tuple[Task, ...]
    scenes: tuple[Scene, ...]


def check_target(out: Path, *, force: bool = False) -> None:
    """Refuse a folder that holds something else than a task set, before any work is done."""
    if out.exists() and not out.is_dir():
        raise TaskSetError(f"{out}: this is a file; a task set is a folder")
    if force or not out.is_dir() or is_task_set(out) or not any(out.iterdir()):
        return
    raise TaskSetError(
        f"{out}: this folder holds other files and no task set; "
        "choose another, or use --force to write into it"
    )


def is_task_set(folder: Path) -> bool:
    try:
        manifest = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return False
    return isinstance(manifest, dict) and manifest.get("format") == FORMAT


def save(out: Path, task_set: TaskSet, timings: Mapping[str, float], *, force: bool = False) -> None:
    """Write a task set. Readers see the old set or the new one, never a part."""
    check_target(out, force=force)
    texts = {
        TASKS: "".join(f"{task_to_line(task)}\n" for task in task_set.tasks),
        SCENES: "".join(f"{dumps(scene)}\n" for scene in task_set.scenes),
        TIMINGS: _pretty(timings),
        MANIFEST: _pretty({"format": FORMAT, **task_set.manifest}),
    }
    target = Path(os.path.realpath(out))
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        made = Path(tempfile.mkdtemp(dir=target.parent, prefix=f".{target.name}."))
        try:
            for name, text in texts.items():
                (made / name).write_text(text, encoding="utf-8", newline="\n")
            _put_in_place(made, target)
        finally:
            shutil.rmtree(made, ignore_errors=True)
    except OSError as error:
        raise TaskSetError(f"{out}: it cannot be written: {error.strerror or error}") from error


def _put_in_place(made: Path, target: Path) -> None:
    made.chmod(0o777 & ~_umask())
    if not target.exists() or not any(target.iterdir()):
        os.replace(made, target)
    elif is_task_set(target):
        old = Path(tempfile.mkdtemp(dir=target.parent, prefix=f".{target.name}."))
        os.replace(target, old)
        os.replace(made, target)
        shutil.rmtree(old)
    else:
        for name in (TASKS, SCENES, TIMINGS, MANIFEST):
            os.replace(made / name, target / name)


def _umask() -> int:
    """The process's mask, which can only be read by setting it."""
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _pretty(value: Any) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def load(out: Path) -> TaskSet:
    """Read a task set back."""
    if not is_task_set(out):
        raise TaskSetError(f"{out}: this is no task set: it has no {MANIFEST} that says so")
    manifest = json.loads((out / MANIFEST).read_text(encoding="utf-8"))
    tasks = tuple(_task(out / TASKS, number, line) for number, line in _lines(out / TASKS))
    scenes = tuple(_scene(out / SCENES, number, line) for number, line in _lines(out / SCENES))
    return TaskSet({k: v for k, v in manifest.items() if k != "format"}, tasks, scenes)


def _lines(path: Path) -> Iterator[tuple[int, str]]:
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise TaskSetError(f"{path}: it cannot be read: {error}") from error
    yield from ((n, line) for n, line in enumerate(text.split("\n"), 1) if line.strip())


def _task(path: Path, number: int, line: str) -> Task:
    try:
        data = json.loads(line)
        if not isinstance(data, dict):
            raise TaskSetError("not a task: it must be an object")
        return task_from_json(data)
    except (ValueError, TaskSetError) as error:
        raise TaskSetError(f"{path}:{number}: {error}") from None


def _scene(path: Path, number: int, line: str) -> Scene:
    try:
        return loads(line)
    except SceneError as error:
        raise TaskSetError(f"{path}:{number}: {error}") from None
