"""Puts together what a scene holds, apart from who looks at it: ground, slots, contents, spaces."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import field, frozen

from espire_dsl.catalogue.reader import Catalogue
from espire_dsl.scene.node import Node, Vector
from espire_sim.worlds.description import World
from espire_sim.worlds.dice import Dice
from espire_sim.worlds.error import Blocked
from espire_sim.worlds.filling import Eye, Filled, Filler
from espire_sim.worlds.hand import draw_held
from espire_sim.worlds.layouts import draw_slots
from espire_sim.worlds.parts import Parts
from espire_sim.worlds.regions import Ground, draw_ground, patch_of
from espire_sim.worlds.scattering import strew
from espire_sim.worlds.spaces import free_spaces, roomy_cells, with_occupancy


@frozen
class Arrangement:
    """What is where; `roomy` says which sizes of cells the held book fits into."""

    ground: Ground
    bodies: Parts
    held: tuple[Node, ...]
    slots: tuple[Node, ...] = ()
    filled: Filled = Filled()
    roomy: Mapping[Vector, bool] = field(factory=dict, hash=False)


def arrange(world: World, level: str, catalogue: Catalogue, dice: Dice) -> Arrangement:
    """One try at an arrangement."""
    ground = draw_ground(world, catalogue, dice)
    held = () if world.hand is None else draw_held(world.hand, catalogue, dice)
    slots: tuple[Node, ...] = ()
    roomy: Mapping[Vector, bool] = {}
    filled = Filled()
    if world.furniture is not None and world.furniture.layouts:
        slots = draw_slots(world.furniture, ground.anchor, dice)
    if world.spaces is not None:
        roomy = roomy_cells(world.spaces, slots, held[0])
        if not any(roomy.values()):
            raise Blocked("the held book fits into no space of the shelf")
    if world.filling is not None:
        eye = Eye(world.rig.before.low, world.rig.above.low + ground.base(world.rig.base))
        filled = Filler(world.filling, slots, ground.anchor, eye, catalogue, dice).fill(level)
    bodies = Parts().joined(*filled.parts)
    for scatter in world.scatters:
        patch, surface = patch_of(scatter.region, ground, dice)
        known = {node.category for node in bodies.nodes}
        bodies = bodies.joined(strew(scatter, level, patch, surface, catalogue, dice, known))
    return Arrangement(ground, bodies, held, slots, filled, roomy)


def completed(world: World, arrangement: Arrangement) -> Parts:
    """All nodes and edges of an arrangement, with occupancies and spaces; without what the hand holds."""
    slots = tuple(
        with_occupancy(slot, arrangement.filled.covered.get(slot.id, 0.0)) for slot in arrangement.slots
    )
    shelf = arrangement.ground.anchor.id
    parts = Parts(arrangement.ground.nodes).joined(
        arrangement.bodies, Parts(slots, tuple((slot.id, shelf, "in") for slot in slots))
    )
    if world.spaces is None:
        return parts
    spaces = free_spaces(world.spaces, slots, arrangement.filled.taken, arrangement.roomy)
    if len(spaces.nodes) < world.spaces.least:
        raise Blocked("too few spaces into which the held book fits")
    return parts.joined(spaces)
