"""Worlds that scenes can be drawn of."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from attrs import field, frozen

from espire_dsl.api.telling import telling
from espire_dsl.diagnostics.error import UsageError
from espire_dsl.domain.worlds import MOST_PIXELS
from espire_dsl.language.declarations.templates import Template
from espire_dsl.pipeline.scenes import SceneSeed, Size, staged_at
from espire_dsl.pipeline.simulator import NO_BACKEND, BackendSpec, decided, simulator_of
from espire_dsl.scene.graph import Scene
from espire_dsl.tasks.error import TaskSetError
from espire_dsl.tasks.worlds import known_level, load_world


@frozen(repr=False)
class LoadedWorld:
    """A world by its name."""

    template: Template = field(repr=False)

    def __repr__(self) -> str:
        told = f", told {', '.join(self.parameters)}" if self.parameters else ""
        return f"<world {self.name}: levels {', '.join(self.levels)}{told}>"

    @property
    def name(self) -> str:
        return self.template.name

    @property
    def parameters(self) -> tuple[str, ...]:
        """What it can be told."""
        return tuple(parameter.name for parameter in self.template.parameters)

    @property
    def levels(self) -> tuple[str, ...]:
        """How hard its scenes can be."""
        return self.template.levels

    def draw(
        self,
        level: str,
        seed: int = 0,
        index: int = 0,
        *,
        backend: str = NO_BACKEND,
        size: tuple[int, int] | None = None,
        views: Sequence[str] = (),
        **arguments: float | str | bool,
    ) -> Scene:
        """The scene of an index, the same each time. With a backend such as `mujoco` it is at rest, and says
        how much of each thing the world camera and those in `views` see, in pictures of this width and height
        (or as the world says). Arguments are told by name: lengths in metres, angles in degrees."""
        if size is not None and not all(isinstance(side, int) and 1 <= side <= MOST_PIXELS for side in size):
            raise UsageError(f"size: it must be width and height, from 1 to {MOST_PIXELS} pixels, not {size}")
        place = SceneSeed(
            self.name,
            seed,
            index,
            known_level(self.template, level),
            None if size is None else Size(*size),
            tuple(sorted(arguments.items())),
            views=tuple(views),
        )
        staged = staged_at(place, self.template, simulator_of(decided(BackendSpec(backend, "rays"))))
        if staged.scene is None:
            raise TaskSetError(f"world {self.name} has no scene {index} with seed {seed}: {staged.refused}")
        return staged.scene


@telling()
def world(name: str, source: str | Path | None = None) -> LoadedWorld:
    """The world of this name, of a file or a folder, or of the library."""
    return LoadedWorld(load_world(name, None if source is None else Path(source)))
