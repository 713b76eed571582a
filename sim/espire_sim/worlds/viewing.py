"""Finds a camera and a start of the hand from which everything is seen as well as the description asks."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Final

import numpy as np
from attrs import frozen

from espire_dsl.scene.box import Box, box_of
from espire_dsl.scene.camera import Camera
from espire_dsl.scene.node import Node
from espire_sim.worlds.arranging import Arrangement
from espire_sim.worlds.boards import boards_of
from espire_sim.worlds.cameras import cameras
from espire_sim.worlds.description import World
from espire_sim.worlds.dice import Dice
from espire_sim.worlds.error import Blocked
from espire_sim.worlds.hand import Started, start
from espire_sim.worlds.seeing import Boxes, seen_fractions

_VIEWS: Final = 6


@frozen
class View:
    """A world camera, and the hand if there is one."""

    camera: Camera
    hand: Started | None


def find_view(world: World, arrangement: Arrangement, dice: Dice) -> View:
    """A view with the centres of bodies and slots in the picture, in which enough of each body is seen."""
    ground, bodies = arrangement.ground, arrangement.bodies.nodes
    hiding = boards_of(ground.anchor, arrangement.slots)
    centers = [node.center for node in (*bodies, *arrangement.slots)]
    corners = [box_of(node).corners for node in bodies if node.kind in world.rig.whole]
    tried = 0
    for camera in islice(cameras(world.rig, ground, np.vstack([*corners, centers]), dice), _VIEWS):
        tried += 1
        hand = (
            None
            if world.hand is None
            else start(world.hand, world.rig, ground, camera, arrangement.held, dice)
        )
        if _well_seen(world, bodies, hiding, camera, hand):
            return View(camera, hand)
    raise Blocked("something is hidden from the camera" if tried else "no camera has everything in view")


def _well_seen(
    world: World, bodies: Sequence[Node], hiding: Sequence[Box], camera: Camera, hand: Started | None
) -> bool:
    robot: tuple[Node, ...] = () if hand is None else hand.parts.nodes[:1]
    held: tuple[Node, ...] = () if hand is None else hand.parts.nodes[1:]
    asked = [world.rig.at_least.get(node.kind, 0.0) for node in bodies]
    if world.hand is not None:
        asked += [world.hand.held_seen] * len(held)
    boxes = Boxes.of([*(box_of(node) for node in (*bodies, *held, *robot)), *hiding])
    seen = seen_fractions(boxes, len(asked), camera)
    return bool((seen >= asked).all())
