"""The packaged suites, compiled once, and a small task set of them, made once."""

from __future__ import annotations

import pytest

from espire_dsl.tasks.suites import Suite
from tests.packaged import packaged_suites
from tests.task_sets.fixtures import emitted

__all__ = ["emitted"]


@pytest.fixture(scope="session")
def packaged() -> tuple[Suite, ...]:
    return packaged_suites()
