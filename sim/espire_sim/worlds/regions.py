"""The ground of a world: the floor, the furniture at the origin, and the patches that regions mean."""

from __future__ import annotations

from typing import Final, Literal

import numpy as np
from attrs import frozen

from espire_dsl.catalogue.reader import Catalogue, Category
from espire_dsl.domain.kinds import FIXED, GROUND
from espire_dsl.domain.recipes import Beside, Region, Top, ValueRange
from espire_dsl.domain.worlds import World
from espire_dsl.scene.box import box_of
from espire_dsl.scene.node import IDENTITY, Node
from espire_dsl.scene.random_stream import RandomStream
from espire_dsl.scene.rotation import Array
from espire_dsl.scene.validate import Edge
from espire_sim.worlds.groups import draw_extents
from espire_sim.worlds.parts import node_of
from espire_sim.worlds.placing import Patch

FLOOR: Final = "floor"
_FLOOR_THICKNESS: Final = 0.1


@frozen
class Ground:
    """The floor, and the furniture that everything is measured from; without furniture that is the floor.

    Hollow furniture is open towards its front. It may stand on another piece, the `stand`.
    """

    floor: Node
    anchor: Node
    hollow: bool = False
    stand: Node | None = None

    @property
    def nodes(self) -> tuple[Node, ...]:
        own = (self.anchor,) if self.stand is None else (self.stand, self.anchor)
        return (self.floor,) if self.anchor is self.floor else (self.floor, *own)

    @property
    def edges(self) -> tuple[Edge, ...]:
        return () if self.stand is None else ((self.anchor.id, self.stand.id, "on"),)

    @property
    def front(self) -> float:
        """The x of the plane of the furniture's front."""
        return self.anchor.center[0] + self.anchor.extents[0] / 2

    @property
    def foremost(self) -> float:
        """The x before which a robot's base stays: that of the front of all furniture."""
        return self.front if self.stand is None else max(self.front, self.stand.extents[0] / 2)

    @property
    def top(self) -> float:
        """The level of its top."""
        return self.anchor.center[2] + self.anchor.extents[2] / 2

    @property
    def outline(self) -> Array:
        """The corners of what should be whole in a picture: of a hollow thing its front, else its top."""
        corners = box_of(self.anchor).corners
        axis = 0 if self.hollow else 2
        outer: Array = corners[corners[:, axis] > self.anchor.center[axis]]
        return outer

    @property
    def focus(self) -> Array:
        """The middle of that."""
        middle: Array = np.round(self.outline.mean(axis=0), 6)
        return middle

    def base(self, of: Literal["top", "floor"]) -> float:
        """The level from which heights are measured."""
        return self.top if of == "top" else 0.0


def draw_ground(world: World, catalogue: Catalogue, dice: RandomStream) -> Ground | None:
    """The floor and the furniture of a scene; None where things have their places in empty space."""
    if world.floor is None:
        return None
    depth, width = world.floor
    floor = Node(
        FLOOR,
        "floor",
        (0.0, 0.0, -_FLOOR_THICKNESS / 2),
        extents=(depth, width, _FLOOR_THICKNESS),
        roles=(FIXED, GROUND),
    )
    if world.furniture is None:
        return Ground(floor, floor)
    stand = None
    if world.furniture.stands:
        stand = _piece(catalogue.get(dice.one_of(world.furniture.stands)), None, 0.0, dice)
    category = catalogue.get(dice.one_of(world.furniture.categories))
    anchor = _piece(category, world.furniture.id, 0.0 if stand is None else stand.extents[2], dice)
    return Ground(floor, anchor, bool(world.furniture.layouts), stand)


def _piece(category: Category, id: str | None, level: float, dice: RandomStream) -> Node:
    """A piece of furniture over the origin, at a level; it has the name of its kind unless one is said."""
    extents = draw_extents(category, dice)
    center = (0.0, 0.0, round(level + extents[2] / 2, 6))
    return node_of(category, category.kind if id is None else id, center, IDENTITY, extents)


def patch_of(region: Region, ground: Ground, dice: RandomStream) -> tuple[Patch, Node]:
    """The patch of ground that a region is, and the thing whose top it is on."""
    depth, width, _ = ground.anchor.extents
    if isinstance(region, Top):
        x, y = max(depth / 2 - region.inset, 0.0), max(width / 2 - region.inset, 0.0)
        return Patch(ValueRange(-x, x), ValueRange(-y, y), ground.top), ground.anchor
    if isinstance(region, Beside):
        near, far = width / 2 + region.distance.low, width / 2 + region.distance.high
        side = ValueRange(near, far) if dice.chance(0.5) else ValueRange(-far, -near)
        return Patch(region.ahead, side), ground.floor
    back = -depth / 2
    ahead = ValueRange(back - region.distance.high, back - region.distance.low)
    return Patch(ahead, region.lateral), ground.floor
