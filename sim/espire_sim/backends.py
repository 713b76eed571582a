"""Finds backends by name, among those that installed packages declare under the group `espire.backends`.

A declared backend is cheap to load: it names the packages that it needs and makes its parts only when asked,
so that a missing engine becomes a sentence that says what to install.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import entry_points
from importlib.util import find_spec
from typing import Final

from attrs import frozen

from espire_sim.interfaces import Physics, Planner, Renderer

GROUP: Final = "espire.backends"


class BackendError(Exception):
    """There is no such backend, or it cannot be used here."""


@frozen
class Requirement:
    """A module that must be importable, and the command that installs it."""

    module: str
    install: str


@frozen
class Backend:
    """A backend: what it needs, and how its parts are made; a part that it lacks is None."""

    name: str
    needs: tuple[Requirement, ...] = ()
    physics: Callable[[], Physics] | None = None
    renderer: Callable[[], Renderer] | None = None
    planner: Callable[[], Planner] | None = None


NONE: Final = Backend("none")


def known_backends() -> tuple[str, ...]:
    """The names of all declared backends, sorted."""
    return tuple(sorted(entry.name for entry in entry_points(group=GROUP)))


def load_backend(name: str) -> Backend:
    """The backend with this name, whose needs are all installed."""
    for entry in entry_points(group=GROUP, name=name):
        backend = entry.load()
        if not isinstance(backend, Backend):
            raise BackendError(f'the entry point "{name}" of {GROUP} is {entry.value}, which is no backend')
        return checked(backend)
    raise BackendError(f'there is no backend "{name}"; known are {", ".join(known_backends()) or "none"}')


def checked(backend: Backend) -> Backend:
    """The backend, if all that it needs is installed."""
    missing = [need for need in backend.needs if find_spec(need.module) is None]
    if missing:
        what = "; ".join(
            f'it needs the module "{need.module}", which is installed by: {need.install}' for need in missing
        )
        raise BackendError(f'the backend "{backend.name}" is not installed: {what}')
    return backend
