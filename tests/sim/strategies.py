"""Drawn scenes for the tests of worlds: any level, any seed."""

from __future__ import annotations

from functools import cache

from hypothesis import strategies as st

from espire_dsl.catalogue.reader import Catalogue, load_catalogue
from espire_dsl.tasks.worlds import shipped_world
from espire_sim.worlds import Drawn, draw

LEVELS = ("easy", "medium", "hard")


@cache
def catalogue() -> Catalogue:
    return load_catalogue()


@cache
def drawn(world: str, level: str, seed: int) -> Drawn:
    """A scene; a refusal fails the test, as both worlds are roomy."""
    result = draw(shipped_world(world), level, seed, catalogue())
    assert isinstance(result, Drawn), result
    return result


def scenes(world: str) -> st.SearchStrategy[Drawn]:
    return st.builds(drawn, st.just(world), st.sampled_from(LEVELS), st.integers(0, 10**6))
