"""Whether a scene stayed what it was drawn as: nothing fell, left its slot, drifted or changed its pose."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import numpy as np
from attrs import evolve

from espire_dsl.scene.box import Box, box_distances, box_of
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.measures import tilts
from espire_dsl.scene.node import Node
from espire_dsl.scene.rotation import matrix
from espire_dsl.scene.validate import SUPPORTS
from espire_sim.interfaces import Refused, Settled, SettlingFailure
from espire_sim.settling.bodies import moving_bodies
from espire_sim.settling.moved import Pose, with_poses
from espire_sim.worlds.boards import shelf_boards
from espire_sim.worlds.seeing import Boxes

FALL: Final = 0.02
DRIFT: Final = 0.02
TOUCH: Final = 0.002  # what is this near touches
SLACK: Final = 0.002  # how far a thing may stick out of its slot

# Degrees of tilt, as the language decides poses; between them a thing has none.
_POSES: Final = (("vertical", 0.0, 10.0), ("tilted", 15.0, 75.0), ("flat", 80.0, 90.0))
_NOWHERE: Final = (math.nan, math.nan, math.nan)


def judged(scene: Scene, poses: Mapping[str, Pose], seconds: float) -> Settled | Refused:
    """The scene in the poses in which it came to rest, or the first way in which it is another scene now."""
    after = with_poses(scene, poses)
    for refused in _changes(scene, after):
        return evolve(refused, after=after)
    drift = {id: math.dist(scene.node(id).center, after.node(id).center) for id in poses}
    return Settled(after, seconds, drift)


def pose_classes(nodes: Sequence[Node]) -> list[str | None]:
    """Vertical, tilted or flat, of each; None between them, and for what has no upright axis."""
    axes = np.array([matrix(node.quaternion) for node in nodes]).reshape(-1, 3, 3)
    uprights = np.array([_NOWHERE if node.upright is None else node.upright for node in nodes]).reshape(-1, 3)
    return [
        next((name for name, low, high in _POSES if low <= degrees <= high), None)
        for degrees in tilts(axes, uprights).tolist()
    ]


def _changes(before: Scene, after: Scene) -> Iterator[Refused]:
    moving = moving_bodies(after)
    olds = [before.node(node.id) for node in moving]
    poses = zip(pose_classes(olds), pose_classes(moving), strict=True)
    for node, old, (was, now) in zip(moving, olds, poses, strict=True):
        if node.center[2] < old.center[2] - FALL:
            yield Refused(
                SettlingFailure.FELL, node.id, f'"{node.id}" fell by {old.center[2] - node.center[2]:.3f} m'
            )
        if now != was:
            yield Refused(
                SettlingFailure.POSE_CHANGED,
                node.id,
                f'"{node.id}" was {was or "between poses"} and is now {now or "between poses"}',
            )
        if node.slot is not None and _outside(box_of(after.node(node.slot)), box_of(node)) > SLACK:
            yield Refused(SettlingFailure.LEFT_SLOT, node.id, f'"{node.id}" sticks out of "{node.slot}"')
        moved = math.dist(old.center, node.center)
        if moved > DRIFT:
            yield Refused(SettlingFailure.DRIFTED, node.id, f'"{node.id}" moved by {moved:.3f} m')
    yield from _lost_contacts(after)


def _lost_contacts(scene: Scene) -> Iterator[Refused]:
    """What stands on something, or is held up by it, must touch it."""
    boards = shelf_boards(scene)
    moving = {node.id for node in moving_bodies(scene)}
    contacts = dict.fromkeys(
        (source, target) if key == "on" else (target, source)
        for source, target, key in scene.edges
        if key in ("on", SUPPORTS)
    )
    pairs: list[tuple[str, str]] = []
    boxes: list[tuple[Box, Box]] = []
    for upper, lower in contacts:
        if upper in moving:
            box = box_of(scene.node(upper))
            others = boards.get(lower) or (box_of(scene.node(lower)),)
            pairs += [(upper, lower)] * len(others)
            boxes += [(box, other) for other in others]
    touching = {pairs[place] for place in touching_pairs(boxes)}
    for upper, lower in dict.fromkeys(pairs):
        if (upper, lower) not in touching:
            yield Refused(SettlingFailure.LOST_CONTACT, upper, f'"{upper}" does not touch "{lower}"')


def _outside(room: Box, body: Box) -> float:
    """How far a body reaches out of a room at most; negative inside."""
    own = np.abs((body.corners - room.center) @ room.axes)
    return float((own - room.half).max())


def touching_pairs(pairs: Sequence[tuple[Box, Box]]) -> list[int]:
    """The numbers of the pairs that touch or overlap."""
    a, b = Boxes.of([one for one, _ in pairs]), Boxes.of([other for _, other in pairs])
    # What is farther apart along an axis of the world need not be measured.
    near = np.flatnonzero((np.abs(a.centers - b.centers) <= a.reach + b.reach + 2 * TOUCH).all(axis=1))
    a, b = a.at(near), b.at(near)
    distances = box_distances(a.centers, a.axes, a.halves, b.centers, b.axes, b.halves)
    touching: list[int] = near[distances <= TOUCH].tolist()
    return touching
