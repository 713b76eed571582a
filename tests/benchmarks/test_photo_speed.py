"""What the benchmark of photographs ends with."""

from __future__ import annotations

import subprocess
from typing import Any

import pytest

from benchmarks import photo_speed


@pytest.mark.parametrize(
    ("codes", "ends_with"),
    [((0, 0), 0), ((0, 1), 1), ((1, 0), 1), ((-9, 0), 1), ((0, -11), 1), ((-9, -9), 1)],
)
def test_a_way_that_is_slow_or_killed_is_a_failure_and_both_are_measured(
    codes: tuple[int, ...], ends_with: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    left = list(codes)

    def run(command: list[str], **_: Any) -> subprocess.CompletedProcess[str]:
        return subprocess.CompletedProcess(command, left.pop(0))

    monkeypatch.setattr(subprocess, "run", run)
    assert photo_speed.main(1) == ends_with
    assert not left
