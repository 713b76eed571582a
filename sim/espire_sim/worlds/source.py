"""A world joined with the sampler that draws it. Entry points of the group `espire.worlds` name these."""

from __future__ import annotations

from attrs import frozen

from espire_dsl.catalogue.reader import Catalogue
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

    def draw(self, level: str, seed: int, catalogue: Catalogue, index: int) -> Drawn | Refusal:
        return draw(self.world, level, seed, catalogue, index=index)


tabletop = WorldSource(TABLETOP)
shelf = WorldSource(SHELF)
