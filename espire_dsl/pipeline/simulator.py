"""What compiling asks of a simulator, and how one is found by its name.

The group `espire.backends` of entry points names backends. This package knows none of them: a backend opens a
simulator, and a simulator stages scenes, pictures them, and says whether the robot can do what is asked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib.metadata import entry_points
from typing import Any, Final, Protocol

from attrs import frozen

from espire_dsl.diagnostics.suggest import nearest
from espire_dsl.scene.acting import Arena
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.staged import Staged, Verdict
from espire_dsl.tasks.error import TaskSetError

GROUP: Final = "espire.backends"
NO_BACKEND: Final = "none"


class Simulator(Protocol):
    """Stages, pictures and verifies. All of it is a function of what is given, and of `fingerprint`."""

    @property
    def fingerprint(self) -> str:
        """Differs whenever anything that decides a result may differ: code, data, versions of engines."""
        ...

    @property
    def engines(self) -> Mapping[str, str]:
        """The packages that do the work, and their versions: for the manifest."""
        ...

    @property
    def verifies(self) -> bool:
        """Whether there is a planner to ask."""
        ...

    def stage(self, drawn: Any, views: Sequence[str] = ()) -> Staged:
        """What a world drew, at rest and seen: by the world camera, and by others that are asked for."""
        ...

    def look(self, scene: Scene, views: Sequence[str] = ()) -> Staged:
        """A scene as it is, and seen: no physics moves it, and whatever is hidden, it is not refused. Cameras
        that it does not have see nothing."""
        ...

    def paint(self, scene: Scene, appearance: Mapping[str, Any] | None) -> Mapping[str, bytes]:
        """The files of a staged scene's pictures, by camera and suffix: `world.png`."""
        ...

    def verify(
        self, scene: Scene, action: str, target: str, constraint: Mapping[str, Any] | None, seed: int
    ) -> Verdict:
        """Whether the robot can pick a book, or place the one in its hand, as a task asks."""
        ...

    def arena(self, scene: Scene, appearance: Mapping[str, Any] | None, seed: int) -> Arena:
        """A staged scene that looks like this, to act in; an ActingError where there is no planner."""
        ...


class BackendProvider(Protocol):
    """What an entry point of the group gives."""

    def problem(self, paint: str | None = None) -> str | None:
        """Why it cannot be used here, or cannot paint as it is asked to; with what to do about that."""
        ...

    def way(self, paint: str) -> str:
        """The way of painting that is meant on this machine, where a choice is left open."""
        ...

    def open(self, paint: str) -> Simulator | None:
        """The simulator, which paints in one of its ways; None for geometry alone."""
        ...


class SimulatorSource(Protocol):
    """Whatever opens a simulator in the process that asks. Jobs carry it to other processes and machines, so
    it can be pickled; a simulator itself need not."""

    def open(self) -> Simulator | None:
        """The simulator, opened once a process; None for geometry alone."""
        ...


@frozen
class BackendSpec:
    """The simulator of an installed backend, by name."""

    backend: str
    paint: str

    def open(self) -> Simulator | None:
        return simulator_of(self)


def known_backends() -> tuple[str, ...]:
    """The names of all backends that are declared, sorted."""
    return tuple(sorted({entry.name for entry in entry_points(group=GROUP)}))


def backend_of(name: str, paint: str | None = None) -> BackendProvider:
    """The backend of a name, which can be used here."""
    for entry in entry_points(group=GROUP, name=name):
        backend: BackendProvider = entry.load()
        problem = backend.problem(paint)
        if problem is not None:
            raise TaskSetError(problem)
        return backend
    near = nearest(name, known_backends())
    hint = f"did you mean {near}?" if near else f"known are: {', '.join(known_backends()) or 'none'}"
    raise TaskSetError(f"no installed package offers a backend called {name}; {hint}")


def decided(chosen: BackendSpec) -> BackendSpec:
    """The choice with nothing left open: what is painted must not depend on which process paints it."""
    if chosen.backend == NO_BACKEND:
        return chosen
    return BackendSpec(chosen.backend, backend_of(chosen.backend, chosen.paint).way(chosen.paint))


@cache
def simulator_of(chosen: BackendSpec) -> Simulator | None:
    """The simulator of a choice, opened once a process."""
    backend = backend_of(chosen.backend, None if chosen.backend == NO_BACKEND else chosen.paint)
    try:
        return backend.open(chosen.paint)
    except Exception as error:  # an engine of others may fail in any way when it starts
        raise TaskSetError(f'the backend "{chosen.backend}" does not start: {error}') from error
