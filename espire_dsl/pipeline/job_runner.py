"""Gets units of work done: what the store knows is not done again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Protocol, TypeVar

from attrs import define, field, frozen

from espire_dsl.pipeline.job import Executor, Job
from espire_dsl.pipeline.scene_ref import Read
from espire_dsl.pipeline.scenes import PaintingJob
from espire_dsl.pipeline.simulator import SimulatorSource
from espire_dsl.pipeline.store import Store
from espire_dsl.tasks.error import TaskSetError


class Unit(Job, Protocol):
    """A job as it is planned: it names its scenes."""

    def ready(self, read: Read) -> Job:
        """The job as it is sent, with all that it needs."""
        ...


U = TypeVar("U", bound=Unit)

Report = Callable[[str, int, int], None]
"""Is told the name of a stage, how much of it is done, and how much there is."""


@frozen(order=True)
class GivenUp:
    """A part of the work that could not be done, though tried twice: the stage, what it was, and why.

    Nothing is stored of it; the next run tries again.
    """

    stage: str
    what: str
    why: str


@define
class JobRunner:
    """A store, an executor that fills it, where jobs have their simulator from, and whoever wants to know how
    far that is."""

    store: Store
    executor: Executor
    source: SimulatorSource
    report: Report
    died: dict[str, str] = field(factory=dict)
    given_up: set[GivenUp] = field(factory=set)

    def complete(
        self,
        stage: str,
        units: Sequence[U],
        join: Callable[[list[U]], Sequence[Unit]],
        part_of: tuple[int, int] | None = None,
    ) -> list[str]:
        """Has all units done, each a job of one key, and gives their keys; `join` makes larger jobs.

        Where they are a part of the stage, `part_of` tells how much was done before and how much there is."""
        keys = [unit.keys[0] for unit in units]
        known = self.store.known(keys)
        missing = {key: unit for key, unit in zip(keys, units, strict=True) if key not in known}
        done = len(set(keys)) - len(missing)
        before, total = part_of or (0, done + len(missing))
        done += before
        self.report(stage, done, total)
        for job in self.executor(self._ready(join(list(missing.values())))):
            if job.died is None:
                self.store.put(zip(job.job.keys, job.results, strict=True))
            else:
                self.died.update(dict.fromkeys(job.job.keys, job.died))
            done += len(job.job.keys)
            self.report(stage, done, total)
        return keys

    def _ready(self, jobs: Iterable[Unit]) -> Iterator[Job]:
        """The jobs as they are sent, made when somebody takes them."""
        return (job.ready(self.store.get) for job in jobs)

    def surely(self, key: str) -> bytes:
        """A result without which the set cannot be made."""
        died = self.died.get(key)
        if died is not None:
            raise TaskSetError(f"a part of the work could not be done: {died}; is there enough memory?")
        return self.store.get(key)

    def perhaps(self, key: str, stage: str, what: str) -> bytes | None:
        """A result that the set can do without; None if it had to be given up, which is told in the end."""
        died = self.died.get(key)
        if died is None:
            return self.store.get(key)
        self.given_up.add(GivenUp(stage, what, died))
        return None

    def complete_files(self, stage: str, jobs: Sequence[PaintingJob]) -> Mapping[str, Mapping[str, str]]:
        """Has all pictures painted; gives by scene and file name the key in the store."""
        missing = [job for job in jobs if not all(map(self.store.has_file, job.keys))]
        done = len(jobs) - len(missing)
        self.report(stage, done, len(jobs))
        for job in self.executor(self._ready(missing)):
            if job.died is None:
                for key, content in zip(job.job.keys, job.results, strict=True):
                    self.store.put_file(key, content)
            else:
                self.died.update(dict.fromkeys(job.job.keys, job.died))
            done += 1
            self.report(stage, done, len(jobs))
        return {
            job.scene.id: dict(zip(job.files, job.keys, strict=True))
            for job in jobs
            if all(map(self.store.has_file, job.keys))
        }
