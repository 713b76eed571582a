"""The hull of the robot in the world, for many configurations at once: the capsules and boxes of its links.

A configuration is three positions of the base (x, y, z in metres) and seven of the joints in radians.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

import numpy as np
from attrs import frozen

from espire_dsl.scene.rotation import Array
from espire_sim.robot.arm import JOINTS, Capsule, CollisionBox, panda
from espire_sim.robot.kinematics import about_x, about_z

BASE: Final = 3
HAND: Final = JOINTS + 1
FINGERS: Final = (JOINTS + 2, JOINTS + 3)
"""The numbers of the hand and the fingers among the links, which are counted from the one at the base, 0."""

_DIGITS: Final = 6


@frozen(eq=False)
class Hull:
    """The shapes of robots as arrays: rows are configurations, then shapes. Points are in the world.

    A capsule goes from `starts` to `ends`; the columns of `axes` are those of a box, which reaches `halves`
    to each side of its centre. `capsule_links` and `box_links` say which link each of them belongs to.
    """

    starts: Array
    ends: Array
    radii: Array
    capsule_links: tuple[int, ...]
    centers: Array
    axes: Array
    halves: Array
    box_links: tuple[int, ...]


def hulls(configurations: Array, heading: float, opening: float) -> Hull:
    """The hulls of robots whose bases face a heading in radians and whose grippers are so far open.

    Points are rounded to a micrometre, so that what is decided by them is the same everywhere.
    """
    rotations, places = link_frames(configurations, heading, opening)
    capsules, blocks = _shapes()
    links = [link for link, _ in capsules]
    ends = [
        _put(rotations[:, links], places[:, links], np.array(points))
        for points in zip(*((shape.start, shape.end) for _, shape in capsules), strict=True)
    ]
    box_links = [link for link, _ in blocks]
    centers = _put(rotations[:, box_links], places[:, box_links], np.array([box.center for _, box in blocks]))
    return Hull(
        np.round(ends[0], _DIGITS),
        np.round(ends[1], _DIGITS),
        np.array([shape.radius for _, shape in capsules]),
        tuple(links),
        np.round(centers, _DIGITS),
        np.round(rotations[:, box_links], 9),
        np.array([box.half for _, box in blocks]),
        tuple(box_links),
    )


def link_frames(configurations: Array, heading: float, opening: float) -> tuple[Array, Array]:
    """Turns (rows, links, 3, 3) and places (rows, links, 3) of all links, the hand and both fingers."""
    arm = panda()
    rotation = np.broadcast_to(about_z(heading), (len(configurations), 3, 3))
    place = configurations[:, :BASE]
    rotations, places = [rotation], [place]
    for number, link in enumerate(arm.links[1:]):
        place = place + rotation @ np.asarray(link.at)
        rotation = rotation @ about_x(link.turned) @ about_z(configurations[:, BASE + number])
        rotations.append(rotation)
        places.append(place)
    hand = rotation @ about_z(np.radians(arm.hand_spun))
    wrist = place + rotation[:, :, 2] * arm.flange
    rotations.append(hand)
    places.append(wrist)
    for side in (1.0, -1.0):
        rotations.append(hand * (side, side, 1.0))
        places.append(wrist + hand[:, :, 2] * arm.finger_at + hand[:, :, 1] * (side * opening / 2))
    return np.stack(rotations, axis=1), np.stack(places, axis=1)


def _put(rotations: Array, places: Array, points: Array) -> Array:
    put: Array = places + (rotations @ points[:, :, None])[..., 0]
    return put


@cache
def _shapes() -> tuple[Sequence[tuple[int, Capsule]], Sequence[tuple[int, CollisionBox]]]:
    """All shapes with the numbers of their links."""
    arm = panda()
    links = (*enumerate(arm.links), (HAND, arm.hand), *((finger, arm.finger) for finger in FINGERS))
    return (
        tuple((number, capsule) for number, link in links for capsule in link.capsules),
        tuple((number, block) for number, link in links for block in link.blocks),
    )
