"""Worlds: declarative descriptions, and the sampler that draws scenes from them."""

from espire_dsl.domain.error import WorldError
from espire_dsl.domain.worlds import World
from espire_sim.worlds.result import Appearance, Drawn, EndEffector, Light, Refusal
from espire_sim.worlds.sampler import draw, draw_many, draw_scenes, sample

__all__ = [
    "Appearance",
    "Drawn",
    "EndEffector",
    "Light",
    "Refusal",
    "World",
    "WorldError",
    "draw",
    "draw_many",
    "draw_scenes",
    "sample",
]
