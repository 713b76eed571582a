"""The packaged suites, compiled once."""

from __future__ import annotations

import pytest

from espire_dsl.tasks.suites import Suite
from tests.packaged import packaged_suites


@pytest.fixture(scope="session")
def packaged() -> tuple[Suite, ...]:
    return packaged_suites()
