"""The small task set of the packaged suites of tests/task_sets, and its scenes by name."""

from __future__ import annotations

from pathlib import Path

import pytest

from espire_dsl.scene.graph import Scene
from espire_dsl.tasks.files import TaskSet, load
from espire_dsl.tasks.task import Task
from tests.task_sets.fixtures import emitted

__all__ = ["emitted"]


@pytest.fixture(scope="session")
def made(emitted: Path) -> TaskSet:
    return load(emitted)


@pytest.fixture(scope="session")
def scenes(made: TaskSet) -> dict[str, Scene]:
    return {scene.id: scene for scene in made.scenes}


@pytest.fixture(scope="session")
def picks(made: TaskSet) -> list[Task]:
    return [task for task in made.tasks if task.action == "pick"]


@pytest.fixture(scope="session")
def places(made: TaskSet) -> list[Task]:
    return [task for task in made.tasks if task.action == "place"]
