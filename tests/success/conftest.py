"""A small task set of the packaged suites, and its scenes by name, made once."""

from __future__ import annotations

from pathlib import Path

import pytest

from espire_dsl.cli import main
from espire_dsl.scene.graph import Scene
from espire_dsl.tasks.files import TaskSet, load
from espire_dsl.tasks.task import Task

FAMILIES = Path(__file__).resolve().parents[2] / "families"
SUITES = ("espire", "espire_plus", "espire_frames")
"""Those whose tasks are done by a robot; SpatialTunnel asks about thousands of pictures."""


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> TaskSet:
    """One task a type from few scenes; types that few scenes offer may have none."""
    out = tmp_path_factory.mktemp("judged") / "set"
    few = ["--per-type", "1", "--scenes", "16", "--seed", "11", "--workers", "1"]
    main(["compile", *(str(FAMILIES / name) for name in SUITES), "-o", str(out), "--backend", "none", *few])
    return load(out)


@pytest.fixture(scope="session")
def scenes(made: TaskSet) -> dict[str, Scene]:
    return {scene.id: scene for scene in made.scenes}


@pytest.fixture(scope="session")
def picks(made: TaskSet) -> list[Task]:
    return [task for task in made.tasks if task.action == "pick"]


@pytest.fixture(scope="session")
def places(made: TaskSet) -> list[Task]:
    return [task for task in made.tasks if task.action == "place"]
