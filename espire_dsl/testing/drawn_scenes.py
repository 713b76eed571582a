"""Scenes of declared worlds for laws: seed, level and arguments are drawn, the sampler does the rest."""

from __future__ import annotations

from typing import Any, Final

from hypothesis import strategies as st

from espire_dsl.language.declarations.library import library_world
from espire_dsl.language.declarations.templates import Template, WorldParameter
from espire_dsl.language.trials.examples import LawParameter
from espire_dsl.scene.graph import Scene
from espire_dsl.tasks.drawing import draw_scene
from espire_dsl.testing.strategies import SHELF_WORLD, shelf_scenes, tabletop_scenes

BY_HAND: Final = {"tabletop": tabletop_scenes, SHELF_WORLD: shelf_scenes}
"""Scenes that shrink to few things, for worlds of which there are such."""
_MOST_SEEDS: Final = 10_000
_STEPS: Final = 48
_FAR: Final = 10.0


def scenes_for(parameter: LawParameter) -> st.SearchStrategy[Scene | None]:
    """Scenes of the world that a parameter of a law names; None where one could not be drawn."""
    world = parameter.world or ""
    if parameter.template is None and world in BY_HAND:
        return BY_HAND[world]()
    template = parameter.template or library_world(world)
    assert template is not None
    return drawn_scenes(template)


@st.composite
def drawn_scenes(draw: st.DrawFn, template: Template) -> Scene | None:
    """Scenes of a world, as the sampler draws them."""
    level = draw(st.sampled_from(template.levels))
    arguments = tuple(sorted((p.name, draw(_values(p))) for p in template.parameters))
    seed = draw(st.integers(0, _MOST_SEEDS))
    drawn = draw_scene(template, level, seed, 0, arguments=arguments)
    scene: Scene | None = getattr(drawn, "scene", None)
    return scene


def _values(parameter: WorldParameter) -> st.SearchStrategy[Any]:
    """Values that a parameter may have: the choices, or points of its range."""
    if parameter.choices is not None:
        return st.sampled_from(parameter.choices)
    if parameter.quantity == "Bool":
        return st.booleans()
    if parameter.quantity == "Label":
        return st.just(parameter.default or "")
    low = parameter.low if parameter.low is not None else 0.0
    high = parameter.high if parameter.high is not None else low + _FAR
    return st.integers(0, _STEPS).map(lambda step: round(low + (high - low) * step / _STEPS, 9))
