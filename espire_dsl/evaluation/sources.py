"""The task set that a run is about: its tasks, scenes and pictures, each read when it is asked for."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from fnmatch import fnmatchcase
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from attrs import define
from numpy.typing import NDArray

from espire_dsl.depths import read_depths
from espire_dsl.diagnostics.error import UsageError
from espire_dsl.evaluation.episode import MOVES, Episode
from espire_dsl.evaluation.records import Selection
from espire_dsl.pipeline.simulator import NO_BACKEND, BackendSpec, Simulator, simulator_of
from espire_dsl.png import PngError, decode_gray16
from espire_dsl.scene.acting import Axis
from espire_dsl.scene.camera import WORLD_CAMERA
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.random_stream import RandomStream
from espire_dsl.tasks.error import TaskSetError
from espire_dsl.tasks.files import digest_of
from espire_dsl.tasks.lazy_records import LazyRecords
from espire_dsl.tasks.stored import StoredSet
from espire_dsl.tasks.task import Task


@define(eq=False, slots=False)
class TaskSource:
    """A task set in a folder; what is missing in it is told in a UsageError."""

    folder: Path

    def __reduce__(self) -> tuple[type[TaskSource], tuple[Path]]:
        """It travels to other processes as its folder."""
        return TaskSource, (self.folder,)

    @cached_property
    def stored(self) -> StoredSet:
        """Its files."""
        found = StoredSet(self.folder)
        with _told():
            _ = found.form
        return found

    @property
    def manifest(self) -> dict[str, Any]:
        return self.stored.manifest

    @cached_property
    def digest(self) -> str:
        return digest_of(self.manifest)

    @property
    def tasks(self) -> LazyRecords[Task]:
        return self.stored.tasks

    @property
    def scenes(self) -> LazyRecords[Scene]:
        return self.stored.scenes

    def look(self, scene: str) -> Any:
        """How a scene looks beyond its geometry."""
        with _told():
            return self.stored.look(scene)

    def episode(
        self, task: Task, target: str, seed: int, moves: int = MOVES, asked: tuple[Axis, ...] = ()
    ) -> Episode:
        """A task from its start, in an arena of the simulator that made the set."""
        scene = self.scenes[task.scene]
        arena = self.simulator().arena(scene, self.look(scene.id), seed)
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
            raise UsageError(f"{self._place(scene, name)}: {error}") from None

    def depth(self, scene: str, camera: str = WORLD_CAMERA) -> NDArray[np.float32]:
        """Metres to the image plane."""
        name = f"{camera}.depth.npz"
        try:
            return read_depths(self._content(scene, name))
        except ValueError as error:
            raise UsageError(f"{self._place(scene, name)}: {error}") from None

    def _content(self, scene: str, name: str) -> bytes:
        with _told():
            content = self.stored.form.picture(scene, name)
        if content is None:
            raise UsageError(
                f"{self._place(scene, name)}: this picture is missing; compile the set with pictures"
            )
        return content

    def _place(self, scene: str, name: str) -> Path:
        return self.folder / self.stored.form.picture_place(scene, name)


@contextmanager
def _told() -> Iterator[None]:
    """What is wrong with a set is what the user named."""
    try:
        yield
    except TaskSetError as error:
        raise UsageError(str(error)) from None


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
    with _told():
        return list(source.tasks)


def _is_wanted(task: Task, selection: Selection) -> bool:
    constrained = task.constraint is not None
    return (
        selection.suite in (None, task.suite)
        and fnmatchcase(task.family, selection.family)
        and selection.constrained in (None, constrained)
    )
