"""Engines: where the jobs of a run are done, by name.

The group `espire.engines` of entry points names them. An engine is opened for a run, and gives an executor:
a function from jobs to what came of each, as soon as it comes. It may do a job anywhere, in any order, and
again if whoever did it was lost; what it may not do is change a result. So it stands in no manifest.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from importlib.metadata import entry_points
from typing import Final, Protocol

from attrs import frozen

from espire_dsl.diagnostics.suggest import nearest
from espire_dsl.pipeline.executor import cores, local_executor
from espire_dsl.pipeline.job import Executor
from espire_dsl.pipeline.simulator import SimulatorSource
from espire_dsl.tasks.error import TaskSetError

GROUP: Final = "espire.engines"
LOCAL: Final = "local"


class Engine(Protocol):
    """Where jobs are done."""

    def open(self, source: SimulatorSource) -> AbstractContextManager[Executor]:
        """Makes ready for jobs that have their simulator from this source; closed when left, with whatever is
        under way then."""
        ...


class EngineProvider(Protocol):
    """What an entry point of the group gives."""

    def __call__(self, *, workers: int | None, address: str | None) -> Engine:
        """An engine that does so many jobs at once, or as many as it can, at an address or at none."""
        ...


@frozen
class EngineSpec:
    """An engine by name; `address` is for those that are somewhere else."""

    name: str = LOCAL
    address: str | None = None


@frozen
class LocalEngine:
    """Processes of this machine; with one worker, this process alone."""

    workers: int = 1

    @contextmanager
    def open(self, source: SimulatorSource) -> Iterator[Executor]:  # noqa: ARG002  # jobs carry it
        with local_executor(self.workers) as executor:
            yield executor


def local_engine(*, workers: int | None, address: str | None) -> LocalEngine:
    """Processes of this machine, one a core unless told otherwise."""
    if address is not None:
        raise TaskSetError("the engine local has no address; leave it out, or choose the engine ray")
    return LocalEngine(cores() if workers is None else workers)


def known_engines() -> tuple[str, ...]:
    """The names of all engines that are declared, sorted."""
    return tuple(sorted({entry.name for entry in entry_points(group=GROUP)}))


def unknown_engine(name: str) -> str | None:
    """What to say of a name that no engine has; None if one has it."""
    known = known_engines()
    if name in known:
        return None
    near = nearest(name, known)
    hint = f"; did you mean {near}?" if near else ""
    return f"there is no engine {name}, only {', '.join(known) or 'none at all'}{hint}"


def engine_of(chosen: EngineSpec, workers: int | None) -> Engine:
    """The engine of a choice, for so many jobs at once, or for as many as it can do."""
    if chosen == EngineSpec():
        return local_engine(workers=workers, address=None)
    for entry in entry_points(group=GROUP, name=chosen.name):
        try:
            provider: EngineProvider = entry.load()
        except Exception as error:  # a package of others may fail in any way
            raise TaskSetError(f"the engine {chosen.name} cannot be loaded: {error}") from error
        return provider(workers=workers, address=chosen.address)
    raise TaskSetError(unknown_engine(chosen.name) or "")
