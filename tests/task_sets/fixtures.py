"""The small task set as fixtures: made once for all rooms, and copied for tests that change it."""

from __future__ import annotations

import shutil
from functools import cache
from pathlib import Path

import pytest
from attrs import evolve

from espire_dsl.scene.visibility import is_visible
from espire_dsl.tasks.files import TaskSet, load, save
from tests.task_sets.making import make_clauses, make_emitted, make_questions, make_set, stamp


@cache
def _made_in(folder: Path) -> Path:
    return make_set(folder / "small-task-set")


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A valid task set with pictures, masks and verdicts. Not to be changed."""
    return _made_in(tmp_path_factory.getbasetemp())


@cache
def _questions_in(folder: Path) -> Path:
    return make_questions(folder / "questions")


@pytest.fixture(scope="session")
def questions(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A valid task set of questions that are answered in words. Not to be changed."""
    return _questions_in(tmp_path_factory.getbasetemp())


@cache
def _clauses_in(folder: Path) -> Path:
    return make_clauses(folder / "clauses")


@pytest.fixture(scope="session")
def clauses(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A valid task set of families with clauses about answers and numbers. Not to be changed."""
    return _clauses_in(tmp_path_factory.getbasetemp())


@cache
def _emitted_in(folder: Path) -> Path:
    return make_emitted(folder / "emitted")


@pytest.fixture(scope="session")
def emitted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One task a type of the packaged suites about pointing, without pictures. Not to be changed."""
    return _emitted_in(tmp_path_factory.getbasetemp())


@pytest.fixture
def copied(made: Path, tmp_path: Path) -> Path:
    """The same set for one test, which may change it."""
    return Path(shutil.copytree(made, tmp_path / "set"))


@pytest.fixture
def bare(made: Path, tmp_path: Path) -> Path:
    """The same tasks as they are without a simulator: no pictures, masks and verdicts."""
    return bare_copy(made, tmp_path / "bare")


def bare_copy(made: Path, folder: Path) -> Path:
    found = load(made)
    tasks = tuple(evolve(task, masks={}, feasible=None, verification={}) for task in found.tasks)
    # What is too small in the picture to be an answer stays so.
    scenes = tuple(
        scene.with_parts(
            evolve(node, pixels={} if is_visible(node) else node.pixels, instance=None)
            for node in scene.nodes
        )
        for scene in found.scenes
    )
    save(folder, TaskSet({"seed": 0, "rules": found.manifest["rules"]}, tasks, scenes), {})
    stamp(folder)
    return folder
