"""Processes of this machine: every job once; a process that dies takes no other job with it."""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
from collections import Counter
from pathlib import Path

import pytest

from espire_dsl.pipeline.executor import local_executor
from espire_dsl.tasks.error import TaskSetError
from tests.pipeline.jobs import Broken, Deadly, Faulty, Hungry, Large, Odd, Square, Whereabouts, results


@pytest.mark.parametrize("workers", [1, 2])
def test_every_job_is_done_once(workers: int) -> None:
    with local_executor(workers) as executor:
        done = list(executor(Square(n) for n in range(20)))
        again = list(executor([Square(30)]))
    assert len(done) == 20
    assert results(done) == {str(n): str(n**2).encode() for n in range(20)}
    assert results(again) == {"30": b"900"}


def test_a_job_that_kills_its_process_is_named_and_no_other_is_lost() -> None:
    with local_executor(2) as executor:
        done = list(executor([*map(Square, range(6)), Deadly(6), *map(Square, range(7, 14))]))
    assert len(done) == 14
    assert results(done) == {str(n): str(n**2).encode() for n in range(14) if n != 6}
    assert [d.died for d in done if d.job == Deadly(6)] == ["the process that ran it died, twice"]


def test_a_job_whose_process_was_killed_from_outside_is_done_after_all(tmp_path: Path) -> None:
    with local_executor(2) as executor:
        done = list(executor([Square(1), Deadly(2, str(tmp_path / "mark")), Square(3)]))
    assert results(done) == {"1": b"1", "2": b"4", "3": b"9"}


@pytest.mark.parametrize("workers", [1, 2])
def test_our_own_mistakes_are_not_hidden(workers: int) -> None:
    with local_executor(workers) as executor, pytest.raises(ValueError, match="a mistake of ours"):
        list(executor([Faulty(1)]))


def children() -> set[int]:
    """The processes of ours that run jobs."""
    return {child.pid for child in multiprocessing.active_children() if child.pid is not None}


def state_of(process: int) -> str:
    return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="asks Linux what processes wait for")
def test_a_worker_that_is_killed_while_it_sends_is_not_waited_for() -> None:
    with local_executor(2) as executor:
        results = executor(Large(n) for n in range(6))
        next(results)
        # Nobody reads now, so the workers block in the middle of what they send, on a busy machine later.
        idle = computed = 0
        while len(sending := [child for child in children() if in_write(child)]) < 2:
            idle = idle + 1 if (now := sum(map(ticks_of, children()))) == computed else 0
            assert idle < 600, "no worker blocks while it sends"
            computed = now
            time.sleep(0.05)
        os.kill(sending[0], signal.SIGKILL)
        rest = list(results)
    assert sorted(len(done.results) for done in rest) == [1] * 5


def ticks_of(process: int) -> int:
    """How long a process has computed."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12])


def in_write(process: int) -> bool:
    """Whether a process sleeps in writing to a pipe or socket."""
    waits_in = Path(f"/proc/{process}/syscall").read_text().split()[0]
    return state_of(process) == "S" and waits_in in ("1", "64")


def test_a_worker_that_is_killed_while_it_has_nothing_to_do_is_replaced() -> None:
    with local_executor(2) as executor:
        list(executor(Square(n) for n in range(4)))
        for child in children():
            os.kill(child, signal.SIGKILL)
        assert results(list(executor([Square(5), Square(6)]))) == {"5": b"25", "6": b"36"}


def test_a_process_makes_room_for_a_new_one_after_some_jobs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("espire_dsl.pipeline.executor._LIFE", 3)
    with local_executor(2) as executor:
        done = results(list(executor(Whereabouts(n) for n in range(8))))
    assert len(done) == 8
    assert max(Counter(done.values()).values()) <= 3


@pytest.mark.parametrize("workers", [1, 2])
def test_too_little_memory_is_no_result(workers: int, tmp_path: Path) -> None:
    with local_executor(workers) as executor:
        done = list(executor([Hungry(2, str(tmp_path / "mark")), Square(3)]))
        assert results(done) == {"2": b"4", "3": b"9"}
        with pytest.raises(TaskSetError, match="not enough memory"):
            list(executor([Hungry(2), Square(3)]))


@pytest.mark.parametrize("workers", [1, 2])
def test_what_an_engine_could_not_do_is_named(workers: int) -> None:
    with local_executor(workers) as executor:
        done = list(executor([Broken(2), Square(3)]))
    assert {d.job.keys[0]: d.died for d in done} == {"2": "the driver is gone, twice", "3": None}


def test_any_mistake_reaches_the_first_process() -> None:
    with local_executor(2) as executor, pytest.raises(RuntimeError, match="UnspeakableError: 1 and 2"):
        list(executor([Odd(1)]))


def test_no_shared_memory_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr("_multiprocessing.SemLock", refuse)
    with local_executor(2) as executor:
        assert results(list(executor([Square(5)]))) == {"5": b"25"}


def test_where_no_process_can_be_started(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise OSError(11, "Resource temporarily unavailable")

    monkeypatch.setattr("multiprocessing.context.SpawnProcess.start", refuse)
    with local_executor(2) as executor, pytest.raises(TaskSetError, match="Resource temporarily unavailable"):
        list(executor([Square(5)]))


def test_processes_that_never_begin(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("espire_dsl.pipeline.worker._serve", os.abort)
    with local_executor(2) as executor, pytest.raises(TaskSetError, match="end before they begin"):
        list(executor([Square(5)]))
