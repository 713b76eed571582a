"""Whether a scene stayed what it was drawn as: nothing fell, left its slot, drifted or changed its pose."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import numpy as np
from attrs import evolve

from espire_dsl.scene.box import Box, box_distances, box_of
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.measures import tilt
from espire_dsl.scene.node import Node
from espire_dsl.scene.rotation import Array
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


def judged(scene: Scene, poses: Mapping[str, Pose], seconds: float) -> Settled | Refused:
    """The scene in the poses in which it came to rest, or the first way in which it is another scene now."""
    after = with_poses(scene, poses)
    for refused in _changes(scene, after):
        return evolve(refused, after=after)
    drift = {id: math.dist(scene.node(id).center, after.node(id).center) for id in poses}
    return Settled(after, seconds, drift)


def pose_class(node: Node) -> str | None:
    """Vertical, tilted or flat; None between them, and for what has no upright axis."""
    if node.upright is None:
        return None
    degrees = tilt(node)
    return next((name for name, low, high in _POSES if low <= degrees <= high), None)


def _changes(before: Scene, after: Scene) -> Iterator[Refused]:
    for node in moving_bodies(after):
        old = before.node(node.id)
        if node.center[2] < old.center[2] - FALL:
            yield Refused(
                SettlingFailure.FELL, node.id, f'"{node.id}" fell by {old.center[2] - node.center[2]:.3f} m'
            )
        if pose_class(node) != pose_class(old):
            yield Refused(
                SettlingFailure.POSE_CHANGED,
                node.id,
                f'"{node.id}" was {pose_class(old) or "between poses"} '
                f"and is now {pose_class(node) or 'between poses'}",
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
    contacts = [
        (source, target) if key == "on" else (target, source)
        for source, target, key in scene.edges
        if key in ("on", SUPPORTS)
    ]
    pairs = [
        ((upper, lower), (box_of(scene.node(upper)), box))
        for upper, lower in contacts
        if upper in moving
        for box in boards.get(lower) or (box_of(scene.node(lower)),)
    ]
    distances = _pair_distances([boxes for _, boxes in pairs])
    nearest: dict[tuple[str, str], float] = {}
    for (ids, _), distance in zip(pairs, distances.tolist(), strict=True):
        nearest[ids] = min(distance, nearest.get(ids, math.inf))
    for (upper, lower), distance in nearest.items():
        if distance > TOUCH:
            yield Refused(SettlingFailure.LOST_CONTACT, upper, f'"{upper}" does not touch "{lower}"')


def _outside(room: Box, body: Box) -> float:
    """How far a body reaches out of a room at most; negative inside."""
    own = np.abs((body.corners - room.center) @ room.axes)
    return float((own - room.half).max())


def _pair_distances(pairs: Sequence[tuple[Box, Box]]) -> Array:
    """The distance of each pair; 0 when the two touch or overlap."""
    if not pairs:
        return np.zeros(0)
    a, b = Boxes.of([one for one, _ in pairs]), Boxes.of([other for _, other in pairs])
    return box_distances(a.centers, a.axes, a.halves, b.centers, b.axes, b.halves)
