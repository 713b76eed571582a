"""The packaged suites, compiled once, and a small task set of them, made once."""

from __future__ import annotations

from pathlib import Path

import pytest

from espire_dsl.tasks.documentation import packaged_suites
from espire_dsl.tasks.files import TaskSet, save
from espire_dsl.tasks.generate import Settings, generate
from espire_dsl.tasks.manifest import manifest_of
from espire_dsl.tasks.suites import Suite


@pytest.fixture(scope="session")
def packaged() -> tuple[Suite, ...]:
    return packaged_suites()


@pytest.fixture(scope="session")
def emitted(packaged: tuple[Suite, ...], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One task a type from few scenes; types that few scenes offer may have none."""
    out = tmp_path_factory.mktemp("emitted") / "set"
    settings = Settings(seed=5, per_type=1, scenes=18)
    made = generate(packaged, settings)
    save(out, TaskSet(manifest_of(packaged, settings, made, "none"), made.tasks, made.scenes), made.timings)
    return out
