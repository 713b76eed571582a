"""The task set that a run is about: its tasks, scenes and pictures, each read when it is asked for."""

from __future__ import annotations

import json
from collections.abc import Mapping
from fnmatch import fnmatchcase
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from attrs import define
from numpy.typing import NDArray

from espire_dsl.diagnostics.error import UsageError
from espire_dsl.evaluation.episode import MOVES, Episode
from espire_dsl.evaluation.records import Selection
from espire_dsl.pipeline.simulator import NO_BACKEND, BackendSpec, Simulator, simulator_of
from espire_dsl.png import PngError, decode_gray16
from espire_dsl.reports.depths import read_depths
from espire_dsl.scene.acting import Axis
from espire_dsl.scene.camera import WORLD_CAMERA
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.random_stream import RandomStream
from espire_dsl.tasks.error import TaskSetError
from espire_dsl.tasks.files import APPEARANCES, digest_of, manifest_in
from espire_dsl.tasks.folders import IMAGES
from espire_dsl.tasks.lazy_records import LazyRecords, lazy_scenes, lazy_tasks
from espire_dsl.tasks.task import Task
from espire_dsl.tasks.writing import is_inside


@define(eq=False, slots=False)
class TaskSource:
    """A task set in a folder; what is missing in it is told in a UsageError."""

    folder: Path

    def __reduce__(self) -> tuple[type[TaskSource], tuple[Path]]:
        """It travels to other processes as its folder."""
        return TaskSource, (self.folder,)

    @cached_property
    def manifest(self) -> dict[str, Any]:
        try:
            return manifest_in(self.folder)
        except TaskSetError as error:
            raise UsageError(str(error)) from None

    @cached_property
    def digest(self) -> str:
        return digest_of(self.manifest)

    @cached_property
    def tasks(self) -> LazyRecords[Task]:
        _ = self.manifest
        return lazy_tasks(self.folder)

    @cached_property
    def scenes(self) -> LazyRecords[Scene]:
        return lazy_scenes(self.folder)

    @cached_property
    def looks(self) -> Mapping[str, Any]:
        """How scenes look beyond their geometry, by scene."""
        path = self.folder / APPEARANCES
        if not path.is_file():
            return {}
        try:
            lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line]
            return {line["scene"]: line["look"] for line in lines}
        except (ValueError, KeyError, TypeError):
            raise UsageError(f"{path}: this is no file of appearances") from None

    def episode(
        self, task: Task, target: str, seed: int, moves: int = MOVES, asked: tuple[Axis, ...] = ()
    ) -> Episode:
        """A task from its start, in an arena of the simulator that made the set."""
        scene = self.scenes[task.scene]
        arena = self.simulator().arena(scene, self.looks.get(scene.id), seed)
        return Episode(task, scene, arena, target, moves, asked)

    def simulator(self) -> Simulator:
        """The simulator that made the set."""
        chosen = self.manifest["options"]["simulator"]
        if chosen["backend"] == NO_BACKEND:
            raise UsageError(
                f"{self.folder}: this set was compiled without a simulator, so nobody can act in it"
            )
        try:
            found = simulator_of(BackendSpec(chosen["backend"], chosen["paint"]))
        except TaskSetError as error:
            raise UsageError(str(error)) from None
        assert found is not None
        return found

    def picture(self, scene: str, camera: str = WORLD_CAMERA) -> bytes:
        """The file of what a camera saw of a scene at its start."""
        return self._content(scene, f"{camera}.png")

    def ids(self, scene: str, camera: str = WORLD_CAMERA) -> NDArray[np.uint16]:
        """The number of the thing in each pixel."""
        name = f"{camera}.ids.png"
        try:
            return decode_gray16(self._content(scene, name))
        except PngError as error:
            raise UsageError(f"{self.folder / IMAGES / scene / name}: {error}") from None

    def depth(self, scene: str, camera: str = WORLD_CAMERA) -> NDArray[np.float32]:
        """Metres to the image plane."""
        name = f"{camera}.depth.npz"
        try:
            return read_depths(self._content(scene, name))
        except ValueError as error:
            raise UsageError(f"{self.folder / IMAGES / scene / name}: {error}") from None

    def _content(self, scene: str, name: str) -> bytes:
        path = self.folder / IMAGES / scene / name
        if not is_inside(path, self.folder / IMAGES):
            raise UsageError(f"{path}: this is no place in the task set")
        try:
            return path.read_bytes()
        except OSError as error:
            raise UsageError(
                f"{path}: this picture is missing ({error.strerror}); compile the set with pictures"
            ) from None


def selected(source: TaskSource, selection: Selection, seed: int) -> list[Task]:
    """The tasks that a run is about, in the order of the set. A limit draws from the seed alone, so that runs
    with other models and settings are about the same tasks."""
    found = [task for task in _read(source) if _is_wanted(task, selection)]
    if not found:
        raise UsageError("no task of this set has that suite and family")
    if selection.limit is None or selection.limit >= len(found):
        return found
    drawn = sorted(found, key=lambda task: (RandomStream.of(seed, "limit", task.id).unit(), task.id))
    kept = {task.id for task in drawn[: selection.limit]}
    return [task for task in found if task.id in kept]


def _read(source: TaskSource) -> list[Task]:
    try:
        return list(source.tasks)
    except TaskSetError as error:
        raise UsageError(str(error)) from None


def _is_wanted(task: Task, selection: Selection) -> bool:
    constrained = task.constraint is not None
    return (
        selection.suite in (None, task.suite)
        and fnmatchcase(task.family, selection.family)
        and selection.constrained in (None, constrained)
    )
