"""Worlds that scenes can be drawn of."""

from __future__ import annotations

from attrs import frozen

from espire_dsl.diagnostics.error import UsageError
from espire_dsl.pipeline.options import MOST_PIXELS
from espire_dsl.pipeline.scenes import SceneSeed, Size, staged_at
from espire_dsl.pipeline.simulator import NO_BACKEND, BackendSpec, decided, simulator_of
from espire_dsl.scene.graph import Scene
from espire_dsl.tasks.error import TaskSetError
from espire_dsl.tasks.worlds import known_level, load_world


@frozen
class LoadedWorld:
    """A world by its name."""

    name: str

    @property
    def levels(self) -> tuple[str, ...]:
        """How hard its scenes can be."""
        return load_world(self.name).levels

    def draw(
        self,
        level: str,
        seed: int = 0,
        index: int = 0,
        *,
        backend: str = NO_BACKEND,
        size: tuple[int, int] = (640, 480),
    ) -> Scene:
        """The scene of an index, the same each time. With a backend such as `mujoco` it is at rest, and says
        how much of each thing the cameras see in pictures of this width and height."""
        if not all(isinstance(side, int) and 1 <= side <= MOST_PIXELS for side in size):
            raise UsageError(f"size: it must be width and height, from 1 to {MOST_PIXELS} pixels, not {size}")
        place = SceneSeed(self.name, seed, index, known_level(self.name, level), Size(*size))
        staged = staged_at(place, simulator_of(decided(BackendSpec(backend, "rays"))))
        if staged.scene is None:
            raise TaskSetError(f"world {self.name} has no scene {index} with seed {seed}: {staged.refused}")
        return staged.scene


def world(name: str) -> LoadedWorld:
    """The world of this name."""
    load_world(name)
    return LoadedWorld(name)
