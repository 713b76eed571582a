"""Runs jobs as tasks of a Ray cluster (the extra `ray`).

What holds for processes of this machine holds here: a job whose worker or node was lost is done again
elsewhere, when all others are done, and the last time with nothing beside it; one that is lost every time is
given up and named; and nothing that happened to a machine becomes a result. Ray's own retries are off, since
they do not tell these cases apart. A bounded number of jobs is under way at a time. Results come to this
process, which alone writes the store.

Workers install nothing. Every one of them holds its versions against those of this process before its first
job, and does none if they differ; so a node that joins in the middle of a run cannot change a result.
"""

from __future__ import annotations

import pickle
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cache
from typing import Any, Final, TypeVar

from attrs import frozen

from espire_dsl.diagnostics.error import first_line
from espire_dsl.pipeline.alike import difference, versions_here
from espire_dsl.pipeline.executor import done_of
from espire_dsl.pipeline.job import Done, Executor, Job, Waiting
from espire_dsl.pipeline.ray_cluster import check_nodes, connected, other_versions
from espire_dsl.pipeline.simulator import SimulatorSource
from espire_dsl.pipeline.worker import DIED, NO_MEMORY_TO_BEGIN, Answer, Failed, JobCrashed, answer_to, packed
from espire_dsl.tasks.error import TaskSetError

_AHEAD: Final = 2
"""So many jobs are under way for each processor: when one is done, the next is there already."""

_GLANCE: Final = 5.0
"""Seconds after which one looks again at what there is of the cluster."""

_PATIENCE: Final = 60.0
"""Seconds in which a cluster without any processor may get new ones."""

_T = TypeVar("_T")
_Versions = tuple[tuple[str, str], ...]


@frozen
class RayEngine:
    """The cluster at an address, or one of this machine alone that lives as long as the run."""

    address: str | None = None
    workers: int | None = None

    @contextmanager
    def open(self, source: SimulatorSource) -> Iterator[Executor]:
        here = versions_here(source)
        with connected(self.address, self.workers) as cluster:
            if not cluster.is_own:
                _asking(cluster.ray, check_nodes, cluster.ray, source, here)
            most = None if cluster.is_own else self.workers
            yield _Crew(cluster.ray, source, here, most).run


class _Crew:
    """Gives jobs out as tasks, at most so many at a time, or as many as keep the cluster busy."""

    def __init__(self, ray: Any, source: SimulatorSource, here: Mapping[str, str], most: int | None) -> None:
        self._ray = ray
        self._task = ray.remote(num_cpus=1, max_retries=0)(do_job)
        self._told = pickle.dumps(source), tuple(here.items())
        self._most = most
        self._processors = 0
        self._looked_at = float("-inf")
        self._none_since: float | None = None

    def run(self, jobs: Iterable[Job]) -> Iterator[Done]:
        waiting = jobs
        for is_last in (False, False, True):
            failed: list[Job] = []
            for job, answer in self._answers(Waiting(waiting), 1 if is_last else None):
                if isinstance(answer, Failed) and not is_last:
                    failed.append(job)
                else:
                    yield done_of(job, answer, "three times")
            waiting = failed

    def _answers(self, waiting: Waiting, most: int | None) -> Iterator[tuple[Job, Answer]]:
        """What comes of each job, as soon as it comes."""
        under_way: dict[Any, Job] = {}
        try:
            while waiting or under_way:
                self._give_out(waiting, under_way, most)
                ready, _ = self._asking(self._ray.wait, list(under_way), timeout=_GLANCE)
                for one in ready:
                    job, answer = under_way.pop(one), self._answer(one)
                    self._give_out(waiting, under_way, most)  # so that all are busy while others look at it
                    yield job, answer
        finally:
            with suppress(self._ray.exceptions.RayError, OSError):  # it may be gone
                for one in under_way:
                    self._ray.cancel(one, force=True)

    def _give_out(self, waiting: Waiting, under_way: dict[Any, Job], most: int | None) -> None:
        room = self._room() if most is None else min(most, self._room())
        while waiting and len(under_way) < room:
            job = waiting.pop()
            under_way[self._asking(self._task.remote, pickle.dumps(job), *self._told)] = job

    def _room(self) -> int:
        """How many jobs may be under way, in a cluster that grows and shrinks."""
        now = time.monotonic()
        if now - self._looked_at > _GLANCE:
            self._processors = int(self._asking(self._ray.cluster_resources).get("CPU", 0))
            self._looked_at = now
            self._none_since = None if self._processors else self._none_since or now
        if self._none_since is not None and now - self._none_since > _PATIENCE:
            raise TaskSetError(
                f"no node of the cluster has had a processor for {_PATIENCE:.0f} s; what is done is kept"
            )
        return self._most or max(1, _AHEAD * self._processors)

    def _answer(self, one: Any) -> Answer:
        """What a task gave, or why it gave nothing."""
        errors = self._ray.exceptions
        try:
            answer: Answer = pickle.loads(self._ray.get(one))
        except errors.OutOfMemoryError:
            return Failed("its node ran out of memory", memory=True)
        except errors.RayTaskError as error:  # `do_job` raises nothing, so it was not even begun
            if isinstance(error.cause, MemoryError):
                return NO_MEMORY_TO_BEGIN
            why = first_line(error.cause or error)
            raise TaskSetError(f"a node cannot do its work: {why}; what is done is kept") from error
        except errors.LocalRayletDiedError as error:
            raise _lost(error) from error
        except errors.RayError:
            return DIED
        return answer

    def _asking(self, question: Callable[..., _T], *about: Any, **how: Any) -> _T:
        return _asking(self._ray, question, *about, **how)


def _asking(ray: Any, question: Callable[..., _T], *about: Any, **how: Any) -> _T:
    """Asks something of a cluster, which may be gone."""
    try:
        return question(*about, **how)
    except (ray.exceptions.RayError, OSError) as error:
        raise _lost(error) from error


def _lost(error: BaseException) -> TaskSetError:
    return TaskSetError(f"the Ray cluster is lost: {first_line(error)}; what is done is kept")


def do_job(told: bytes, source: bytes, here: _Versions) -> bytes:
    """In a worker: the answer to a job, both as bytes."""
    try:
        other = _other_than(here, source)
    except MemoryError:
        return packed(NO_MEMORY_TO_BEGIN)
    except Exception as error:  # the packages of a node may fail in any way
        return packed(JobCrashed(error))
    return packed(answer_to(told) if other is None else JobCrashed(TaskSetError(other)))


@cache
def _other_than(here: _Versions, source: bytes) -> str | None:
    """What is wrong with this worker, found out once a process."""
    from ray.util import get_node_ip_address

    other = difference(dict(here), versions_here(pickle.loads(source)))
    return None if other is None else other_versions(get_node_ip_address(), other)
