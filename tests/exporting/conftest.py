from __future__ import annotations

from pathlib import Path

import pytest

from espire_dsl.tasks.task import Task
from tests.exporting.making import written


@pytest.fixture(scope="session")
def exported_set(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Task]]:
    out = tmp_path_factory.mktemp("exporting") / "set"
    return out, written(out)
