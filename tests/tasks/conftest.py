"""A small task set of all suites, made once for the tests of this room."""

from __future__ import annotations

from pathlib import Path

import pytest

from espire_dsl.cli import main
from tests.tasks.helpers import FAMILIES


@pytest.fixture(scope="session")
def emitted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One task a type from few scenes; types that few scenes offer may have none."""
    out = tmp_path_factory.mktemp("emitted") / "set"
    arguments = ["--per-type", "1", "--scenes", "24", "--workers", "1", "--seed", "5"]
    assert main(["compile", str(FAMILIES), "-o", str(out), *arguments]) in (0, 1)
    return out
