"""A task set has the same bytes on processors that offer less: libraries then use other code."""

from __future__ import annotations

import os
import platform
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(platform.machine() != "x86_64", reason="the older processors are of another make"),
]

OLDER = {
    "NPY_DISABLE_CPU_FEATURES": " ".join(np.show_config(mode="dicts")["SIMD Extensions"].get("found", ())),
    "NUMBA_CPU_NAME": "x86-64",
    "OPENBLAS_CORETYPE": "Prescott",
}
"""A processor of 2004, as far as NumPy, Numba and OpenBLAS know."""


def compiled(out: Path, processor: dict[str, str]) -> dict[str, bytes]:
    """All files of a small set, but for the one that says how long it took."""
    command = [sys.executable, "-m", "espire_dsl.cli", "compile", "families/espire", "-o", str(out)]
    said = subprocess.run(
        [*command, "--scenes", "16", "--per-type", "1"],
        env={**os.environ, **processor},
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=False,
    )
    assert said.returncode in (0, 1), said.stderr  # 1: types have fewer tasks than were asked for
    files = (file for file in out.rglob("*") if file.is_file() and ".cache" not in file.parts)
    found = {str(file.relative_to(out)): file.read_bytes() for file in files}
    del found["timings.json"]
    return found


def test_bytes_are_the_same(tmp_path: Path) -> None:
    usual, older = (compiled(tmp_path / name, env) for name, env in (("usual", {}), ("older", OLDER)))
    assert sum(name.endswith(".png") for name in usual) > 16
    assert [name for name in sorted(usual | older) if usual.get(name) != older.get(name)] == []
