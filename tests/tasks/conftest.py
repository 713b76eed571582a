"""The packaged suites, compiled once, and a small task set of them, made once."""

from __future__ import annotations

from pathlib import Path

import pytest

from espire_dsl.pipeline.run import run
from espire_dsl.pipeline.settings import Settings
from espire_dsl.pipeline.simulator import BackendSpec
from espire_dsl.tasks.suites import Suite
from tests.packaged import packaged_suites


@pytest.fixture(scope="session")
def packaged() -> tuple[Suite, ...]:
    return packaged_suites()


@pytest.fixture(scope="session")
def emitted(packaged: tuple[Suite, ...], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One task a type of the suites about pointing, from few scenes, which do not offer every type."""
    out = tmp_path_factory.mktemp("emitted") / "set"
    pointing = [suite for suite in packaged if suite.name.startswith("espire")]
    run(pointing, Settings(seed=5, per_type=1, scenes=18, simulator=BackendSpec("none", "rays")), out)
    return out
