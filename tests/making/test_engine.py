"""Engines: every job once, whoever does it; a process that dies takes no other job with it."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest
from attrs import frozen

from espire_dsl.making.engine import local_engine
from espire_dsl.making.job import Done


@frozen
class Square:
    number: int

    @property
    def keys(self) -> tuple[str, ...]:
        return (str(self.number),)

    def run(self) -> tuple[bytes, ...]:
        return (str(self.number**2).encode(),)


@frozen
class Deadly(Square):
    """Kills the process that runs it; with a mark to leave, only the first time."""

    mark: str | None = None

    def run(self) -> tuple[bytes, ...]:
        if self.mark is None or not Path(self.mark).exists():
            if self.mark is not None:
                Path(self.mark).touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return super().run()


@frozen
class Faulty(Square):
    def run(self) -> tuple[bytes, ...]:
        raise ValueError("a mistake of ours")


def results(done: list[Done]) -> dict[str, bytes]:
    return {d.job.keys[0]: d.results[0] for d in done if d.died is None}


@pytest.mark.parametrize("workers", [1, 2])
def test_every_job_is_done_once(workers: int) -> None:
    with local_engine(workers) as engine:
        done = list(engine(Square(n) for n in range(20)))
        again = list(engine([Square(30)]))
    assert len(done) == 20
    assert results(done) == {str(n): str(n**2).encode() for n in range(20)}
    assert results(again) == {"30": b"900"}


def test_a_job_that_kills_its_process_is_named_and_no_other_is_lost() -> None:
    with local_engine(2) as engine:
        done = list(engine([*map(Square, range(6)), Deadly(6), *map(Square, range(7, 14))]))
    assert len(done) == 14
    assert results(done) == {str(n): str(n**2).encode() for n in range(14) if n != 6}
    assert [d.died for d in done if d.job == Deadly(6)] == ["the process that ran it died twice"]


def test_a_job_whose_process_was_killed_from_outside_is_done_after_all(tmp_path: Path) -> None:
    with local_engine(2) as engine:
        done = list(engine([Square(1), Deadly(2, str(tmp_path / "mark")), Square(3)]))
    assert results(done) == {"1": b"1", "2": b"4", "3": b"9"}


@pytest.mark.parametrize("workers", [1, 2])
def test_our_own_mistakes_are_not_hidden(workers: int) -> None:
    with local_engine(workers) as engine, pytest.raises(ValueError, match="a mistake of ours"):
        list(engine([Faulty(1)]))
