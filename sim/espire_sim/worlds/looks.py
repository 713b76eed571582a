"""Draws what a scene looks like beyond its geometry."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from espire_dsl.catalogue.reader import Catalogue
from espire_dsl.domain.kinds import GRASPABLE
from espire_dsl.domain.worlds import World
from espire_dsl.scene.node import Node
from espire_dsl.scene.random_stream import RandomStream
from espire_sim.worlds.drawing import paints
from espire_sim.worlds.parts import rounded_point
from espire_sim.worlds.result import Appearance, Light

WALL: Final = "wall"


def draw_appearance(
    world: World, nodes: Sequence[Node], catalogue: Catalogue, dice: RandomStream
) -> Appearance:
    """Lights, textures and variants for the things of a scene; those of what is grasped are drawn last, so
    that how many looks books have does not change the furniture."""
    lighting = world.lighting
    lights = tuple(
        Light(
            rounded_point(
                (dice.within(lighting.ahead), dice.within(lighting.lateral), dice.within(lighting.above))
            ),
            dice.within(lighting.kelvin, 0),
            dice.within(lighting.strength, 3),
        )
        for _ in range(dice.whole(*lighting.count))
    )
    things = [(node.id, node.kind) for node in nodes] + [(WALL, WALL)]
    textures = {
        id: dice.one_of(texture.names)
        for texture in world.textures
        for id, kind in things
        if kind in texture.kinds
    }
    textures |= paints(world, nodes)
    textures |= {put.id: put.paint for put in world.things if put.paint is not None}
    variants = {
        node.id: dice.whole(1, catalogue.get(node.category).variants)
        for node in sorted(nodes, key=lambda node: node.is_a(GRASPABLE))
        if node.category in catalogue and catalogue.get(node.category).variants > 1
    }
    return Appearance(lights, textures, variants)
