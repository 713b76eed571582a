"""Gets units of work done: what the store knows is not done again."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from attrs import define, field, frozen

from espire_dsl.pipeline.job import Executor, Job
from espire_dsl.pipeline.scenes import PaintingJob
from espire_dsl.pipeline.simulator import SimulatorSource
from espire_dsl.pipeline.store import Store
from espire_dsl.tasks.error import TaskSetError

J = TypeVar("J", bound=Job)

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

    def complete(self, stage: str, units: Sequence[J], join: Callable[[list[J]], Sequence[Job]]) -> list[str]:
        """Has all units done, each a job of one key, and gives their keys; `join` makes larger jobs."""
        keys = [unit.keys[0] for unit in units]
        known = self.store.known(keys)
        missing = {key: unit for key, unit in zip(keys, units, strict=True) if key not in known}
        done = len(set(keys)) - len(missing)
        total = done + len(missing)
        self.report(stage, done, total)
        for job in self.executor(join(list(missing.values()))):
            if job.died is None:
                self.store.put(zip(job.job.keys, job.results, strict=True))
            else:
                self.died.update(dict.fromkeys(job.job.keys, job.died))
            done += len(job.job.keys)
            self.report(stage, done, total)
        return keys

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
        for job in self.executor(missing):
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
