"""Does jobs in several processes and gives the results in the order of the jobs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from typing import Protocol, TypeVar

J = TypeVar("J")
R = TypeVar("R")


class Crew(Protocol):
    """Does each job with a function, and yields the results in order."""

    def __call__(self, do: Callable[[J], R], jobs: Sequence[J]) -> Iterator[R]: ...


@contextmanager
def crew(workers: int) -> Iterator[Crew]:
    """So many processes; with one, this process does everything itself."""
    if workers <= 1:
        yield _alone
        return
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:

        def together(do: Callable[[J], R], jobs: Sequence[J]) -> Iterator[R]:
            return pool.map(do, jobs)

        yield together


def _alone(do: Callable[[J], R], jobs: Sequence[J]) -> Iterator[R]:
    return map(do, jobs)
