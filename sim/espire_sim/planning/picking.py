"""Picks: a hand before an edge of a thing, straight over it, the fingers on both sides."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

import numpy as np

from espire_dsl.domain.kinds import SURFACE
from espire_dsl.scene.box import box_of
from espire_dsl.scene.node import Node
from espire_sim.interfaces import Pick, PlanStatus
from espire_sim.planning.approach import Approach, Approaches, MotionSegment
from espire_sim.planning.grasps import graspable, grasps_of
from espire_sim.planning.outcome import after_pick
from espire_sim.planning.problem import CannotPlanError
from espire_sim.planning.robot_context import RobotContext, ToolPose

_BACK: Final = 0.10  # from where a grasp is approached
_HALFWAY: Final = 0.04
_HALF_ABOUT_X: Final = np.diag([1.0, -1.0, -1.0])


def picks(context: RobotContext, goal: Pick) -> Approaches:
    """Approaches that take hold of a thing."""
    if goal.target not in context.scene:
        raise CannotPlanError(PlanStatus.BACKEND_ERROR, f'the scene has no "{goal.target}" to pick')
    target = context.scene.node(goal.target)
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
    return Approaches(
        _over_edges(context, target), f'every grasp of "{target.id}" has the hand inside something'
    )


def _over_edges(context: RobotContext, target: Node) -> Iterator[Approach]:
    tables = [box_of(node) for node in context.scene.of_kind(SURFACE)]
    grasps = grasps_of(target, context.outward, tables)
    for place, rotation, opening in zip(
        grasps.places, grasps.rotations, grasps.openings.tolist(), strict=True
    ):
        at = ToolPose(place, rotation)
        before = at.moved(-_BACK * rotation[:, 0])
        path = (at, at.moved(-_HALFWAY * rotation[:, 0]), before)
        if not all(context.hand.free(pose.numbers, opening) for pose in path):
            continue
        # The gripper is alike on both sides: what one hand takes, it takes upside down too.
        for hand in (rotation, rotation @ _HALF_ABOUT_X):
            poses = (ToolPose(before.place, hand), ToolPose(place, hand))
            final = partial(after_pick, context.scene, target, poses[1])
            yield Approach(poses, (MotionSegment(0, 1, opening, carrying=False),), final)
