"""The tasks of a set that can be acted out, each an episode when it is asked for."""

from __future__ import annotations

import json
from collections.abc import Mapping
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from attrs import frozen

from espire_dsl.diagnostics.error import UsageError
from espire_dsl.evaluation.episode import Episode
from espire_dsl.pipeline.simulator import NO_BACKEND, BackendSpec, Simulator, simulator_of
from espire_dsl.scene.acting import Axis
from espire_dsl.scene.graph import Scene
from espire_dsl.tasks.files import APPEARANCES, manifest_in
from espire_dsl.tasks.lazy_records import LazyRecords, lazy_scenes, lazy_tasks
from espire_dsl.tasks.task import Task


@frozen(eq=False)
class ActingTasks:
    """Tasks to pick or place something that the robot can reach, by their ids in the order of the set;
    `alphabet` and `longest` are of their instructions."""

    tasks: LazyRecords[Task]
    scenes: LazyRecords[Scene]
    looks: Mapping[str, Any]
    simulator: Simulator
    ids: tuple[str, ...]
    alphabet: frozenset[str]
    longest: int

    @classmethod
    def of(cls, folder: Path, family: str = "*") -> ActingTasks:
        """Those of the families whose names match a pattern."""
        manifest = manifest_in(folder)
        tasks = lazy_tasks(folder)
        found = [
            (task.id, task.instruction)
            for task in tasks
            if task.action in ("pick", "place") and task.feasible and fnmatchcase(task.family, family)
        ]
        if not found:
            raise UsageError(f"{folder}: no task of a family {family} can be acted out by the robot")
        texts = [text for _, text in found]
        return cls(
            tasks,
            lazy_scenes(folder),
            _looks(folder),
            _simulator(folder, manifest),
            tuple(id for id, _ in found),
            frozenset("".join(texts)),
            max(map(len, texts)),
        )

    def scene_of(self, id: str) -> Scene:
        """The scene that a task is about."""
        return self.scenes[self.tasks[id].scene]

    def episode(
        self, id: str, target: str, moves: int, asked: tuple[Axis, ...], seed: int, camera: str
    ) -> Episode:
        """A task from its start."""
        task = self.tasks[id]
        scene = self.scenes[task.scene]
        arena = self.simulator.arena(scene, self.looks.get(scene.id), seed)
        return Episode(task, scene, arena, target, moves, asked, classed_by=camera)


def _looks(folder: Path) -> dict[str, Any]:
    path = folder / APPEARANCES
    if not path.is_file():
        return {}
    try:
        lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line]
        return {line["scene"]: line["look"] for line in lines}
    except (OSError, ValueError, KeyError, TypeError):
        raise UsageError(f"{path}: this is no file of appearances") from None


def _simulator(folder: Path, manifest: Mapping[str, Any]) -> Simulator:
    chosen = manifest["options"]["simulator"]
    simulator = None
    if chosen["backend"] != NO_BACKEND:
        simulator = simulator_of(BackendSpec(chosen["backend"], chosen["paint"]))
    if simulator is None:
        raise UsageError(f"{folder}: this set was compiled without a simulator, so nobody can act in it")
    return simulator
