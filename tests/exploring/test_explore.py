"""Exploring itself: what it finds fails in every later run, until it is mended."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

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


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder)},
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


def test_a_test_that_takes_long_is_ended_and_no_finding(tmp_path: Path) -> None:
    tests = explorer(tmp_path)
    (tests / "test_slow.py").write_text(SLOW)
    ended = run(tmp_path, "tests.explore", "--minutes", "0.1", "--seed", "1", "--workers", "0")
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert "nothing was found" in ended.stdout
    assert not (tests / "explored").exists()


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
