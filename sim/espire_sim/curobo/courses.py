"""What there is to try for a goal: courses of the hand, each begun by a free way and then gone straight.

Where to grasp and where to put is found as in the embedded planner.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

import numpy as np
from attrs import frozen

from espire_dsl.scene.box import box_of
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.node import Node
from espire_dsl.scene.rotation import Array, matrix
from espire_sim.planning.attempt import Stretch
from espire_sim.planning.checking import Carried
from espire_sim.planning.grasps import grasps_of
from espire_sim.planning.outcome import after_pick, after_place, after_reach
from espire_sim.planning.picking import BACK
from espire_sim.planning.placements import Placement, placements
from espire_sim.planning.rig import Rig, ToolPose
from espire_sim.robot.arm import panda

_BEFORE: Final = 0.03  # between a thing and the slot, before it goes in
_OFF_FLOOR: Final = 0.004  # between shut fingers and the floor over which they push


@frozen(eq=False)
class Course:
    """Poses of the tool, all turned alike; the straight motions between them; the scene in which they end."""

    poses: tuple[ToolPose, ...]
    stretches: tuple[Stretch, ...]
    final: Callable[[], Scene]


def pick_courses(rig: Rig, target: Node) -> Iterator[Course]:
    """Over the edges of a thing, where the hand has room."""
    tables = [box_of(node) for node in rig.scene.of_kind("table")]
    grasps = grasps_of(target, rig.outward, tables)
    for place, turn, opening in zip(grasps.places, grasps.turns, grasps.openings.tolist(), strict=True):
        at = ToolPose(place, turn)
        before = at.moved(-BACK * turn[:, 0])
        if rig.hand.free(at.numbers, opening) and rig.hand.free(before.numbers, opening):
            yield Course(
                (before, at),
                (Stretch(0, 1, opening, carrying=False),),
                partial(after_pick, rig.scene, target, at),
            )


def place_courses(
    rig: Rig, held: Node, carried: Carried, place: Node, slot: Node, tilts: tuple[float, ...]
) -> Iterator[Course]:
    """Straight in from the front of a slot, where the hand has room."""
    for placement in placements(rig.scene, place, slot, carried, tilts):
        course = _into(rig, held, carried, slot, placement)
        over, rest = course.poses[1:3]
        if rig.hand.free(over.numbers, rig.opening) and rig.hand.free(
            rest.numbers, rig.opening, touching=True
        ):
            yield course


def reach_courses(rig: Rig, pose: ToolPose) -> Iterator[Course]:
    """A single pose."""
    if rig.hand.free(pose.numbers, rig.opening):
        yield Course((pose,), (), partial(after_reach, rig.scene, pose, rig.held, rig.tool))


def _into(rig: Rig, held: Node, carried: Carried, slot: Node, placement: Placement) -> Course:
    """Before the slot, over the rest, down to it, back; what lies flat is pushed in after that."""
    out = matrix(slot.quaternion)[:, 0]
    turn = placement.turn @ carried.turn.T
    rest = ToolPose(placement.center + placement.pushed * out - turn @ carried.center, turn)
    over = rest.moved(placement.away)
    front = float((np.asarray(slot.center) - placement.center) @ out) + slot.extents[0] / 2
    depth = front + float(np.abs(out @ placement.turn) @ carried.half) - placement.pushed
    inside = max(0.0, depth)
    # Back along the hand itself, so that the fingers slide along what they let go of.
    hand = turn[:, 0]
    back = rest.moved(-max(BACK, inside / float(-hand @ out)) * hand)
    poses = [over.moved((inside + _BEFORE) * out), over, rest, back]
    stretches = [
        Stretch(0, 1, rig.opening),
        Stretch(1, 2, rig.opening, touching=True),
        Stretch(2, 3, rig.opening, carrying=False, touching=True),
    ]
    if placement.pushed:
        poses += _pushing(carried, rest, placement.pushed, out)
        stretches += [Stretch(number, number + 1, 0.0, carrying=False) for number in (3, 4, 5)]
    final = partial(after_place, rig.scene, held, slot, placement, poses[-1])
    return Course(tuple(poses), tuple(stretches), final)


def _pushing(carried: Carried, rest: ToolPose, far: float, out: Array) -> list[ToolPose]:
    """With shut fingers: before the edge of what was let go, against it until it is in, and back."""
    arm = panda()
    tip = arm.finger.blocks[-1]
    ahead = arm.finger_at + tip.center[2] + tip.half[2] - arm.tool
    edge = float(carried.center[0] - np.abs(carried.turn[0]) @ carried.half)
    below = tip.center[1] + tip.half[1] + _OFF_FLOOR - float(np.abs(carried.turn[1]) @ carried.half)
    meets = rest.moved((ahead - edge) * out + np.array([0.0, 0.0, max(0.0, below)]))
    return [meets.moved(BACK / 10 * out), meets.moved(-far * out), meets.moved(BACK * out)]
