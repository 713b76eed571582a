"""Finds a camera, a start of the hand and a posture of the arm from which everything is seen as well as the
description asks, and of which the arm hides as little as it can."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from attrs import field, frozen

from espire_dsl.domain.kinds import MOVABLE, PROP
from espire_dsl.domain.worlds import WORLD_CAMERA, World
from espire_dsl.scene.box import box_of
from espire_dsl.scene.camera import Camera
from espire_dsl.scene.node import Node
from espire_dsl.scene.projection import eyes_of, rays_of
from espire_dsl.scene.random_stream import RandomStream
from espire_dsl.scene.rotation import Array, Mask
from espire_sim.worlds.arranging import Arrangement
from espire_sim.worlds.boards import boards_of
from espire_sim.worlds.cameras import cameras, fixed_camera
from espire_sim.worlds.error import Blocked
from espire_sim.worlds.hand import Started, start
from espire_sim.worlds.posture import Targets, arms_for
from espire_sim.worlds.seeing import Boxes, hidden_behind, in_picture, probes, seen_points

_SEEN: Final = 0.5  # of a thing that is seen so far without the robot,
_LEFT: Final = 0.6  # the robot leaves about as much; more, as rays to a few points are an estimate
_HANDS: Final = 4  # draws of the hand for each camera
_VIOLATION: Final = 100.0  # more than a posture can hide otherwise
_ROWS: Final = 3  # of points in the opening of a slot
_COLUMN: Final = 0.1  # about how far their columns are apart
_PICTURE: Final = (8, 6)  # points of the whole picture, of which the arm should not cover much either
_FAR: Final = 10.0


@frozen
class Viewpoint:
    """A world camera, and the hand if there is one."""

    camera: Camera
    hand: Started | None


def find_view(world: World, arrangement: Arrangement, dice: RandomStream) -> Viewpoint:
    """A view with the centres of bodies and slots in the picture, in which enough of each body is seen.

    Cameras that frame the furniture best are tried first.
    """
    asked = {seen.kind for seen in world.seen}
    whole = {seen.kind for seen in world.seen if seen.whole}
    bodies = [node for node in arrangement.bodies.nodes if not node.fixed or node.is_a(*asked)]
    centers = np.array([node.center for node in (*bodies, *arrangement.slots)]).reshape(-1, 3)
    corners = [box_of(node).corners for node in bodies if node.is_a(*whole)]
    reasons = []
    for camera in _proposed(world, arrangement, np.vstack([*corners, centers]), dice):
        try:
            return _view(world, arrangement, camera, dice)
        except Blocked as blocked:
            reasons.append(blocked.reason)
    raise Blocked(reasons[0] if reasons else "no camera has everything in view")


def _proposed(world: World, arrangement: Arrangement, must_see: Array, dice: RandomStream) -> list[Camera]:
    """The cameras that have these points in their pictures: some that are drawn, or the one that stands."""
    if world.camera is not None:
        return cameras(world.camera, arrangement.anchor, must_see, dice)
    (spec,) = (camera for camera in world.cameras if camera.name == WORLD_CAMERA)
    camera = fixed_camera(spec)
    return [camera] if in_picture(must_see, camera).all() else []


def _view(world: World, arrangement: Arrangement, camera: Camera, dice: RandomStream) -> Viewpoint:
    """The view of one camera, with a hand and an arm where the world has them."""
    bodies = arrangement.bodies.nodes
    ground = arrangement.ground
    solid = () if ground is None else boards_of(ground.anchor, arrangement.slots)
    if ground is not None and ground.stand is not None:
        solid = (*solid, box_of(ground.stand))
    boxes = Boxes.of([*map(box_of, bodies), *solid])
    seen = seen_points(boxes, len(bodies), camera)
    asked = np.array([_asked_of(node, world) for node in bodies])
    if (seen.mean(axis=1) < asked).any():
        raise Blocked("something is hidden from the camera")
    if world.hand is None:
        return Viewpoint(camera, None)
    without = _Seen(camera, boxes, seen, asked, arrangement)
    reasons = []
    for _ in range(_HANDS):
        hand = start(world.hand, arrangement.anchor, camera, arrangement.held, dice)
        try:
            return Viewpoint(camera, without.with_arm(hand, world.hand.held_seen))
        except Blocked as blocked:
            reasons.append(blocked.reason)
    raise Blocked(reasons[0])


def _asked_of(node: Node, world: World) -> float:
    """How much of a thing must be seen."""
    return max((seen.part for seen in world.seen if node.is_a(seen.kind)), default=0.0)


@frozen(eq=False)
class _Seen:
    """What a camera sees without a robot: which probes of the bodies, and how much is asked for of each.

    `boxes` are the bodies, then what is fixed; `openings` are points in the open fronts of slots, of which
    those `in_front` are in the picture, and `far` points behind all of it.
    """

    camera: Camera
    boxes: Boxes
    seen: Mask
    asked: Array
    arrangement: Arrangement
    openings: Sequence[Array] = field(init=False)
    in_front: Sequence[Mask] = field(init=False)
    far: Array = field(init=False)

    @openings.default
    def _of_slots(self) -> Sequence[Array]:
        return [_opening(slot) for slot in self.arrangement.slots]

    @in_front.default
    def _in_picture(self) -> Sequence[Mask]:
        return [in_picture(opening, self.camera) for opening in self.openings]

    @far.default
    def _behind(self) -> Array:
        return _picture(self.camera)

    def with_arm(self, hand: Started, held_seen: float) -> Started:
        """The hand with the arm that hides least behind it."""
        held = Boxes.of([box_of(node) for node in hand.held])
        palm = Boxes.of([box_of(hand.robot)])
        in_hand = seen_points(held.joined(palm).joined(self.boxes), len(hand.held), self.camera)
        seen = np.concatenate([self.seen, in_hand])
        asked = np.append(self.asked, [held_seen] * len(hand.held))
        targets = self._targets(held, seen)
        # What is held hides others and not itself.
        behind = hidden_behind(held.joined(palm), targets.eye, targets.points)
        behind[self.seen.size : seen.size] = False
        if _too_little(seen, behind[None], asked).any():
            raise Blocked("the robot hides something")
        arms = arms_for(hand.pose, hand.opening, self.boxes, self.arrangement.anchor.foremost)
        if not len(arms.configurations):
            raise Blocked("the arm has no room behind the hand")
        hidden = arms.hiding(targets)
        bad = _too_little(seen, hidden | behind, asked).sum(axis=1)
        best = arms.least_hiding(hidden, targets, _VIOLATION * bad)
        if bad[best]:
            raise Blocked("the robot hides something")
        return hand.with_arm(tuple(arms.configurations[best].tolist()))

    def _targets(self, held: Boxes, seen: Mask) -> Targets:
        """The probes of bodies and of what is held, points in the openings of slots, and points of the whole
        picture. All points of a thing count together what it counts."""
        bodies = self.arrangement.bodies.nodes
        groups = [
            *probes(self.boxes, len(bodies)),
            *probes(held, len(held.centers)),
            *self.openings,
            self.far,
        ]
        counts = [float(node.is_a(MOVABLE) and not node.is_a(PROP)) for node in bodies]
        counts += [1.0] * (len(groups) - len(counts))
        weights = [count / len(group) for count, group in zip(counts, groups, strict=True)]
        points = np.concatenate(groups)
        return Targets(
            eyes_of(self.camera, points) if self.camera.is_orthographic else np.asarray(self.camera.position),
            points,
            np.repeat(np.array(weights), [len(group) for group in groups]),
            np.concatenate([seen.ravel(), *self.in_front, np.ones(len(self.far), dtype=np.bool_)]),
        )


def _too_little(seen: Mask, hidden: Mask, asked: Array) -> Mask:
    """Of which things a robot leaves too little, for robots as rows that hide some of the points.

    Points of other things than those in `seen` come last.
    """
    left = (seen & ~hidden[:, : seen.size].reshape(len(hidden), *seen.shape)).mean(axis=2)
    before = seen.mean(axis=1)
    little: Mask = (left < asked) | ((left < np.minimum(before, _LEFT)) & (before >= _SEEN))
    return little


def _opening(slot: Node) -> Array:
    """Points in the open front of a slot, which faces +x."""
    depth, width, height = slot.extents
    columns = max(3, round(width / _COLUMN))
    across = (np.arange(columns) + 0.5) / columns - 0.5
    rise = (np.arange(_ROWS) + 0.5) / _ROWS - 0.5
    y, z = np.meshgrid(slot.center[1] + across * width, slot.center[2] + rise * height)
    return np.stack([np.full(y.size, slot.center[0] + depth / 2), y.ravel(), z.ravel()], axis=-1)


def _picture(camera: Camera) -> Array:
    """Far points behind all of the picture."""
    columns, rows = _PICTURE
    u = (np.arange(columns) + 0.5) * camera.width / columns
    v = (np.arange(rows) + 0.5) * camera.height / rows
    rays, pixels = rays_of(camera), [grid.ravel() for grid in np.meshgrid(u, v)]
    return rays.origin(*pixels) + _FAR * rays.direction(*pixels)
