"""The families of each suite, compiled once."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from attrs import frozen

from espire_dsl.checking.check import compile_paths
from espire_dsl.checking.paths import espire_files
from espire_dsl.language.families.family import Family
from espire_dsl.language.trials.examples import ExampleTrial
from espire_dsl.resources import resource_path

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
    paths = espire_files([resource_path("families") / name])
    files = compile_paths(paths, [resource_path("families")]).files
    checked = [files[path] for path in paths]
    return Suite(
        {family.name: family for one in checked for family in one.families},
        tuple(trial for one in checked for trial in one.trials if isinstance(trial, ExampleTrial)),
    )
