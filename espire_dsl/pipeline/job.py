"""What an executor runs: jobs that depend on nothing but their content and give bytes.

A job does several units of work that are cheaper together, such as many families on the same scenes. Each
unit has a key of its own, under which its result is stored. Jobs can be pickled; so an executor may run them
in this process, in others, or on other machines, in any order, and twice if it must.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
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


class Executor(Protocol):
    """Runs jobs, and gives each back as soon as it is done."""

    def __call__(self, jobs: Iterable[Job]) -> Iterator[Done]: ...
