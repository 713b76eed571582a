"""The process that writes tasks.parquet: whatever becomes of it, whoever started it says so."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from espire_dsl.publishing import parquet
from espire_dsl.tasks.error import TaskSetError
from espire_dsl.tasks.files import PARQUET, load

DIES = "import os, signal; os.kill(os.getpid(), signal.SIGSEGV)"


@pytest.mark.parametrize(
    ("begin", "told"),
    [
        (DIES, "the process that writes it was ended by SIGSEGV; is there enough memory?"),
        (
            "import sys; sys.stdin.read(); " + DIES,
            "the process that writes it was ended by SIGSEGV; is there",
        ),
        ("raise SystemExit(127)", "the process that writes it ended with 127; is there enough memory?"),
        ("raise MemoryError", "the process that writes it ended with 1; is there enough memory?"),
    ],
)
def test_a_process_that_dies(begin: str, told: str, copied: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parquet, "_BEGIN", begin)
    with pytest.raises(TaskSetError, match=f"^{re.escape(f'{PARQUET} cannot be written: {told}')}"):
        parquet.write_parquet(copied, load(copied).tasks)


@pytest.mark.parametrize(
    ("raised", "told"),
    [
        ("MemoryError()", "there is not enough memory"),
        ("ImportError('no such thing')", "pyarrow does not load: no such thing"),
        ("OSError(28, 'No space left on device')", "No space left on device"),
        ("SystemError('NULL')", "Python itself failed, as it may where there is not enough memory: NULL"),
    ],
)
def test_a_process_that_says_why(
    raised: str, told: str, copied: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parquet, "_BEGIN", spoiled(raised))
    with pytest.raises(TaskSetError, match=f"^{re.escape(f'{PARQUET} cannot be written: {told}')}$"):
        parquet.write_parquet(copied, load(copied).tasks)


def test_our_own_mistakes_are_not_hidden(copied: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parquet, "_BEGIN", spoiled("ValueError('a mistake of ours')"))
    with pytest.raises(RuntimeError, match="ValueError: a mistake of ours"):
        parquet.write_parquet(copied, load(copied).tasks)


def spoiled(raised: str) -> str:
    """The beginning of a process in which writing raises something."""
    instead = f"def spoiled(*_): raise {raised}\nt.write_table = spoiled\nt.main()"
    paths = "import json, sys; sys.path[:] = json.loads(sys.argv[1])\n"
    return f"{paths}from espire_dsl import table_writer as t\n{instead}"


@pytest.mark.parametrize("start", ["no executable", "no process"])
def test_where_no_process_can_be_started_the_same_bytes_are_written_here(
    start: str, copied: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError(11, "Resource temporarily unavailable")

    before = (copied / PARQUET).read_bytes()
    parquet.write_parquet(copied, load(copied).tasks)
    assert (copied / PARQUET).read_bytes() == before
    if start == "no executable":
        monkeypatch.setattr("sys.executable", "")
    else:
        monkeypatch.setattr("subprocess.Popen", refuse)
    (copied / PARQUET).unlink()
    parquet.write_parquet(copied, load(copied).tasks)
    assert (copied / PARQUET).read_bytes() == before
