"""Exploring itself: what it finds fails in every later run, until it is mended."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from itertools import cycle, pairwise
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests import explore
from tests.conftest import FOUND, ORDER, UNTIL

TESTS = Path(__file__).parent.parent
RARE = """
from hypothesis import given, settings
from hypothesis import strategies as st


@settings(max_examples=20)
@given(st.integers(0, 10**6))
def test_rare(number: int) -> None:
    assert {claim}
"""

SLOW = """
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st


@pytest.mark.parametrize("more", [1, 2, 3])
@settings(max_examples=10_000)
@given(st.data())
def test_slow(more: int, data: st.DataObject) -> None:
    for _ in range(more):
        data.draw(st.integers(0, 3))
        time.sleep(0.01)
"""

FAILING = """
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests import conftest

conftest._SECONDS = 3600.0


@settings(max_examples=10_000)
@given(st.integers(0, 10**6))
def test_failing(number: int) -> None:
    if number > 1000:
        test_failing.hypothesis.inner_test.turn.until = 0.0
        {raised}
"""
"""Its turn is over as soon as an example failed."""


ENDING = """
import time

from hypothesis import given, settings
from hypothesis import strategies as st

from tests import conftest

conftest._SECONDS = 0.5


@settings(max_examples=10_000)
@given(st.integers(0, 10**6), st.text())
def test_ending(number: int, text: str) -> None:
    time.sleep(0.01)
"""
"""Its turn is over before all its examples are drawn."""


def run(folder: Path, *arguments: str, **told: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder), **told},
        capture_output=True,
        text=True,
        check=False,
    )


def explorer(folder: Path) -> Path:
    """A folder of tests that can be explored, without any."""
    tests = folder / "tests"
    tests.mkdir()
    for name in ("__init__.py", "conftest.py", "explore.py"):
        shutil.copy(TESTS / name, tests)
    return tests


@pytest.mark.slow
def test_a_test_that_takes_long_is_ended_and_no_finding(tmp_path: Path) -> None:
    tests = explorer(tmp_path)
    (tests / "test_slow.py").write_text(SLOW)
    ended = run(tmp_path, "tests.explore", "--minutes", "0.1", "--seed", "1", "--workers", "0")
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert "nothing was found" in ended.stdout
    assert not (tests / "explored").exists()
    counts = [line for line in ended.stdout.splitlines() if " in " in line and "s" in line.split()[-1]]
    assert all("passed" in line for line in counts), counts


@pytest.mark.parametrize("raised", ["pytest.fail('no')", "sys.exit(2)", "int('no')"])
def test_whatever_fails_is_a_finding_and_is_shrunk_though_its_turn_is_over(
    tmp_path: Path, raised: str
) -> None:
    tests, found = explorer(tmp_path), tmp_path / "found"
    (tests / "test_failing.py").write_text(FAILING.format(raised=raised))
    told = {UNTIL: str(time.time() + 3600), FOUND: str(found), ORDER: "1"}
    ended = run(tmp_path, "pytest", "--hypothesis-seed=1", str(tests), **told)
    assert ended.returncode == 1, ended.stdout + ended.stderr
    assert "number=1001" in ended.stdout
    assert any(path.is_file() for path in found.rglob("*"))


def test_nothing_is_kept_of_a_test_whose_turn_only_ended(tmp_path: Path) -> None:
    tests, found = explorer(tmp_path), tmp_path / "found"
    (tests / "test_ending.py").write_text(ENDING)
    told = {UNTIL: str(time.time() + 3600), FOUND: str(found), ORDER: "1"}
    ended = run(tmp_path, "pytest", "--hypothesis-seed=1", str(tests), **told)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert not [path for path in found.rglob("*") if path.is_file()]


@settings(max_examples=30)
@given(minutes=st.floats(0.1, 40.0), lengths=st.lists(st.floats(1.0, 2000.0), min_size=1, max_size=40))
def test_a_round_begins_only_if_time_is_left_for_it(minutes: float, lengths: list[float]) -> None:
    now, begun, todo = 0.0, [], cycle(lengths)

    def one_round(*arguments: Any) -> bool:
        nonlocal now
        begun.append(now)
        now = max(now, min(now + next(todo), arguments[1]))
        return False

    with (
        patch.object(explore.time, "time", lambda: now),
        patch.object(explore, "_round", one_round),
        patch.object(sys, "argv", ["explore", "--minutes", str(minutes)]),
    ):
        assert explore.main() == 0
    lasted = [after - before for before, after in pairwise(begun)]
    assert all(
        60 * minutes - later >= min(last, 60.0) for later, last in zip(begun[1:], lasted, strict=True)
    ), "the round before tells how much time one needs"


@pytest.mark.slow
def test_what_is_found_is_tried_in_every_run(tmp_path: Path) -> None:
    tests = explorer(tmp_path)
    rare = tests / "test_rare.py"
    rare.write_text(RARE.format(claim="number % 97 != 5 or number < 100"))
    assert run(tmp_path, "pytest", str(tests)).returncode == 0, "the usual examples should not find it"
    found = run(tmp_path, "tests.explore", "--minutes", "0.2", "--seed", "1", "--workers", "0")
    assert found.returncode == 1, found.stdout + found.stderr
    assert "--seed 1" in found.stdout
    assert "make explore MINUTES=0.2 SEED=1" in found.stdout
    kept = sorted(path for path in (tests / "explored").rglob("*") if path.is_file())
    assert kept
    assert run(tmp_path, "pytest", str(tests)).returncode == 1
    rare.write_text(RARE.format(claim="number != 10**7"))
    assert run(tmp_path, "pytest", str(tests)).returncode == 0
    assert sorted(path for path in (tests / "explored").rglob("*") if path.is_file()) == kept
