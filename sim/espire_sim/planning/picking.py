"""Picks: a hand before an edge of a thing, straight over it, the fingers on both sides.

A pick chooses among all grasps of a thing; a grasp is one that somebody proposes.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from attrs import frozen

from espire_dsl.domain.kinds import SURFACE
from espire_dsl.scene.box import box_of
from espire_dsl.scene.node import Node
from espire_sim.interfaces import Grasp, GripperPose, Pick, PlanStatus
from espire_sim.planning.approach import Approach, Approaches, MotionSegment
from espire_sim.planning.grasps import UPSIDE_DOWN, encloses, graspable, grasps_of
from espire_sim.planning.outcome import after_pick
from espire_sim.planning.problem import CannotPlanError
from espire_sim.planning.robot_context import RobotContext, ToolFrame, tool_frame_of
from espire_sim.robot.arm import panda

_BACK: Final = 0.10  # from where a grasp is approached
_HALFWAY: Final = 0.04


def picks(context: RobotContext, goal: Pick) -> Approaches:
    """Approaches that take hold of a thing."""
    target = _target(context, goal.target)
    return Approaches(
        _over_edges(context, target), f'every grasp of "{target.id}" has the hand inside something'
    )


def grasps(context: RobotContext, goal: Grasp) -> Approaches:
    """Approaches that take hold of a thing in one of the proposed poses."""
    target = _target(context, goal.target)
    poses = [_checked(pose) for pose in goal.poses]
    around = [pose for pose in poses if encloses(target, pose.tool.place, pose.tool.rotation, pose.opening)]
    if not around:
        raise CannotPlanError(
            PlanStatus.IN_COLLISION, f'at that pose the fingers do not enclose "{target.id}"'
        )
    return Approaches(
        (
            _approach(context, target, pose.tool, pose.opening)
            for pose in around
            if _has_room(context, pose.tool, pose.opening)
        ),
        f'at that pose the hand is inside something, before "{target.id}" or about it',
    )


def _target(context: RobotContext, id: str) -> Node:
    """The thing that is to be taken, if that can be."""
    if id not in context.scene:
        raise CannotPlanError(PlanStatus.BACKEND_ERROR, f'the scene has no "{id}" to pick')
    target = context.scene.node(id)
    if context.held is not None:
        raise CannotPlanError(PlanStatus.BACKEND_ERROR, f'the hand is not free: it holds "{context.held.id}"')
    if min(target.extents) <= 0:
        raise CannotPlanError(PlanStatus.BACKEND_ERROR, f'"{target.id}" is no body that can be picked')
    if not graspable(target):
        thin = min(target.extents) * 100
        raise CannotPlanError(
            PlanStatus.OUT_OF_LIMITS,
            f'"{target.id}" is {thin:.1f} cm thick at least, too much for the gripper',
        )
    return target


@frozen(eq=False)
class _OpenHand:
    tool: ToolFrame
    opening: float


def _checked(pose: GripperPose) -> _OpenHand:
    tool = tool_frame_of(pose.position, pose.quaternion)
    if not 0.0 <= pose.opening <= panda().opening:
        raise CannotPlanError(
            PlanStatus.OUT_OF_LIMITS, f"the gripper does not open by {pose.opening * 100:.1f} cm"
        )
    return _OpenHand(tool, pose.opening)


def _over_edges(context: RobotContext, target: Node) -> Iterator[Approach]:
    tables = [box_of(node) for node in context.scene.of_kind(SURFACE)]
    found = grasps_of(target, context.outward, tables)
    for place, rotation, opening in zip(found.places, found.rotations, found.openings.tolist(), strict=True):
        if _has_room(context, ToolFrame(place, rotation), opening):
            # The gripper is alike on both sides: what one hand takes, it takes upside down too.
            for hand in (rotation, rotation @ UPSIDE_DOWN):
                yield _approach(context, target, ToolFrame(place, hand), opening)


def _has_room(context: RobotContext, at: ToolFrame, opening: float) -> bool:
    """Whether the hand alone could be there, and come there."""
    return all(
        context.hand.free(at.moved(-back * at.rotation[:, 0]).numbers, opening)
        for back in (0.0, _HALFWAY, _BACK)
    )


def _approach(context: RobotContext, target: Node, at: ToolFrame, opening: float) -> Approach:
    """Straight to a grasp."""
    poses = (at.moved(-_BACK * at.rotation[:, 0]), at)
    final = partial(after_pick, context.scene, target, at)
    return Approach(poses, (MotionSegment(0, 1, opening, carrying=False),), final)
