"""Runs jobs in processes of this machine.

A process that dies (killed, out of memory, an engine that aborts) takes the jobs with it that were under way.
They are run once more, each alone; the one that dies again is given up and named, the others are not lost.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait as wait_for

from espire_dsl.making.job import Done, Engine, Job

_AHEAD = 2
"""Jobs that wait for each process, so that none is idle while results are stored."""


@contextmanager
def local_engine(workers: int) -> Iterator[Engine]:
    """So many processes; with one, this process does everything itself."""
    if workers <= 1:
        yield _alone
        return
    crew = _Crew(workers)
    try:
        yield crew.run
    except BaseException:
        crew.stop()
        raise
    crew.close()


def _alone(jobs: Iterable[Job]) -> Iterator[Done]:
    for job in jobs:
        yield Done(job, job.run())


class _Crew:
    """Processes, made anew when one of them dies."""

    def __init__(self, workers: int) -> None:
        self._workers = workers
        self._pool = _pool(workers)

    def run(self, jobs: Iterable[Job]) -> Iterator[Done]:
        waiting = iter(jobs)
        under_way: dict[Future[tuple[bytes, ...]], Job] = {}
        while True:
            while len(under_way) < _AHEAD * self._workers and (job := next(waiting, None)) is not None:
                under_way[self._pool.submit(_run, job)] = job
            if not under_way:
                return
            finished, _ = wait(under_way, return_when=FIRST_COMPLETED)
            lost: list[Job] = []
            for future in finished:
                job = under_way.pop(future)
                try:
                    yield Done(job, future.result())
                except BrokenProcessPool:
                    lost.append(job)
            if lost:
                lost += under_way.values()
                under_way.clear()
                self.stop()
                yield from self._one_by_one(lost)
                self._pool = _pool(self._workers)

    def _one_by_one(self, jobs: Iterable[Job]) -> Iterator[Done]:
        for job in jobs:
            with _pool(1) as pool:
                try:
                    yield Done(job, pool.submit(_run, job).result())
                except BrokenProcessPool:
                    yield Done(job, died="the process that ran it died twice")

    def stop(self) -> None:
        """Ends all processes at once; what they have under way is lost."""
        for process in list((self._pool._processes or {}).values()):  # no public name gives them
            process.kill()
        self._pool.shutdown(wait=False, cancel_futures=True)

    def close(self) -> None:
        self._pool.shutdown()


def _pool(workers: int) -> ProcessPoolExecutor:
    return ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=_begin)


def _begin() -> None:
    """In each process: Ctrl-C reaches all processes of a terminal, and the first one alone decides what to do
    about it; when that one is gone, so is all reason to go on."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        wait_for([parent.sentinel])
        os._exit(1)


def _run(job: Job) -> tuple[bytes, ...]:
    return job.run()
