"""Puts together what a scene holds, apart from who looks at it: ground, slots, contents."""

from __future__ import annotations

from attrs import evolve, frozen

from espire_dsl.catalogue.reader import Catalogue
from espire_dsl.scene.node import Node
from espire_dsl.scene.quantize import quantize
from espire_dsl.scene.random_stream import RandomStream
from espire_sim.worlds.description import World
from espire_sim.worlds.filling import Eye, Filled, Filler
from espire_sim.worlds.hand import draw_held
from espire_sim.worlds.layouts import draw_slots
from espire_sim.worlds.parts import Parts
from espire_sim.worlds.regions import Ground, draw_ground, patch_of
from espire_sim.worlds.scattering import strew


@frozen
class Arrangement:
    """What is where."""

    ground: Ground
    bodies: Parts
    held: tuple[Node, ...]
    slots: tuple[Node, ...] = ()
    filled: Filled = Filled()


def arrange(world: World, level: str, catalogue: Catalogue, dice: RandomStream) -> Arrangement:
    """One try at an arrangement."""
    ground = draw_ground(world, catalogue, dice)
    slots: tuple[Node, ...] = ()
    filled = Filled()
    if world.furniture is not None and world.furniture.layouts:
        slots = draw_slots(world.furniture, ground.anchor, dice)
    held = () if world.hand is None else draw_held(world.hand, slots, catalogue, dice)
    if world.filling is not None:
        eye = Eye(world.rig.before.low, world.rig.above.low + ground.base(world.rig.base))
        filled = Filler(world.filling, slots, ground.anchor, eye, catalogue, dice).fill(level)
    bodies = Parts().joined(*filled.parts)
    for scatter in world.scatters:
        patch, surface = patch_of(scatter.region, ground, dice)
        known = {node.category for node in bodies.nodes}
        bodies = bodies.joined(strew(scatter, level, patch, surface, catalogue, dice, known))
    return Arrangement(ground, bodies, held, slots, filled)


def completed(arrangement: Arrangement) -> Parts:
    """All nodes and edges of an arrangement, with occupancies; without what the hand holds, and spaces."""
    slots = tuple(
        _with_occupancy(slot, arrangement.filled.covered.get(slot.id, 0.0)) for slot in arrangement.slots
    )
    shelf = arrangement.ground.anchor.id
    return Parts(arrangement.ground.nodes).joined(
        arrangement.bodies, Parts(slots, tuple((slot.id, shelf, "in") for slot in slots))
    )


def _with_occupancy(slot: Node, covered: float) -> Node:
    """The slot, of whose floor an area is covered."""
    depth, width, _ = slot.extents
    return evolve(slot, occupancy=quantize(covered / (depth * width)))
