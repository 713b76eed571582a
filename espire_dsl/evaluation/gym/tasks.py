"""The tasks of a set that can be acted out, each an episode when it is asked for."""

from __future__ import annotations

from pathlib import Path

from attrs import frozen

from espire_dsl.diagnostics.error import UsageError
from espire_dsl.evaluation.execution import can_be_executed
from espire_dsl.evaluation.records import Selection
from espire_dsl.evaluation.sources import TaskSource, selected
from espire_dsl.scene.graph import Scene
from espire_dsl.tasks.task import Task


@frozen(eq=False)
class ActingTasks:
    """Tasks to pick or place something that the robot can reach, by their ids in the order of the set;
    `alphabet` and `longest` are of their instructions."""

    source: TaskSource
    ids: tuple[str, ...]
    alphabet: frozenset[str]
    longest: int

    @classmethod
    def of(cls, folder: Path, family: str = "*") -> ActingTasks:
        """Those of the families whose names match a pattern."""
        source = TaskSource(folder)
        found = [
            (task.id, task.instruction, task.scene)
            for task in selected(source, Selection(None, family, None, None), seed=0)
            if can_be_executed(task)
        ]
        if not found:
            raise UsageError(f"{folder}: no task of a family {family} can be acted out by the robot")
        _ = source.look(found[0][2]), source.simulator()  # so that what is missing is told at once
        texts = [text for _, text, _ in found]
        return cls(source, tuple(id for id, _, _ in found), frozenset("".join(texts)), max(map(len, texts)))

    def task(self, id: str) -> Task:
        return self.source.tasks[id]

    def scene_of(self, id: str) -> Scene:
        """The scene that a task is about."""
        return self.source.scenes[self.task(id).scene]
