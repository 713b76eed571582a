"""Puts together what a scene holds, apart from who looks at it: ground, slots, contents, spaces."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import field, frozen

from espire_dsl.catalogue.reader import Catalogue
from espire_dsl.scene.node import Node
from espire_sim.worlds.description import World
from espire_sim.worlds.dice import Dice
from espire_sim.worlds.error import Blocked
from espire_sim.worlds.filling import fill
from espire_sim.worlds.hand import draw_held
from espire_sim.worlds.layouts import draw_slots
from espire_sim.worlds.parts import Parts
from espire_sim.worlds.placing import Footprints
from espire_sim.worlds.regions import Ground, draw_ground, patch_of
from espire_sim.worlds.scattering import strew
from espire_sim.worlds.spaces import free_spaces, with_occupancy


@frozen
class Arrangement:
    """What is where: the bodies with their edges, the slots and the ground taken in them."""

    ground: Ground
    bodies: Parts
    held: tuple[Node, ...]
    slots: tuple[Node, ...] = ()
    taken: Mapping[str, Footprints] = field(factory=dict, hash=False)


def arrange(world: World, level: str, catalogue: Catalogue, dice: Dice) -> Arrangement:
    """One try at an arrangement."""
    ground = draw_ground(world, catalogue, dice)
    held = () if world.hand is None else draw_held(world.hand, catalogue, dice)
    slots: tuple[Node, ...] = ()
    taken: Mapping[str, Footprints] = {}
    bodies = Parts()
    if world.furniture is not None and world.furniture.layouts:
        slots = draw_slots(world.furniture, ground.anchor, dice)
        taken = {slot.id: Footprints.none() for slot in slots}
    if world.filling is not None:
        filled = fill(world.filling, level, slots, ground.anchor, catalogue, dice)
        bodies, taken = filled.parts, filled.taken
    for scatter in world.scatters:
        patch, surface = patch_of(scatter.region, ground, dice)
        known = {node.category for node in bodies.nodes}
        bodies = bodies.joined(strew(scatter, level, patch, surface, catalogue, dice, known))
    return Arrangement(ground, bodies, held, slots, taken)


def completed(world: World, arrangement: Arrangement) -> Parts:
    """All nodes and edges of an arrangement, with occupancies and spaces; without what the hand holds."""
    slots = with_occupancy(arrangement.slots, arrangement.bodies.nodes)
    shelf = arrangement.ground.anchor.id
    parts = Parts(arrangement.ground.nodes).joined(
        arrangement.bodies, Parts(slots, tuple((slot.id, shelf, "in") for slot in slots))
    )
    if world.spaces is None:
        return parts
    spaces = free_spaces(world.spaces, slots, arrangement.taken, arrangement.held[0])
    if len(spaces.nodes) < world.spaces.least:
        raise Blocked("too few spaces into which the held book fits")
    return parts.joined(spaces)
