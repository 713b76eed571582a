"""The sampler as compiling uses it: descriptions of worlds go in, scenes come out."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from attrs import frozen

from espire_dsl.catalogue.reader import Catalogue
from espire_dsl.domain.worlds import World
from espire_dsl.scene.graph import Scene
from espire_sim.fingerprint import fingerprint
from espire_sim.worlds.result import Drawn, Refusal
from espire_sim.worlds.sampler import draw_first


@frozen
class WorldSampler:
    """Draws scenes of descriptions."""

    @property
    def fingerprint(self) -> str:
        """Differs whenever the scenes that are drawn may differ, for the same description."""
        return fingerprint()

    def draw(
        self,
        worlds: Iterable[World],
        level: str,
        seed: int,
        catalogue: Catalogue,
        index: int,
        variant: str,
        accept: Callable[[Scene], str | None],
    ) -> Drawn | Refusal | None:
        """The scene of an index; None where there is no description at all."""
        return draw_first(worlds, level, seed, catalogue, index=index, variant=variant, accept=accept)
