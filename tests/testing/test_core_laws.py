"""The laws of the core library hold. `espirec test families/core` tries them on more scenes."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from espire_dsl.checking.check import Compiled, compile_paths
from espire_dsl.language.trials.examples import LawTrial
from espire_dsl.resources import resource_path
from espire_dsl.testing.laws import run_law

PATH = resource_path("families") / "core" / "laws.espire"
LINES = PATH.read_text(encoding="utf-8").splitlines()
NAMES = [line.split("(")[0].removeprefix("law ") for line in LINES if line.startswith("law ")]


@cache
def compiled() -> Compiled:
    return compile_paths([PATH], [PATH.parent])


def test_the_laws_are_read_without_a_finding() -> None:
    assert compiled().result.findings == ()
    assert {t.name for t in compiled().files[Path(PATH)].trials if isinstance(t, LawTrial)} == set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_law(name: str) -> None:
    law = next(t for t in compiled().files[Path(PATH)].trials if isinstance(t, LawTrial) and t.name == name)
    outcome = run_law(law, 30)
    assert outcome.finding is None
    assert outcome.tried >= 3
