"""The supply of a few types, as the script prints it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def supplied(*arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, str(ROOT / "benchmarks" / "supply.py"), *arguments],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "sim")])},
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.slow
def test_a_line_a_type_and_kept_scenes_give_the_same(tmp_path: Path) -> None:
    asked = ("--family", "pick.attribute.size", "--scenes", "6", "--keep", str(tmp_path / "kept"))
    first = supplied(*asked).splitlines()
    rows = [line.split() for line in first if line.startswith("pick.attribute.size")]
    assert [row[1] for row in rows] == ["Small", "Medium", "Large"]
    for row in rows:
        scenes, *levels = map(int, row[2:6])
        assert scenes == sum(levels) <= 6
    assert (tmp_path / "kept.tabletop.jsonl").read_text(encoding="utf-8").count("\n") == 6
    assert supplied(*asked).splitlines()[:-1] == first[:-1]
