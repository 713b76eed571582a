"""Puts together what a scene holds, apart from who looks at it: ground, slots, contents."""

from __future__ import annotations

from typing import Final

from attrs import evolve, frozen

from espire_dsl.catalogue.reader import Catalogue
from espire_dsl.domain.kinds import REGION
from espire_dsl.domain.worlds import WORLD_CAMERA, World
from espire_dsl.scene.node import Node
from espire_dsl.scene.quantize import quantize
from espire_dsl.scene.random_stream import RandomStream
from espire_dsl.scene.rooms import in_rooms
from espire_sim.worlds.filling import Eye, Filled, Filler
from espire_sim.worlds.hand import draw_held
from espire_sim.worlds.layouts import draw_slots
from espire_sim.worlds.parts import Parts
from espire_sim.worlds.putting import Placer
from espire_sim.worlds.regions import Ground, draw_ground, patch_of
from espire_sim.worlds.scattering import strew

_NEAREST_EYE: Final = 0.1


@frozen
class Arrangement:
    """What is where; `regions` are rooms that were put, which nothing stands in the way of."""

    ground: Ground | None
    bodies: Parts
    held: tuple[Node, ...]
    slots: tuple[Node, ...] = ()
    filled: Filled = Filled()
    regions: tuple[Node, ...] = ()

    @property
    def anchor(self) -> Ground:
        """The ground, which whoever measures from it has."""
        assert self.ground is not None
        return self.ground


def arrange(world: World, level: str, catalogue: Catalogue, dice: RandomStream) -> Arrangement:
    """One try at an arrangement."""
    ground = draw_ground(world, catalogue, dice)
    slots: tuple[Node, ...] = ()
    filled = Filled()
    if ground is not None and world.furniture is not None and world.furniture.layouts:
        slots = draw_slots(world.furniture, ground.anchor, dice)
    held = () if world.hand is None else draw_held(world.hand, slots, catalogue, dice)
    if ground is not None and world.filling is not None:
        eye = _eye(world, ground)
        filled = Filler(world.filling, slots, ground.anchor, eye, catalogue, dice).fill(level)
    placed = Placer(world, ground, catalogue, dice).all_placed()
    bodies = Parts().joined(*filled.parts, placed.parts)
    for scatter in world.scatters:
        assert ground is not None
        patch, surface = patch_of(scatter.region, ground, dice)
        known = {node.category for node in bodies.nodes}
        there = placed.on(surface.id)
        bodies = bodies.joined(strew(scatter, level, patch, surface, catalogue, dice, known, there))
    regions = tuple(node for node in bodies.nodes if node.is_a(REGION))
    solid = tuple(node for node in bodies.nodes if node not in regions)
    return Arrangement(ground, Parts(solid, bodies.edges), held, slots, filled, regions)


def completed(arrangement: Arrangement) -> Parts:
    """All nodes and edges of an arrangement, with occupancies; without what the hand holds, and spaces."""
    slots = tuple(
        _with_occupancy(slot, arrangement.filled.covered.get(slot.id, 0.0)) for slot in arrangement.slots
    )
    ground = arrangement.ground
    rooms = Parts(arrangement.regions, tuple(in_rooms((*arrangement.bodies.nodes, *arrangement.regions))))
    if ground is None:
        return arrangement.bodies.joined(rooms)
    return Parts(ground.nodes, ground.edges).joined(
        arrangement.bodies, rooms, Parts(slots, tuple((slot.id, ground.anchor.id, "in") for slot in slots))
    )


def _eye(world: World, ground: Ground) -> Eye:
    """The lowest and nearest eye that may look at the furniture."""
    if world.camera is not None:
        return Eye(world.camera.before.low, world.camera.above.low + ground.base(world.camera.base))
    x, _, z = next(camera.position for camera in world.cameras if camera.name == WORLD_CAMERA)
    return Eye(max(x - ground.front, _NEAREST_EYE), z)


def _with_occupancy(slot: Node, covered: float) -> Node:
    """The slot, of whose floor an area is covered."""
    depth, width, _ = slot.extents
    return evolve(slot, occupancy=quantize(covered / (depth * width)))
