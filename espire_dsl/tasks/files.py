"""A task set on disk: written whole or not at all, and read back as typed records."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
from collections.abc import Callable, Iterable, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, NoReturn, TypeVar

from attrs import frozen

from espire_dsl.catalogue.json_format import mesh_name, with_mesh_in
from espire_dsl.catalogue.reader import Category
from espire_dsl.scene.error import SceneError
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.json_io import dumps, scene_from_json
from espire_dsl.tasks.coherent import incoherence_of
from espire_dsl.tasks.error import TaskSetError
from espire_dsl.tasks.folders import APPEARANCES, IMAGES, MESHES, SCENES, SHARDS, TASKS, foreign_files
from espire_dsl.tasks.forms import parquet_form, shards, tar_form
from espire_dsl.tasks.forms.form import Form, Lines
from espire_dsl.tasks.forms.plain import PlainForm
from espire_dsl.tasks.forms.shards import Shards, shards_in
from espire_dsl.tasks.task import Task, task_from_json, task_to_line
from espire_dsl.tasks.writing import own_folder

MANIFEST, TIMINGS = "manifest.json", "timings.json"
PARQUET, CARD, CROISSANT, GALLERY = "tasks.parquet", "README.md", "croissant.json", "index.html"
FOLDERS = (IMAGES, MESHES, SHARDS)
NAMES = (MANIFEST, TIMINGS, TASKS, SCENES, APPEARANCES, PARQUET, CARD, CROISSANT, GALLERY, *FOLDERS)
"""All that a task set may consist of."""
WORK, NEW, OLD, RUN = ".cache", "new", "old", "run.json"
"""Beside the set: what is remembered of the work, in there the set that is being written, the one before, and
how the run was started."""
FORMAT = "espire task set"
SCHEMA = 3
"""The version of the layout of records; others are not read."""
T = TypeVar("T")
_OPENERS: Final[Mapping[str, Callable[[Path, Shards], Form]]] = {
    shards.PARQUET: parquet_form.opened,
    shards.WEBDATASET: tar_form.opened,
}
_FORMAT_KEY, _SCHEMA_KEY, DIGEST, ENGINES = "format", "schema", "digest", "engines"


@frozen
class TaskSet:
    """Tasks, the scenes that they are about, and where they come from."""

    manifest: Mapping[str, Any]
    tasks: Sequence[Task]
    scenes: Sequence[Scene]


def check_target(out: Path, *, force: bool = False) -> None:
    """Refuse a folder that holds something else than a task set, before any work is done."""
    if out.exists() and not out.is_dir():
        raise TaskSetError(f"{out}: this is a file; a task set is a folder")
    if not out.is_dir():
        return
    if is_task_set(out) or is_unfinished(out):
        _refuse_foreign(out)
        return
    others = {path.name for path in out.iterdir() if path.name != WORK}
    taken = sorted(others.intersection(NAMES))
    if force and taken:
        raise TaskSetError(
            f"{out}: this folder is no task set and has {', '.join(taken)}, which a task set would replace; "
            "choose another, or move that away"
        )
    if force or not others:
        return
    raise TaskSetError(
        f"{out}: this folder holds other files and no task set; "
        "choose another, or use --force to write into it"
    )


def _refuse_foreign(out: Path) -> None:
    """Refuse a set among whose pictures or meshes somebody keeps files: these folders are exchanged whole."""
    foreign = list(foreign_files(out))
    if foreign:
        more = f" and {len(foreign) - 1} more" if len(foreign) > 1 else ""
        raise TaskSetError(
            f"{out}: {foreign[0]}{more} would be removed with the old task set, though no task set made it; "
            "move it away, or choose another folder"
        )


def is_task_set(folder: Path) -> bool:
    try:
        manifest = read_json((folder / MANIFEST).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return False
    return isinstance(manifest, dict) and manifest.get("format") == FORMAT


def read_json(text: str) -> Any:
    """The value of a text; a ValueError for what is no JSON, or no value that can be used and told."""
    try:
        value = json.loads(text, parse_constant=_refuse)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
    if "\\ud" in text.lower():
        try:
            json.dumps(value, ensure_ascii=False).encode()
        except UnicodeEncodeError:
            raise ValueError("it has half of a character, which is no text") from None
    return value


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is no number that JSON knows")


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
    records: Callable[[Path], None] | None = None,
    assets: Iterable[Category] | None = None,
    add: Callable[[Path], Mapping[str, Any]] | None = None,
) -> None:
    """Write a task set, made whole beside the old one first. The manifest goes first and comes last: where it
    is, all is there.

    `records` writes tasks and scenes into the folder that is given to it, and `assets` are those of the
    scenes, where somebody knows better than to read all of them; `add` may put more files there, and has a
    word in the manifest.
    """
    check_target(out, force=force)
    target = Path(os.path.realpath(out))
    new = target / WORK / NEW
    try:
        own_folder(target / WORK)
        shutil.rmtree(new, ignore_errors=True)
        own_folder(new)
        if records is None:
            write_lines(new / TASKS, map(task_to_line, task_set.tasks))
            write_lines(new / SCENES, map(dumps, task_set.scenes))
        else:
            records(new)
        if assets is None:
            assets = (asset for scene in task_set.scenes for asset in scene.assets)
        _copy_meshes(assets, new / MESHES)
        write_lines(new / TIMINGS, [_pretty(timings)])
        more = {} if add is None else add(new)
        write_lines(new / MANIFEST, [_pretty(stamped({**task_set.manifest, **more}))])
        _put_in_place(new, target)
        with contextlib.suppress(OSError):
            (target / WORK).rmdir()  # unless there is work to be remembered in it
    except OSError as error:
        raise TaskSetError(f"{out}: it cannot be written: {error.strerror or error}") from error


def _copy_meshes(assets: Iterable[Category], folder: Path) -> None:
    """Copies the files of the meshes of scenes, so that a set can be painted again from its own files."""
    for asset in {asset.id: asset for asset in assets}.values():
        if asset.shape is not None and asset.shape.mesh is not None:
            own_folder(folder)
            shutil.copyfile(asset.shape.mesh.path, folder / mesh_name(asset.shape.mesh))


def write_lines(path: Path, lines: Iterable[str]) -> None:
    """Writes lines, which come without their ends."""
    with path.open("w", encoding="utf-8", newline="\n") as file:
        file.writelines(f"{line}\n" for line in lines)


def _put_in_place(new: Path, target: Path) -> None:
    """Each name of the set is exchanged as a whole; what an older set had besides is removed."""
    old = new.with_name(OLD)
    shutil.rmtree(old, ignore_errors=True)
    own_folder(old)
    for name in (MANIFEST, *(n for n in NAMES if n != MANIFEST)):
        if os.path.lexists(target / name):
            os.replace(target / name, old / name)
    for name in sorted(path.name for path in new.iterdir() if path.name != MANIFEST):
        os.replace(new / name, target / name)
    os.replace(new / MANIFEST, target / MANIFEST)
    new.rmdir()
    shutil.rmtree(old)


def _pretty(value: Any) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False, allow_nan=False)


def schema_problem(folder: Path) -> str | None:
    """Why the records of a task set cannot be read by this version, if they cannot."""
    found = json.loads((folder / MANIFEST).read_text(encoding="utf-8")).get("schema")
    if found == SCHEMA:
        return None
    told = "has no schema version" if found is None else f"has schema version {found}"
    return f"this task set {told}, and version {SCHEMA} is read: compile it again with `espirec compile`"


def manifest_in(out: Path) -> dict[str, Any]:
    """The manifest of a task set."""
    if not is_task_set(out):
        if is_unfinished(out):
            more = f"espirec compile --resume -o {out} completes it"
            raise TaskSetError(f"{out}: this task set is unfinished; {more}")
        raise TaskSetError(f"{out}: this is no task set: it has no {MANIFEST} that says so")
    unread = schema_problem(out)
    if unread is not None:
        raise TaskSetError(f"{out}: {unread}")
    manifest = read_json((out / MANIFEST).read_text(encoding="utf-8"))
    about = (_FORMAT_KEY, _SCHEMA_KEY, DIGEST)
    return {name: value for name, value in manifest.items() if name not in about}


def stamped(manifest: Mapping[str, Any]) -> dict[str, Any]:
    """A manifest as it is written: with its format, the version of records, and a digest by which a change to
    it is found."""
    return {_FORMAT_KEY: FORMAT, _SCHEMA_KEY: SCHEMA, **manifest, DIGEST: digest_of(manifest)}


def digest_of(manifest: Mapping[str, Any]) -> str:
    """A digest of all that a manifest says but for the versions of engines: sets that are equal but for these
    differ in that one entry alone."""
    told = {name: value for name, value in manifest.items() if name != ENGINES}
    return sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()


def form_in(out: Path) -> Form:
    """The files of a task set, in whatever form they are."""
    return form_of(out, manifest_in(out))


def form_of(out: Path, manifest: Mapping[str, Any]) -> Form:
    """The files of a task set with this manifest."""
    found = shards_in(manifest, out)
    return PlainForm(out) if found is None else _OPENERS[found.format](out, found)


def load(out: Path) -> TaskSet:
    """Read a task set back."""
    manifest = manifest_in(out)
    form = form_of(out, manifest)
    tasks = tuple(_every(form, form.tasks, read_task))
    scenes = tuple(_every(form, form.scenes, scene_reader(out)))
    return TaskSet(manifest, tasks, scenes)


def _every(form: Form, lines: Lines, read: Callable[[Path, int, str], T]) -> list[T]:
    """All records in the order of the set."""
    found: dict[int, T] = {}
    for place in lines.as_stored():
        where = lines.where(place)
        found[place] = read(form.folder / where.file, where.number, lines.text(place))
    return [found[place] for place in range(len(lines))]


def read_task(path: Path, number: int, line: str) -> Task:
    """The task of a line of a file."""
    try:
        data = read_json(line)
        if not isinstance(data, dict):
            raise TaskSetError("not a task: it must be an object")
        task = task_from_json(data)
        problem = incoherence_of(task)
        if problem is not None:
            raise TaskSetError(f"not a task: field {problem.field}: {problem.message}")
        return task
    except (ValueError, TaskSetError) as error:
        raise TaskSetError(f"{path}:{number}: {error}") from None


def read_scene(path: Path, number: int, line: str, folder: Path | None = None) -> Scene:
    """The scene of a line of a file; the meshes of its things are in the folder of its set, which is that of
    the file unless it is told."""
    try:
        scene = scene_from_json(read_json(line))
        if not scene.assets:
            return scene
        meshes = (folder or path.parent) / MESHES
        return scene.with_assets(with_mesh_in(asset, meshes) for asset in scene.assets)
    except (ValueError, SceneError) as error:
        raise TaskSetError(f"{path}:{number}: {error}") from None


def scene_reader(folder: Path) -> Callable[[Path, int, str], Scene]:
    """Reads the scenes of a set."""
    return lambda path, number, line: read_scene(path, number, line, folder)
