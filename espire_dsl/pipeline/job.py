"""What an executor runs: jobs that depend on nothing but their content and give bytes.

A job does several units of work that are cheaper together, such as many families on the same scenes. Each
unit has a key of its own, under which its result is stored. Jobs can be pickled; so an executor may run them
in this process, in others, or on other machines, in any order, and twice if it must.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Protocol

from attrs import frozen


class Job(Protocol):
    """Units of work, by their keys."""

    @property
    def keys(self) -> tuple[str, ...]:
        """The key of each unit: all that decides its result is in there."""
        ...

    def run(self) -> tuple[bytes, ...]:
        """The result of each unit."""
        ...


@frozen
class Done:
    """A job with its results, or with the reason why there are none: whoever ran it died of it."""

    job: Job
    results: tuple[bytes, ...] = ()
    died: str | None = None


class Waiting:
    """Jobs that are not begun: taken from whoever has more, one at a time, and given back if need be.

    A job that waits has no scenes yet; so nobody takes more of them than are under way."""

    def __init__(self, jobs: Iterable[Job]) -> None:
        self._coming = iter(jobs)
        self._next: list[Job] = []

    def __bool__(self) -> bool:
        if not self._next:
            self._next.extend(islice(self._coming, 1))
        return bool(self._next)

    def pop(self) -> Job:
        """The next one, of a line that is not empty."""
        assert self
        return self._next.pop()

    def put_back(self, job: Job) -> None:
        """Makes a job the next one again."""
        self._next.append(job)


class Executor(Protocol):
    """Runs jobs, and gives each back as soon as it is done. Jobs are taken when there is room for them."""

    def __call__(self, jobs: Iterable[Job]) -> Iterator[Done]: ...
