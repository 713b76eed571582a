"""Makes a task set in a folder: with a store there, an engine, and all the files that belong to a set."""

from __future__ import annotations

import json
import platform
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from attrs import evolve

from espire_dsl import memory
from espire_dsl.gallery.page import write_gallery
from espire_dsl.gallery.shown_scenes import on_a_page
from espire_dsl.importing.files import ImportedScenes
from espire_dsl.pipeline.engine import Engine, LocalEngine
from espire_dsl.pipeline.generate import Generated, generate
from espire_dsl.pipeline.job_runner import JobRunner, Report
from espire_dsl.pipeline.manifest import manifest_of
from espire_dsl.pipeline.settings import Settings
from espire_dsl.pipeline.sharding import stored_scenes
from espire_dsl.pipeline.simulator import Simulator, SimulatorSource, decided
from espire_dsl.pipeline.store import DamagedFilesError, DamagedStoreError, Store
from espire_dsl.publishing.hashes import file_hashes
from espire_dsl.publishing.publish import publish
from espire_dsl.tasks.error import TaskSetError
from espire_dsl.tasks.files import (
    ENGINES,
    RUN,
    WORK,
    TaskSet,
    check_target,
    manifest_in,
    save,
    write_lines,
)
from espire_dsl.tasks.folders import APPEARANCES, IMAGES, SCENES, SHARDS, TASKS
from espire_dsl.tasks.forms.shards import ShardChoice, Shards
from espire_dsl.tasks.forms.writing import check_can_write, write_shards
from espire_dsl.tasks.suites import Suite

_WRITTEN: Final = "written.txt"
_ATTEMPTS: Final = 2
_THIS_PROCESS: Final = LocalEngine()


def run(
    suites: Sequence[Suite],
    settings: Settings,
    out: Path,
    *,
    engine: Engine = _THIS_PROCESS,
    simulator: SimulatorSource | None = None,
    report: Report | None = None,
    force: bool = False,
    remember: Mapping[str, Any] | None = None,
    imported: ImportedScenes | None = None,
    shards: ShardChoice | None = None,
) -> Generated:
    """Makes the task set of some suites and writes it to a folder, which remembers the work that was done: as
    files, or in shards if these are asked for.

    The engine decides where the work is done, and nothing else. The simulator is that of the settings, unless
    another one is given. `remember` is what a resumed run would have to be told again. With `imported` scenes
    none are drawn.
    """
    check_target(out, force=force)
    check_can_write(shards)
    if simulator is None:
        settings = evolve(settings, simulator=decided(settings.simulator))
    source = simulator or settings.simulator
    packages = _packages(source.open())
    tell = report or (lambda *_: None)
    with memory.run(), Store(out / WORK) as store:
        if remember is not None:
            store.note(RUN, json.dumps(remember))

        def attempt() -> Generated:
            with engine.open(source) as executor:
                made = generate(suites, settings, JobRunner(store, executor, source, tell), imported)
            manifest = manifest_of(suites, settings, made, packages, imported)
            return _written(manifest, made, out, store, tell, force, shards)

        made = _mending(attempt, store)
        store.forget_old(key for files in made.pictures.values() for key in files.values())
        return evolve(made, notices=(*store.notices, *made.notices))


def _mending(attempt: Callable[[], Generated], store: Store) -> Generated:
    """What an attempt gives; where the store turns out to be damaged, what is damaged is made again."""
    for _ in range(_ATTEMPTS):
        try:
            return attempt()
        except DamagedStoreError:
            store.set_aside()
        except DamagedFilesError:
            store.notices.append("kept pictures of an earlier run were damaged; they are painted again")
    return attempt()


def _packages(simulator: Simulator | None) -> dict[str, str]:
    return {"python": platform.python_version(), **({} if simulator is None else simulator.engines)}


def _written(
    manifest: Mapping[str, Any],
    made: Generated,
    out: Path,
    store: Store,
    tell: Report,
    force: bool,
    shards: ShardChoice | None,
) -> Generated:
    """Writes what was made, unless it is there already."""
    task_set = TaskSet(manifest, made.tasks, made.scenes)
    written = made.content if shards is None else f"{made.content} {shards.number} {shards.format}"
    if _is_written(out, task_set, written, store):
        return evolve(made, is_new=False)
    tell("writing", 0, 1)
    if shards is None:
        notices = _write_files(out, task_set, made, store, force)
    else:
        notices = _write_shards(out, task_set, made, store, force, shards)
    if not notices:
        store.note(_WRITTEN, written)
    tell("writing", 1, 1)
    return evolve(made, notices=notices)


def _write_shards(
    out: Path, task_set: TaskSet, made: Generated, store: Store, force: bool, choice: ShardChoice
) -> tuple[str, ...]:
    """Writes the set in shards, with all that belongs to them."""
    found: list[Shards] = []
    with_pictures = any(made.pictures.values())

    def records(folder: Path) -> None:
        scenes, count = stored_scenes(made, store), len(made.scenes)
        found.append(write_shards(folder, choice, scenes, count, made.content, with_pictures=with_pictures))

    def add(folder: Path) -> Mapping[str, Any]:
        (shards,) = found
        publish(folder, task_set, shards)
        return {SHARDS: shards.to_json(), "files": file_hashes(folder)}

    assets = made.scenes.assets()
    save(out, task_set, made.timings, force=force, records=records, assets=assets, add=add)
    return ()


def _write_files(out: Path, task_set: TaskSet, made: Generated, store: Store, force: bool) -> tuple[str, ...]:
    """Writes the set as files with all that belongs to them; gives what had to be left out."""
    notices: list[str] = []

    def records(folder: Path) -> None:
        write_lines(folder / TASKS, made.tasks.lines())
        write_lines(folder / SCENES, (ref.line for ref in made.scenes.loaded()))

    def add(folder: Path) -> Mapping[str, Any]:
        copied = [
            store.copy_file(key, folder / IMAGES / scene / name)
            for scene, files in made.pictures.items()
            for name, key in files.items()
        ]
        if not all(copied):
            raise DamagedFilesError("pictures that were kept are damaged")
        looks = (f'{{"scene": {json.dumps(ref.id)}, "look": {ref.look}}}' for ref in made.scenes.loaded())
        write_lines(folder / APPEARANCES, looks)
        notices.extend(publish(folder, task_set))
        scenes = [ref.id for ref in made.scenes.refs]
        write_gallery(folder, on_a_page(task_set, made.tasks.scenes, scenes))
        return {"files": file_hashes(folder)}

    assets = made.scenes.assets()
    save(out, task_set, made.timings, force=force, records=records, assets=assets, add=add)
    return tuple(notices)


def _is_written(out: Path, task_set: TaskSet, written: str, store: Store) -> bool:
    """Whether the folder holds this very set already, in this form, with every file as it was written."""
    if store.noted(_WRITTEN) != written:
        return False
    try:
        known = {**manifest_in(out), ENGINES: task_set.manifest[ENGINES]}
        known.pop(SHARDS, None)
        return known == {**task_set.manifest, "files": file_hashes(out)}
    except (OSError, TaskSetError):
        return False
