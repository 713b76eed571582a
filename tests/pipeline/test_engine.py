"""Engines by name, and a simulator that is given to jobs, wherever they are done."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
from attrs import frozen

import espire_dsl
from espire_dsl.cli import main
from espire_dsl.diagnostics.error import EspireError, UsageError
from espire_dsl.pipeline.alike import difference, versions_here
from espire_dsl.pipeline.engine import EngineSpec, LocalEngine, engine_of, known_engines
from espire_dsl.pipeline.job import Done, Executor
from espire_dsl.pipeline.options import options_of
from espire_dsl.pipeline.run import run
from espire_dsl.pipeline.simulator import SimulatorSource
from espire_dsl.tasks.error import TaskSetError
from espire_dsl.tasks.suites import compiled_suites
from tests.pipeline.helpers import NONE
from tests.pipeline.made_up import SETTINGS, Source, files_of
from tests.tasks.helpers import FAMILIES

FAMILY = FAMILIES / "espire" / "pick" / "attribute.espire"


@frozen
class Backwards:
    """An engine that does the last job first, in this process."""

    workers: int | None
    address: str | None

    @contextmanager
    def open(self, source: SimulatorSource) -> Iterator[Executor]:
        del source
        yield lambda jobs: (Done(job, job.run()) for job in reversed(list(jobs)))


def test_the_shipped_ones_are_declared() -> None:
    assert {"local", "ray"} <= set(known_engines())
    assert engine_of(EngineSpec(), 3) == engine_of(EngineSpec("local"), 3) == LocalEngine(3)


def test_one_of_another_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    entry = EntryPoint("backwards", "tests.pipeline.test_engine:Backwards", "espire.engines")
    monkeypatch.setattr("espire_dsl.pipeline.engine.entry_points", lambda **_: [entry])
    assert engine_of(EngineSpec("backwards", "here"), 2) == Backwards(2, "here")
    sets = []
    for name in ("local", "backwards"):
        arguments = ["--scenes", "3", "--per-type", "1", "--backend", "none", "--workers", "1"]
        arguments += [] if name == "local" else ["--engine", name]
        main(["compile", str(FAMILY), "-o", str(tmp_path / name), *arguments])
        sets.append(files_of(tmp_path / name))
    assert sets[0] == sets[1]
    assert len(sets[0]) > 4


def test_one_that_cannot_be_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = EntryPoint("broken", "tests.pipeline.nowhere:Engine", "espire.engines")
    monkeypatch.setattr("espire_dsl.pipeline.engine.entry_points", lambda **_: [entry])
    with pytest.raises(TaskSetError, match=r"the engine broken cannot be loaded: No module named 'tests\."):
        engine_of(EngineSpec("broken"), 1)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("rai", r"there is no engine rai, only local, ray; did you mean ray\?$"),
        ("mainframe", r"there is no engine mainframe, only local, ray$"),
    ],
)
def test_one_that_nobody_has(
    name: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("espire_dsl.pipeline.engine.known_engines", lambda: ("local", "ray"))
    with pytest.raises(UsageError, match=f"^the command line: {message}"):
        options_of([str(FAMILY)], {"engine": name}, where="the command line")
    (tmp_path / "espire.toml").write_text(f'[compile]\nengine = "{name}"\n')
    with pytest.raises(UsageError, match=rf"espire\.toml: \[compile\]: {message}"):
        options_of([str(tmp_path)], {})
    with pytest.raises(TaskSetError, match=f"^{message}"):
        engine_of(EngineSpec(name), 1)


def test_where_ray_is_not_installed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    few = ["--scenes", "2", "--per-type", "1", "--backend", "none"]
    assert main(["compile", str(FAMILY), "-o", str(tmp_path / "out"), *few, "--engine", "ray"]) == 2
    assert capsys.readouterr().err.strip().endswith("pip install 'espire-dsl[ray]'")


def test_from_python(tmp_path: Path) -> None:
    with pytest.raises(EspireError, match=r"^compile: there is no engine rai, only"):
        espire_dsl.compile(FAMILY, tmp_path / "out", engine="rai")
    with pytest.raises(EspireError, match="the engine local has no address"):
        espire_dsl.compile(FAMILY, tmp_path / "out", address="10.0.0.1:6379")
    made = espire_dsl.compile(FAMILY, tmp_path / "out", engine="local", backend="none", scenes=2, per_type=1)
    assert made.dataset.folder == tmp_path / "out"


def test_what_is_said_nearer_wins_and_takes_no_address_of_another_engine(tmp_path: Path) -> None:
    (tmp_path / "espire.toml").write_text('[compile]\nengine = "ray"\naddress = "10.0.0.1:6379"\n')
    chosen = options_of([str(tmp_path)], {}).engine
    assert chosen == EngineSpec("ray", "10.0.0.1:6379")
    assert options_of([str(tmp_path)], {"engine": "local"}).engine == EngineSpec()
    assert options_of([str(tmp_path)], {"address": "auto"}).engine == EngineSpec("ray", "auto")
    assert options_of([str(FAMILY)], {}).engine == EngineSpec()


def test_processes_of_this_machine_have_no_address(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    assert main(["compile", str(FAMILY), "-o", str(out), "--address", "10.0.0.1:6379"]) == 2
    assert "the engine local has no address" in capsys.readouterr().err
    assert not out.exists()


@pytest.mark.slow
def test_a_simulator_that_is_given_is_opened_where_the_work_is_done(tmp_path: Path) -> None:
    suites = compiled_suites((str(FAMILY),), suite=None, family="*")
    sets, processes = [], []
    for workers in (1, 2):
        marks, out = tmp_path / f"marks{workers}", tmp_path / f"out{workers}"
        marks.mkdir()
        source = Source(str(marks))
        made = run(suites, SETTINGS, out, engine=LocalEngine(workers), simulator=source)
        assert made.verdicts["reached"] > 0
        assert made.pictures
        sets.append(files_of(out))
        processes.append(source.processes())
    assert sets[0] == sets[1]
    assert processes[0] == {os.getpid()}
    assert len(processes[1] - {os.getpid()}) >= 1


def test_what_must_be_alike() -> None:
    here = versions_here(NONE)
    assert {"Python", "espire-dsl", "numpy"} < set(here)
    assert difference(here, dict(here)) is None
    assert difference(here, {**here, "numpy": "0.1"}) == f"numpy 0.1 instead of {here['numpy']}"
    assert difference({**here, "ompl": "2.0"}, here) == "ompl none instead of 2.0"
    assert "other code" in str(difference(here, {**here, "code": "another"}))
