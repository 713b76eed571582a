"""A tiny task set made through the public functions, once for all tests here."""

from __future__ import annotations

from pathlib import Path

import pytest

import espire_dsl as espire
from tests.task_sets.fixtures import copied, made

__all__ = ["copied", "made"]

FAMILIES = Path(__file__).resolve().parents[2] / "families"
FAMILY = "pick.distance.near.extreme"


@pytest.fixture(scope="session")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> espire.Compilation:
    """Two tasks of geometry alone."""
    out = tmp_path_factory.mktemp("api") / "out"
    return espire.compile(FAMILIES / "espire", out, family=FAMILY, limit=2, scenes=6, seed=3, backend="none")


@pytest.fixture(scope="session")
def dataset(compiled: espire.Compilation) -> espire.Dataset:
    return compiled.dataset


@pytest.fixture(scope="session")
def families() -> espire.Families:
    return espire.families(FAMILIES / "espire", family="pick.*")


@pytest.fixture(scope="session")
def scene() -> espire.Scene:
    """Two books, a teddy bear and a statuette on a table."""
    return espire.world("tabletop").draw("easy", seed=3)
