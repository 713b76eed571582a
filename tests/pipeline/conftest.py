"""The packaged suites, compiled once."""

from __future__ import annotations

import pytest

from espire_dsl.tasks.documentation import packaged_suites
from espire_dsl.tasks.suites import Suite


@pytest.fixture(scope="session")
def packaged() -> tuple[Suite, ...]:
    return packaged_suites()
