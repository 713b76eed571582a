"""A task set on disk: written whole or not at all, and read back as typed records."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from attrs import frozen

from espire_dsl.scene.error import SceneError
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.json_io import dumps, loads
from espire_dsl.tasks.error import TaskSetError
from espire_dsl.tasks.task import Task, task_from_json, task_to_line

MANIFEST, TIMINGS, TASKS, SCENES = "manifest.json", "timings.json", "tasks.jsonl", "scenes.jsonl"
PARQUET, CARD, CROISSANT, GALLERY, IMAGES = (
    "tasks.parquet",
    "README.md",
    "croissant.json",
    "index.html",
    "images",
)
NAMES = (MANIFEST, TIMINGS, TASKS, SCENES, PARQUET, CARD, CROISSANT, GALLERY, IMAGES)
"""All that a task set may consist of."""
WORK, NEW, OLD, RUN = ".cache", "new", "old", "run.json"
"""Beside the set: what is remembered of the work, in there the set that is being written, the one before, and
how the run was started."""
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
    if force or not out.is_dir() or is_task_set(out) or not any(p.name != WORK for p in out.iterdir()):
        return
    if is_unfinished(out):
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


def is_unfinished(folder: Path) -> bool:
    """Whether a task set was being made here when something stopped it."""
    started = (folder / WORK / NEW).is_dir() or (folder / WORK / RUN).is_file()
    return started and not is_task_set(folder)


def save(
    out: Path,
    task_set: TaskSet,
    timings: Mapping[str, float],
    *,
    force: bool = False,
    add: Callable[[Path], Mapping[str, Any]] | None = None,
) -> None:
    """Write a task set, made whole beside the old one first. The manifest goes first and comes last: where it
    is, all is there.

    `add` may put more files into the folder that is given to it, and has a word in the manifest.
    """
    check_target(out, force=force)
    target = Path(os.path.realpath(out))
    new = target / WORK / NEW
    try:
        shutil.rmtree(new, ignore_errors=True)
        new.mkdir(parents=True)
        _write(new / TASKS, (f"{task_to_line(task)}\n" for task in task_set.tasks))
        _write(new / SCENES, (f"{dumps(scene)}\n" for scene in task_set.scenes))
        _write(new / TIMINGS, [_pretty(timings)])
        more = {} if add is None else add(new)
        _write(new / MANIFEST, [_pretty({"format": FORMAT, **task_set.manifest, **more})])
        _put_in_place(new, target)
        with contextlib.suppress(OSError):
            (target / WORK).rmdir()  # unless there is work to be remembered in it
    except OSError as error:
        raise TaskSetError(f"{out}: it cannot be written: {error.strerror or error}") from error


def _write(path: Path, lines: Iterable[str]) -> None:
    with path.open("w", encoding="utf-8", newline="\n") as file:
        file.writelines(lines)


def _put_in_place(new: Path, target: Path) -> None:
    """Each name of the set is exchanged as a whole; what an older set had besides is removed."""
    old = new.with_name(OLD)
    shutil.rmtree(old, ignore_errors=True)
    old.mkdir()
    for name in (MANIFEST, *(n for n in NAMES if n != MANIFEST)):
        if (target / name).exists():
            os.replace(target / name, old / name)
    for name in sorted(path.name for path in new.iterdir() if path.name != MANIFEST):
        os.replace(new / name, target / name)
    os.replace(new / MANIFEST, target / MANIFEST)
    new.rmdir()
    shutil.rmtree(old)


def _pretty(value: Any) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def manifest_in(out: Path) -> dict[str, Any]:
    """The manifest of a task set."""
    if not is_task_set(out):
        if is_unfinished(out):
            more = f"espirec compile --resume -o {out} completes it"
            raise TaskSetError(f"{out}: this task set is unfinished; {more}")
        raise TaskSetError(f"{out}: this is no task set: it has no {MANIFEST} that says so")
    manifest = json.loads((out / MANIFEST).read_text(encoding="utf-8"))
    return {name: value for name, value in manifest.items() if name != "format"}


def load(out: Path) -> TaskSet:
    """Read a task set back."""
    manifest = manifest_in(out)
    tasks = tuple(_task(out / TASKS, number, line) for number, line in _lines(out / TASKS))
    scenes = tuple(_scene(out / SCENES, number, line) for number, line in _lines(out / SCENES))
    return TaskSet(manifest, tasks, scenes)


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
