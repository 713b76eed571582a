"""The small task set in its three forms, each made by the same run, which has its work done already."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest
from attrs import evolve

from espire_dsl.tasks.files import save
from espire_dsl.tasks.forms.shards import PARQUET, WEBDATASET, ShardChoice
from espire_dsl.tasks.task import Task
from tests.forms.sharding import resharded
from tests.gallery.making import pictured_set
from tests.task_sets.fixtures import made
from tests.task_sets.making import make_set

__all__ = ["made"]

CHOICES: Mapping[str, ShardChoice] = {
    PARQUET: ShardChoice(3, PARQUET),
    WEBDATASET: ShardChoice(3, WEBDATASET),
}


@pytest.fixture(scope="session")
def forms(made: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """By the name of a form, a folder in which the set is called `set`. Not to be changed."""
    pytest.importorskip("pyarrow", reason="shards of Parquet need the extra hf")
    found = {}
    for name, choice in {"files": None, **CHOICES}.items():
        found[name] = tmp_path_factory.mktemp(name)
        shutil.copytree(made, found[name] / "set")
        make_set(found[name] / "set", choice)
    return found


@pytest.fixture(scope="session")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A set with pictures of noise in its three forms, quickly made; not valid. Not to be changed."""
    pytest.importorskip("pyarrow", reason="shards of Parquet need the extra hf")
    folder = tmp_path_factory.mktemp("drawn")
    whole = pictured_set(folder / "whole")
    about: dict[str, list[Task]] = {}
    for task in whole.tasks:
        about.setdefault(task.scene, []).append(task)
    few = tuple(task for tasks in about.values() for task in tasks[:2])
    save(folder / "files", evolve(whole, tasks=few), {})
    shutil.copytree(folder / "whole" / "images", folder / "files" / "images")
    for name, choice in CHOICES.items():
        resharded(folder / "files", folder / name, choice)
    return {name: folder / name for name in ("files", *CHOICES)}
