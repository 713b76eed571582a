"""A world joined with the sampler that draws it. Entry points of the group `espire.worlds` name these."""

from __future__ import annotations

from hashlib import sha256

from attrs import evolve, frozen

from espire_dsl.catalogue.reader import Catalogue
from espire_sim.fingerprint import code_hash, description_hash, fingerprint, providers
from espire_sim.worlds.description import World
from espire_sim.worlds.result import Drawn, Refusal
from espire_sim.worlds.sampler import draw
from espire_sim.worlds.shelf import SHELF
from espire_sim.worlds.tabletop import TABLETOP


@frozen
class WorldSource:
    """Where scenes of a world come from."""

    world: World

    @property
    def levels(self) -> tuple[str, ...]:
        return self.world.levels

    @property
    def fingerprint(self) -> str:
        """Differs whenever the scenes that are drawn may differ: by what the world describes, by this
        package, and by the packages whose classes the source and its description are made of."""
        others = sorted(providers(self) - {__name__.partition(".")[0]})
        parts = (fingerprint(), description_hash(self), *(code_hash(package) for package in others))
        return sha256(" ".join(parts).encode()).hexdigest()

    def draw(
        self, level: str, seed: int, catalogue: Catalogue, index: int, size: tuple[int, int] | None = None
    ) -> Drawn | Refusal:
        """The scene of an index, for cameras whose pictures have this width and height."""
        world = self.world
        if size is not None:
            world = evolve(world, rig=evolve(world.rig, width=size[0], height=size[1]))
        return draw(world, level, seed, catalogue, index=index)


tabletop = WorldSource(TABLETOP)
shelf = WorldSource(SHELF)
