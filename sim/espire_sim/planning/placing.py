"""Placements: the held thing is carried to the front of a slot, straight in, set down and let go.

What lies flat is held over the floor by a finger beneath it; it is set down with its edge out of the slot,
where that finger has room, and then pushed in with the gripper shut.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Final

import numpy as np
from attrs import frozen

from espire_dsl.domain.kinds import CELL, VACANCY
from espire_dsl.scene.node import Node
from espire_dsl.scene.places import slot_of
from espire_dsl.scene.rotation import Array, matrix
from espire_sim.interfaces import Place, PlanStatus, SetDown
from espire_sim.planning.approach import Approach, Approaches, MotionSegment
from espire_sim.planning.checking import Carried
from espire_sim.planning.outcome import after_place, put_by
from espire_sim.planning.placements import Placement, placement_of, placements, tilts_for
from espire_sim.planning.problem import CannotPlanError
from espire_sim.planning.robot_context import RobotContext, ToolFrame, tool_frame_of
from espire_sim.robot.arm import Arm, panda

_BEFORE: Final = 0.03  # between a thing and the slot, before it goes in
_INWARD: Final = 0.5  # the cosine of how far a hand may be turned away from straight into the slot
_BACK: Final = 0.10  # how far the hand withdraws at least
_STEP: Final = 0.02  # of the hand on its way in, as long as the arm is not asked about
_CLEAR: Final = 0.01  # between the shut fingers and the edge, before they push
_OFF_FLOOR: Final = 0.004  # between the shut fingers and the floor over which they push


def places(context: RobotContext, goal: Place) -> Approaches:
    """Approaches that put the held thing into a slot or a space."""
    where = whereto(context, goal.target)
    tilts = tilts_for(goal.constraint)
    if not tilts:
        raise CannotPlanError(
            PlanStatus.BACKEND_ERROR, f"no pose is known that meets {dict(goal.constraint or {})}"
        )
    found = placements(context.scene, where.target, where.slot, where.carried, tilts)
    return Approaches(
        _into(context, where, found),
        f'no pose in "{where.target.id}" has room for the held thing and the hand',
    )


def rests(context: RobotContext, goal: SetDown) -> Approaches:
    """Approaches that put the held thing to rest in one of the proposed poses."""
    where = whereto(context, goal.target)
    poses = [tool_frame_of(*rest) for rest in goal.rests]
    proposed = [
        placement_of(context.scene, where.target, where.slot, where.carried, pose.place, pose.rotation)
        for pose in poses
    ]
    found = [placement for placement in proposed if placement is not None]
    if not found:
        raise CannotPlanError(
            PlanStatus.IN_COLLISION, f'in that pose the held thing is not inside "{where.target.id}"'
        )
    return Approaches(
        _into(context, where, found),
        f'in that pose in "{where.target.id}" there is no room for the held thing and the hand',
    )


@frozen(eq=False)
class Whereto:
    """What is placed, and into which place of which slot."""

    held: Node
    carried: Carried
    target: Node
    slot: Node


def whereto(context: RobotContext, id: str) -> Whereto:
    """The held thing and the place that it goes into, if there are both."""
    if id not in context.scene:
        raise CannotPlanError(PlanStatus.BACKEND_ERROR, f'the scene has no "{id}" to place into')
    target = context.scene.node(id)
    slot = slot_of(context.scene, target.id) if target.is_a(CELL, VACANCY) else None
    if slot is None:
        raise CannotPlanError(
            PlanStatus.BACKEND_ERROR,
            f'"{target.id}" is a {target.kind}; things are placed into cells and vacancies',
        )
    if context.held is None or context.carried is None:
        raise CannotPlanError(PlanStatus.BACKEND_ERROR, "the hand holds nothing that could be placed")
    return Whereto(context.held, context.carried, target, context.scene.node(slot))


def _into(context: RobotContext, where: Whereto, found: Iterable[Placement]) -> Iterator[Approach]:
    out = matrix(where.slot.quaternion)[:, 0]
    for placement in found:
        if -float((placement.rotation @ where.carried.rotation.T)[:, 0] @ out) < _INWARD:
            continue
        poses, segments = _steps(where.carried, where.slot, placement, out, context.opening)
        if _has_room(context, poses):
            final = partial(after_place, context.scene, where.held, where.slot, placement, poses[-1])
            yield Approach(tuple(poses), tuple(segments), final, put_by(placement))


def _steps(
    carried: Carried, slot: Node, placement: Placement, out: Array, opening: float
) -> tuple[list[ToolFrame], list[MotionSegment]]:
    """Poses of the tool: before the slot, over the rest, at the rest, withdrawn; then those of pushing."""
    rotation = placement.rotation @ carried.rotation.T
    rest = ToolFrame(placement.center + placement.pushed * out - rotation @ carried.center, rotation)
    over = rest.moved(placement.away)
    front = float((np.asarray(slot.center) - placement.center) @ out) + slot.extents[0] / 2
    reach = float(np.abs(out @ placement.rotation) @ carried.half)
    inside = max(0.0, front + reach - placement.pushed)
    before = over.moved((inside + _BEFORE) * out)
    # Back along the hand itself, so that the fingers slide along what they let go of.
    back = rest.moved(-max(_BACK, inside / float(-rotation[:, 0] @ out)) * rotation[:, 0])
    poses = [before, over, rest, back]
    segments = [
        MotionSegment(0, 1, opening),
        MotionSegment(1, 2, opening, touching=True),
        MotionSegment(2, 3, opening, carrying=False, touching=True),
    ]
    if placement.pushed:
        poses += _pushing(panda(), carried, rest, placement, out)
        segments += [MotionSegment(number, number + 1, 0.0, carrying=False) for number in (3, 4, 5)]
    return poses, segments


def _pushing(
    arm: Arm, carried: Carried, rest: ToolFrame, placement: Placement, out: Array
) -> list[ToolFrame]:
    """From where the hand withdrew: before the edge, shut and off the floor; then pushing; then back."""
    tip = arm.finger.blocks[-1]
    beyond = arm.finger_at + tip.center[2] + tip.half[2] - arm.tool
    edge = float(carried.center[0] - np.abs(carried.rotation[0]) @ carried.half)
    # The shut fingers, across which the turned hand is thick, must not scrape over the floor of the slot.
    thick = tip.center[1] + tip.half[1]
    low = float(np.abs(carried.rotation[1]) @ carried.half)
    lifted = rest.moved(np.array([0.0, 0.0, max(0.0, thick + _OFF_FLOOR - low)]))
    touching = lifted.moved((beyond - edge) * out)
    return [
        touching.moved(_CLEAR * out),
        touching.moved(-placement.pushed * out),
        touching.moved(_BACK * out),
    ]


def _has_room(context: RobotContext, poses: list[ToolFrame]) -> bool:
    """Whether the hand alone could go there with the thing: over the rest, at it, and all the way in."""
    before, over, rest = poses[:3]
    if not context.hand.free(over.numbers, context.opening):
        return False
    if not context.hand.free(rest.numbers, context.opening, touching=True):
        return False
    displacement = over.place - before.place
    count = int(np.linalg.norm(displacement) / _STEP)
    return all(
        context.hand.free(before.moved(displacement * (index / count)).numbers, context.opening)
        for index in range(count, 0, -1)
    )
