"""Puts single things at their places: where a description says, or where there is room on the right side.

Sides are meant as one sees them who looks at the scene: through the world camera where it stands still, else
from before the furniture.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Final

import numpy as np
from attrs import evolve, field, frozen

from espire_dsl.catalogue.reader import Catalogue, Category
from espire_dsl.domain.recipes import Standing, Turn, ValueRange
from espire_dsl.domain.worlds import WORLD_CAMERA, Put, World
from espire_dsl.scene.box import box_distance, box_of
from espire_dsl.scene.camera import viewer_of
from espire_dsl.scene.frames import floor_front
from espire_dsl.scene.node import FORWARD, Node, Vector
from espire_dsl.scene.random_stream import RandomStream
from espire_dsl.scene.rotation import Array, yaw
from espire_sim.worlds.cameras import fixed_camera
from espire_sim.worlds.error import Blocked
from espire_sim.worlds.groups import ThingGroup, draw_extents, draw_group
from espire_sim.worlds.parts import Parts, node_of, put
from espire_sim.worlds.placing import Footprint, GroupPose, clear, footprints
from espire_sim.worlds.regions import Ground

_PROPOSALS: Final = 512
_GAP: Final = 0.01  # between things that are put on one surface
_WIDEST: Final = math.tan(math.radians(40.0))  # a side is not left by more than so much of how far along it
_AWAY: Final = (-1.0, 0.0)  # where one looks who stands before the furniture
_TURNED: Final[Mapping[str, tuple[int, int]]] = {
    "behind": (1, 0),
    "in_front_of": (-1, 0),
    "left_of": (0, 1),
    "right_of": (0, -1),
}
"""Each side in parts of the direction in which one looks, and of the one to its left."""


@frozen
class PlacedParts:
    """Nodes and edges, and by surface the footprints of what stands on it."""

    parts: Parts = Parts()
    taken: Mapping[str, tuple[Footprint, ...]] = field(factory=dict, hash=False)

    def on(self, surface: str) -> tuple[Footprint, ...]:
        return self.taken.get(surface, ())

    def joined(self, parts: Parts, surface: str | None, prints: tuple[Footprint, ...]) -> PlacedParts:
        """With one thing more, on a surface if it is on one."""
        taken = self.taken if surface is None else {**self.taken, surface: self.on(surface) + prints}
        return PlacedParts(self.parts.joined(parts), taken)


@frozen
class Placer:
    """What putting things needs to know."""

    world: World
    ground: Ground | None
    catalogue: Catalogue
    dice: RandomStream

    def all_placed(self) -> PlacedParts:
        """All single things of the world, in their order."""
        placed = PlacedParts()
        for item in self.world.things:
            placed = self._with(placed, item)
        return placed

    def _with(self, placed: PlacedParts, item: Put) -> PlacedParts:
        known = tuple(map(self.catalogue.get, item.categories)) + self.catalogue.of_kind(*item.kinds)
        if not known:
            raise Blocked(f"the catalogue has nothing that {item.id} can be")
        category = self.dice.one_of(known)
        extents = draw_extents(category, self.dice, item.extents)
        surface = self._surface(item, placed)
        group = draw_group(category, extents, Standing(), self.catalogue, self.dice)
        if item.at is None:
            if surface is None:
                raise Blocked(f"{item.id} is on nothing, and has no place")
            place = self._found(item, group, surface, placed)
        else:
            x, y, _ = item.at
            place = GroupPose(x, y, self._degrees(item, (x, y), category, placed))
        if item.at is not None and item.at[2] is not None:
            node = node_of(category, item.id, _point(item.at), yaw(place.degrees), extents)
            parts = Parts((node,))
            on = None
        else:
            on = None if surface is None else surface.id
            parts = put(group, place, 0.0 if surface is None else _top(surface), item.id, on or "")
            if on is None:
                parts = Parts(parts.nodes)
        return placed.joined(
            evolve(parts, nodes=tuple(_named(node, item) for node in parts.nodes)),
            on,
            footprints(group, place),
        )

    def _surface(self, item: Put, placed: PlacedParts) -> Node | None:
        """What it stands on: what is said, else the furniture, else the floor."""
        if item.on is not None:
            return self._thing(item.on, placed)
        return None if self.ground is None else self.ground.anchor

    def _thing(self, id: str, placed: PlacedParts) -> Node:
        known = (*placed.parts.nodes, *(() if self.ground is None else self.ground.nodes))
        return next(node for node in known if node.id == id)

    def _found(self, item: Put, group: ThingGroup, surface: Node, placed: PlacedParts) -> GroupPose:
        """A place on a surface: proposals are uniform, and the first is taken that is as it should be."""
        u = self.dice.units(_PROPOSALS, 3)
        half = np.asarray(surface.extents[:2]) / 2
        corner = np.asarray(surface.center[:2]) - half
        points = np.round(corner + 2 * half * u[:, :2], 6)
        turns = _turns(item.turn, u[:, 2])
        for place in self._candidates(item, points, turns, group, placed):
            if not _stands_on(group, place, surface):
                continue
            cosine, sine = math.cos(math.radians(place.degrees)), math.sin(math.radians(place.degrees))
            own = np.array([piece.footprint for piece in group.pieces])
            there = np.array(placed.on(surface.id)).reshape(-1, 6)
            if not clear(own, np.array([[place.x, place.y]]), np.array([[cosine, sine]]), there, _GAP)[0]:
                continue
            if item.distance is None or self._apart(item, group, place, surface, placed) in item.distance:
                return place
        raise Blocked(f"no room for {item.id} on {surface.id}")

    def _candidates(
        self, item: Put, points: Array, turns: Array, group: ThingGroup, placed: PlacedParts
    ) -> Iterator[GroupPose]:
        """Places on the side that is asked for."""
        good = np.ones(len(points), dtype=np.bool_)
        if item.relation is not None:
            other = np.asarray(self._thing(item.relation.other, placed).center[:2])
            side = self._side(item.relation.side, other)
            along = (points - other) @ side
            across = np.abs((points - other) @ np.array([-side[1], side[0]]))
            good = (along > 0) & (across <= _WIDEST * along)
        for (x, y), degrees in zip(points[good].tolist(), turns[good].tolist(), strict=True):
            category = group.pieces[0].category
            yield GroupPose(
                x, y, degrees if item.facing is None else self._degrees(item, (x, y), category, placed)
            )

    def _apart(
        self, item: Put, group: ThingGroup, place: GroupPose, surface: Node, placed: PlacedParts
    ) -> float:
        """How far a thing at a place is from the one that its distance is measured from, edge to edge."""
        node = put(group, place, _top(surface), item.id, surface.id).nodes[0]
        return box_distance(box_of(node), box_of(self._thing(item.near or "", placed)))

    def _side(self, side: str, other: Array) -> Array:
        """The direction of a side on the ground, of length 1."""
        look = np.array(_AWAY)
        standing = [camera for camera in self.world.cameras if camera.name == WORLD_CAMERA]
        if self.world.camera is None and standing:
            spec = standing[0]
            from_above = spec.position[:2] == spec.target[:2]
            if spec.metres is None and not from_above:
                seen = other - np.asarray(spec.position[:2])
                far = float(np.hypot(*seen))
                look = seen / far if far > 0 else look
            else:
                look = np.asarray(floor_front(viewer_of(fixed_camera(spec)))[:2])
        along, left = _TURNED[side]
        return np.asarray(along * look + left * np.array([-look[1], look[0]]))

    def _degrees(self, item: Put, at: tuple[float, float], category: Category, placed: PlacedParts) -> float:
        """How far it is turned: as drawn, or so that its front points at what it faces."""
        if item.facing is None:
            return float(_turns(item.turn, np.array([self.dice.unit()]))[0])
        x, y, _ = self._thing(item.facing, placed).center
        front = category.front or FORWARD
        ahead = math.degrees(math.atan2(y - at[1], x - at[0]))
        return round(ahead - math.degrees(math.atan2(front[1], front[0])), 2)


def _point(at: tuple[float, float, float | None]) -> Vector:
    x, y, z = at
    return (x, y, 0.0 if z is None else z)


def _top(surface: Node) -> float:
    return surface.center[2] + surface.extents[2] / 2


def _named(node: Node, item: Put) -> Node:
    """The thing with what is said of it."""
    return evolve(
        node,
        name=node.name if item.name is None else item.name,
        labels={**node.labels, **dict(item.labels)},
        fixed=item.fixed,
    )


def _turns(turn: Turn, u: Array) -> Array:
    if isinstance(turn, ValueRange):
        return np.asarray(np.round(turn.low + (turn.high - turn.low) * u, 2))
    return np.asarray(turn.degrees)[(u * len(turn.degrees)).astype(np.int64)]


def _stands_on(group: ThingGroup, place: GroupPose, surface: Node) -> bool:
    """Whether all of a group is on the top of a surface, which lies along the world's axes."""
    x, y, _ = surface.center
    for px, py, cosine, sine, hx, hy in footprints(group, place):
        reach_x, reach_y = abs(cosine) * hx + abs(sine) * hy, abs(sine) * hx + abs(cosine) * hy
        if abs(px - x) + reach_x > surface.extents[0] / 2 or abs(py - y) + reach_y > surface.extents[1] / 2:
            return False
    return True
