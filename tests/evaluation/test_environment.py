"""Episodes in processes of their own: what a run writes does not depend on how many, and none is lost for
good."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from espire_dsl.evaluation.environment import Environment, Opening, environment_of
from espire_dsl.evaluation.episode import Episode
from espire_dsl.evaluation.evaluating import Outcome
from espire_dsl.evaluation.records import ExecutionLine
from espire_dsl.evaluation.run import Run
from espire_dsl.evaluation.sources import TaskSource
from espire_dsl.scene.staged import EngineFailedError
from tests.evaluation.making import evaluated, timeless

pytestmark = pytest.mark.slow

MODEL, LIMIT, MOVES = "espire/noisy", 3, 2


def acted(made: Path, folder: Path, workers: int) -> Outcome:
    """The same run with so many processes, and as many tasks at a time."""
    return evaluated(
        made,
        folder,
        MODEL,
        protocol="execution",
        limit=LIMIT,
        moves=MOVES,
        workers=workers,
        concurrency=workers,
    )


def lines_of(run: Run) -> list[ExecutionLine]:
    return list(map(timeless, run.executions()))


@pytest.fixture(scope="module")
def alone(made: Path, tmp_path_factory: pytest.TempPathFactory) -> Run:
    """The run without any other process."""
    return acted(made, tmp_path_factory.mktemp("environment") / "alone", workers=1).run


def test_lines_do_not_depend_on_the_number_of_processes(made: Path, alone: Run, tmp_path: Path) -> None:
    together = acted(made, tmp_path / "run", workers=2).run
    assert lines_of(together) == lines_of(alone)
    assert len(lines_of(together)) == LIMIT
    first, second = (run.path("localization").read_bytes() for run in (alone, together))
    assert first == second
    first_pictures, second_pictures = (
        {path.name for path in (run.folder / "pictures").iterdir()} for run in (alone, together)
    )
    assert first_pictures == second_pictures


def _process(_: Episode) -> int:
    return os.getpid()


def _dies(_: Episode) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def _complains(_: Episode) -> None:
    raise ValueError("a mistake of ours")


def opening_of(made: Path) -> tuple[TaskSource, Opening]:
    source = TaskSource(made)
    task = next(task for task in source.tasks if task.feasible)
    assert task.feasible
    return source, Opening(task, task.feasible[0], 0, 5, ())


def test_episodes_are_spread_over_processes_and_stay_there(made: Path) -> None:
    source, opening = opening_of(made)

    async def acting(environment: Environment) -> None:
        async with environment.opened(source, opening) as one, environment.opened(source, opening) as other:
            places = [await one.do(_process), await other.do(_process)]
            assert len({*places, os.getpid()}) == 3
            assert [await one.do(_process), await other.do(_process)] == places
            assert one.cameras == other.cameras == set(source.scenes[opening.task.scene].cameras)

    with environment_of(2) as environment:
        asyncio.run(acting(environment))


def test_a_process_that_dies_takes_its_episodes_along_and_no_others(made: Path) -> None:
    source, opening = opening_of(made)

    async def acting(environment: Environment) -> None:
        async with environment.opened(source, opening) as one, environment.opened(source, opening) as other:
            with pytest.raises(EngineFailedError, match="died"):
                await one.do(_dies)
            with pytest.raises(EngineFailedError, match="died"):
                await one.do(_process)
            assert await other.do(_process) != os.getpid()
        async with environment.opened(source, opening) as again:
            assert await again.do(_process) != os.getpid()
            with pytest.raises(ValueError, match="a mistake of ours"):
                await again.do(_complains)

    with environment_of(2) as environment:
        asyncio.run(acting(environment))


def test_a_run_that_loses_a_process_leaves_its_tasks_for_the_next_sitting(
    made: Path, alone: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from espire_dsl.evaluation import execution

    usual, tried = execution._turns, []

    async def once(task, episode, setup):  # type: ignore[no-untyped-def]
        tried.append(task.id)
        if len(tried) == 2:
            await episode.do(_dies)
        return await usual(task, episode, setup)

    monkeypatch.setattr(execution, "_turns", once)
    run = tmp_path / "run"
    hurt = acted(made, run, workers=2)
    assert not hurt.ended.complete
    assert tried[1] in {failed.task for failed in hurt.ended.failed}
    assert all("died" in failed.reason for failed in hurt.ended.failed)
    assert len(lines_of(hurt.run)) == LIMIT - len(hurt.ended.failed) >= 1
    again = acted(made, run, workers=1)
    assert again.ended.complete
    assert lines_of(again.run) == lines_of(alone)


def test_a_killed_run_leaves_no_process_and_goes_on(made: Path, alone: Run, tmp_path: Path) -> None:
    run = tmp_path / "run"
    command = [sys.executable, "-m", "espire_dsl.cli", "evaluate", str(made), "--model", MODEL, "--protocol"]
    command += ["execution", "--limit", str(LIMIT), "--moves", str(MOVES), "-o", str(run)]
    command += ["--workers", "2", "--concurrency", "2"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    for _ in range(6000):
        time.sleep(0.01)
        if (run / "execution.jsonl").exists() or process.poll() is not None:
            break
    children = _children(process.pid)
    process.kill()
    process.wait()
    assert len(children) >= 2
    assert 1 <= len((run / "execution.jsonl").read_text().splitlines()) < LIMIT
    for _ in range(500):
        if not any(map(_lives, children)):
            break
        time.sleep(0.02)
    assert not any(map(_lives, children))
    again = acted(made, run, workers=1)
    assert again.ended.complete
    assert lines_of(again.run) == lines_of(alone)


def _children(parent: int) -> list[int]:
    folder = Path(f"/proc/{parent}/task/{parent}/children")
    if not folder.exists():
        pytest.skip("this system does not tell the children of a process in /proc")
    return [
        int(child)
        for task in Path(f"/proc/{parent}/task").iterdir()
        for child in (task / "children").read_text().split()
    ]


def _lives(process: int) -> bool:
    try:
        state = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except OSError:
        return False
    return state not in "ZX"
