"""The families of each suite, compiled once."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from attrs import frozen

from espire_dsl.language.families.family import Family
from espire_dsl.language.trials.examples import ExampleTrial
from tests.packaged import FILES, FOLDER, compiled

SUITES = ("espire", "espire_plus", "espire_frames")


@frozen
class Suite:
    families: Mapping[str, Family]
    examples: tuple[ExampleTrial, ...]


@pytest.fixture(scope="session")
def suites() -> dict[str, Suite]:
    return {name: _compiled(name) for name in SUITES}


@pytest.fixture(scope="session")
def espire(suites: dict[str, Suite]) -> Suite:
    return suites["espire"]


def _compiled(name: str) -> Suite:
    checked = [compiled().files[path] for path in FILES if path.is_relative_to(FOLDER / name)]
    return Suite(
        {family.name: family for one in checked for family in one.families},
        tuple(trial for one in checked for trial in one.trials if isinstance(trial, ExampleTrial)),
    )
