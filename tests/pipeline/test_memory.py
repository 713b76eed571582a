"""Too little memory: a run ends with a sentence or with the right bytes, and spoils nothing for the next."""

from __future__ import annotations

import resource
import subprocess
import sys
from pathlib import Path

import pytest

from tests.pipeline.test_again import files_of
from tests.tasks.helpers import FAMILIES

pytestmark = pytest.mark.slow

FAMILY = FAMILIES / "espire" / "pick" / "attribute.espire"
TINY = ["--scenes", "3", "--per-type", "1", "--seed", "7", "--resolution", "120x90", "--workers", "1"]


def run(out: Path, megabytes: int | None = None) -> subprocess.CompletedProcess[str]:
    def limit() -> None:
        if megabytes is not None:
            resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))

    command = [sys.executable, "-m", "espire_dsl.cli", "compile", str(FAMILY), "-o", str(out), *TINY]
    return subprocess.run(command, capture_output=True, text=True, preexec_fn=limit, check=False)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    out = tmp_path_factory.mktemp("whole") / "set"
    assert run(out).returncode == 0
    return files_of(out)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux keeps this limit")
@pytest.mark.parametrize("megabytes", [180, 500, 810, 850, 900, 1100])
def test_what_a_starved_run_leaves_is_completed_to_the_same_bytes(
    megabytes: int, whole: dict[str, bytes], tmp_path: Path
) -> None:
    out = tmp_path / "set"
    starved = run(out, megabytes)
    assert "internal error" not in starved.stderr
    assert starved.returncode in (0, 1, 2), "no signal ended it; after 1, parts of the work are given up"
    assert starved.stderr.strip() if starved.returncode else files_of(out) == whole
    assert run(out).returncode == 0
    assert files_of(out) == whole
