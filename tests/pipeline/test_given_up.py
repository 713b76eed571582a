"""Work whose processes are killed every time: it is given up, named, and never remembered as done."""

from __future__ import annotations

import json
import os
import re
import signal
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any, NoReturn

import pytest
from attrs import frozen

import espire_dsl
from espire_dsl.cli import main
from espire_dsl.pipeline.bindings import BindingJob
from espire_dsl.pipeline.executor import local_executor
from espire_dsl.pipeline.job import Executor, Job
from espire_dsl.pipeline.records import RecordJob
from espire_dsl.pipeline.scenes import SCENES_A_JOB, PaintingJob, StagingJob
from espire_dsl.pipeline.verdicts import VerdictJob
from espire_dsl.validating.validate import validate
from tests.pipeline.test_again import files_of
from tests.tasks.helpers import FAMILIES

pytestmark = pytest.mark.slow

FAMILY = FAMILIES / "espire" / "pick" / "attribute.espire"
OPTIONS = ["--scenes", "6", "--per-type", "1", "--seed", "7", "--resolution", "120x90", "--workers", "2"]
LEVEL = "easy"
DIED = "the process that ran it died, twice"


@frozen
class Deadly:
    """A job whose process is killed, however often it is tried."""

    job: Any

    @property
    def keys(self) -> tuple[str, ...]:
        keys: tuple[str, ...] = self.job.keys
        return keys

    def run(self) -> NoReturn:
        os.kill(os.getpid(), signal.SIGKILL)
        raise AssertionError("nobody is left")


def killing(meets: Callable[[Job], bool]) -> Callable[[int], AbstractContextManager[Executor]]:
    """Processes as they are, of which those that run certain jobs are killed."""

    @contextmanager
    def executor(workers: int) -> Iterator[Executor]:
        with local_executor(workers) as run:
            yield lambda jobs: run([Deadly(job) if meets(job) else job for job in jobs])

    return executor


def compiled(out: Path) -> int:
    return main(["compile", str(FAMILY), "-o", str(out), *OPTIONS])


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[int, dict[str, bytes]]:
    """The exit code and the files of a run that nobody disturbs."""
    out = tmp_path_factory.mktemp("whole") / "set"
    return compiled(out), files_of(out)


def of_kind(kind: type[Any]) -> Callable[[Job], bool]:
    return lambda job: isinstance(job, kind)


def first_scenes(job: Job) -> bool:
    """Four of six scenes."""
    return isinstance(job, StagingJob) and job.places[0].index == 0


def some_verdicts(job: Job) -> bool:
    """The questions about some of the scenes that tasks are about."""
    return isinstance(job, VerdictJob) and job.scene.level == LEVEL


@pytest.mark.parametrize(
    ("meets", "stage", "named"),
    [
        (first_scenes, "scenes", [f"tabletop {index}" for index in range(SCENES_A_JOB)]),
        (some_verdicts, "verdicts", None),
    ],
    ids=["scenes", "verdicts"],
)
def test_a_set_that_can_do_without_says_what_it_lacks(
    meets: Callable[[Job], bool],
    stage: str,
    named: list[str] | None,
    whole: tuple[int, dict[str, bytes]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    out = tmp_path / "set"
    with monkeypatch.context() as killed:
        killed.setattr("espire_dsl.pipeline.engine.local_executor", killing(meets))
        for time in ("the first time", "and again, as nothing of it was stored"):
            assert compiled(out) == 1, time
            shown = capsys.readouterr()
            parts = json.loads((out / "manifest.json").read_text())["given_up"]
            assert parts, time
            assert {(part["stage"], part["why"]) for part in parts} == {(stage, DIED)}
            assert named in (None, [part["what"] for part in parts])
            number = f"{len(parts)} part{'s' if len(parts) > 1 else ''}"
            assert f"{number} of the work had to be given up; espirec compile --resume -o {out}" in shown.err
            assert f"  {stage}: {parts[0]['what']}: {DIED}" in shown.out
        assert [f.field for f in validate(out).findings] == ["given_up"]
        made = espire_dsl.compile(FAMILY, out, scenes=6, per_type=1, seed=7, resolution="120x90", workers=2)
        assert not made.is_complete
    code, files = whole
    assert files_of(out) != files
    assert compiled(out) == code
    assert "given up" not in capsys.readouterr().err
    assert files_of(out) == files
    assert validate(out).findings == ()


@pytest.mark.parametrize(
    ("kind", "sentence"),
    [
        (BindingJob, rf"a part of the work could not be done: {DIED}; is there enough memory\?"),
        (RecordJob, rf"a part of the work could not be done: {DIED}; is there enough memory\?"),
        (PaintingJob, rf"scene \S+ could not be pictured: {DIED}"),
    ],
)
def test_where_nothing_can_be_left_out_no_set_is_written(
    kind: type[Any],
    sentence: str,
    whole: tuple[int, dict[str, bytes]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    out = tmp_path / "set"
    with monkeypatch.context() as killed:
        killed.setattr("espire_dsl.pipeline.engine.local_executor", killing(of_kind(kind)))
        assert compiled(out) == 2
    assert re.search(f"^espirec: error: {sentence}$", capsys.readouterr().err, re.MULTILINE)
    assert [path.name for path in out.iterdir()] == [".cache"]
    code, files = whole
    assert compiled(out) == code
    assert files_of(out) == files
