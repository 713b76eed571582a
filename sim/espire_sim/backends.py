"""What a backend is: the packages that it needs, and how its parts are made.

A backend is declared under the group `espire.backends` of entry points and is cheap to load: it makes its
parts only when asked, so that a missing engine becomes a sentence that says what to install.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib.util import find_spec
from typing import Final

from attrs import Factory, field, frozen

from espire_sim.fingerprint import fingerprint, versions
from espire_sim.interfaces import Physics, Planner, Renderer
from espire_sim.simulator import PartsSimulator
from espire_sim.worlds.source import WorldSampler


@frozen
class Requirement:
    """A module that must be importable, the command that installs it, and the package that it comes in."""

    module: str
    install: str
    package: str = Factory(lambda self: self.module, takes_self=True)


@frozen
class Backend:
    """A backend: what it needs, and how its parts are made; a part that it lacks is None.

    A renderer is told which way of painting is asked for, one of `paints`; `decides` says what a way that
    leaves a choice means on this machine, and `painters` what a way needs beside what the backend needs.
    `sampler` draws the scenes, which no engine is needed for.
    """

    name: str
    needs: tuple[Requirement, ...] = ()
    physics: Callable[[], Physics] | None = None
    renderer: Callable[[str], Renderer] | None = None
    planner: Callable[[], Planner] | None = None
    paints: tuple[str, ...] = ("rays",)
    decides: Callable[[str], str] = str
    painters: Mapping[str, tuple[Requirement, ...]] = field(factory=dict, hash=False)
    sampler: WorldSampler = WorldSampler()

    def way(self, paint: str) -> str:
        """The way of painting that is meant here, where a choice is left open."""
        return self.decides(paint)

    def problem(self, paint: str | None = None) -> str | None:
        """Why it cannot be used here, or cannot paint as it is asked to; with what to do about that."""
        missing = _missing(self.needs)
        if missing:
            return f'the backend "{self.name}" is not installed: it needs {missing}'
        if paint is not None and paint not in self.paints:
            return (
                f'the backend "{self.name}" does not paint by {paint}; it paints by {", ".join(self.paints)}'
            )
        missing = _missing(self._painter(paint))
        return f"painting by {paint} needs {missing}" if missing else self.trouble()

    def _painter(self, paint: str | None) -> tuple[Requirement, ...]:
        return () if paint is None else self.painters.get(paint, ())

    def trouble(self) -> str | None:
        """What else is in the way, once all is installed."""
        return None

    def open(self, paint: str) -> PartsSimulator | None:
        """Its parts as one simulator, which paints in one of its ways; None where there is nothing to do."""
        if self.physics is None or self.renderer is None:
            return None
        needs = (*self.needs, *self._painter(paint))
        packages = ("deflate", "numba", "numpy", *(need.package for need in needs))
        return PartsSimulator(
            self.physics(),
            self.renderer(paint),
            None if self.planner is None else self.planner(),
            fingerprint(*packages),
            versions(*packages),
        )


def _missing(needs: Sequence[Requirement]) -> str | None:
    """What is not installed, and how it is; None if all is there."""
    modules: dict[str, list[str]] = {}
    for need in needs:
        if find_spec(need.module) is None:
            modules.setdefault(need.install, []).append(f'"{need.module}"')
    told = (
        f"the module {names[0]}, which is installed by: {install}"
        if len(names) == 1
        else f"the modules {', '.join(names)}, which are installed by: {install}"
        for install, names in modules.items()
    )
    return "; it needs ".join(told) or None


NONE: Final = Backend("none")
