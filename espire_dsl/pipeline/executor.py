"""Runs jobs in processes of this machine.

A process that dies (killed, out of memory, an engine that aborts) is replaced, and the job that it had is run
once more when all others are done, with nothing beside it. One that fails again is given up and named. One
that runs out of memory even then ends the run: nothing is known of it, and nothing is made up.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from multiprocessing.connection import wait
from typing import Final

from espire_dsl.pipeline.job import Done, Executor, Job, Waiting
from espire_dsl.pipeline.worker import DIED, Answer, Failed, JobCrashed, Ready, Results, Worker, answer_of
from espire_dsl.tasks.error import TaskSetError

_PATIENCE: Final = 3
"""So many processes in a row may end before they begin."""

_LIFE: Final = 500
"""After so many jobs a process makes room for a new one: what engines and allocators keep is given back."""


def cores() -> int:
    """How many processes of this machine can work at once."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def local_executor(workers: int) -> Iterator[Executor]:
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
    failed = []
    for job in jobs:
        answer = answer_of(job)
        if isinstance(answer, Failed):
            failed.append(job)
        else:
            yield done_of(job, answer)
    for job in failed:
        yield done_of(job, answer_of(job))


def done_of(job: Job, answer: Answer, times: str = "twice") -> Done:
    """What came of a job in the end, after so many tries."""
    if isinstance(answer, JobCrashed):
        raise answer.error
    if isinstance(answer, Results):
        return Done(job, answer.results)
    if answer.memory:
        raise TaskSetError(
            "there is not enough memory for a part of the work; "
            "what is done is kept, and fewer workers need less"
        )
    return Done(job, died=f"{answer.why}, {times}")


class _Crew:
    """Workers, hired when there is work for them."""

    def __init__(self, workers: int) -> None:
        self._most = workers
        self._workers: list[Worker] = []
        self._unborn = 0

    def run(self, jobs: Iterable[Job]) -> Iterator[Done]:
        failed: list[Job] = []
        try:
            for job, answer in self._answers(Waiting(jobs), self._most):
                if isinstance(answer, Failed):
                    failed.append(job)
                else:
                    yield done_of(job, answer)
            for job in failed:
                for _, answer in self._answers(Waiting([job]), 1):
                    yield done_of(job, answer)
        finally:
            for worker in [w for w in self._workers if w.job is not None]:
                self._dismiss(worker)

    def _answers(self, waiting: Waiting, most: int) -> Iterator[tuple[Job, Answer]]:
        """What comes of each job, as soon as it comes; at most so many are under way."""
        while True:
            self._give_out(waiting, most)
            busy = {w.line: w for w in self._workers if w.job is not None}
            if not busy:
                return
            for line in wait(list(busy)):
                worker = busy[line]  # type: ignore[index]  # nothing else was waited for
                job, was_ready = worker.job, worker.ready
                said = worker.hear()
                if said is None or worker.done >= _LIFE:
                    self._dismiss(worker)
                if isinstance(said, Ready):
                    self._unborn = 0
                elif said is None and not was_ready:
                    self._blame_the_machine(worker)
                    waiting.put_back(job)
                else:
                    self._give_out(waiting, most)  # so that it is busy while others look at what it said
                    yield job, DIED if said is None else said

    def _give_out(self, waiting: Waiting, most: int) -> None:
        while waiting and sum(w.job is not None for w in self._workers) < most:
            worker = next((w for w in self._workers if w.job is None), None) or self._hired()
            if worker is None:
                return
            job = waiting.pop()
            if not worker.take(job):
                waiting.put_back(job)
                self._dismiss(worker)
                if not worker.ready:
                    self._blame_the_machine(worker)

    def _hired(self) -> Worker | None:
        """A new worker; None where the others have to do without."""
        try:
            worker = Worker()
        except OSError as error:
            if self._workers:
                return None
            why = error.strerror or str(error)
            raise TaskSetError(f"no process can be started: {why}; --workers 1 needs none") from error
        self._workers.append(worker)
        return worker

    def _blame_the_machine(self, worker: Worker) -> None:
        """A worker ended before it began: no job is at fault."""
        self._unborn += 1
        if self._unborn >= _PATIENCE:
            code = worker.process.exitcode
            raise TaskSetError(
                f"processes end before they begin, the last one with {code}; "
                "is there enough memory? --workers 1 needs none"
            )

    def _dismiss(self, worker: Worker) -> None:
        self._workers.remove(worker)
        worker.kill()

    def stop(self) -> None:
        """Ends all processes at once; what they have under way is lost."""
        while self._workers:
            self._dismiss(self._workers[0])

    def close(self) -> None:
        """Lets all processes end by themselves."""
        for worker in self._workers:
            worker.leave()
        for worker in self._workers:
            worker.process.join(1.0)
        self.stop()
