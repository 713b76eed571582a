"""Reaching: a hand at a given pose, with whatever it holds."""

from __future__ import annotations

from functools import partial

from espire_sim.interfaces import PlanStatus, Reach
from espire_sim.planning.approach import Approach, Approaches
from espire_sim.planning.outcome import after_reach
from espire_sim.planning.problem import CannotPlanError
from espire_sim.planning.robot_context import RobotContext, tool_frame_of


def reaches(context: RobotContext, goal: Reach) -> Approaches:
    """The one approach that brings the tool to a pose."""
    pose = tool_frame_of(goal.position, goal.quaternion)
    if not context.hand.free(pose.numbers, context.opening):
        what = context.hand.touched(pose.numbers, context.opening)
        raise CannotPlanError(PlanStatus.IN_COLLISION, f"at that pose the hand is inside {what}")
    final = partial(after_reach, context.scene, pose, context.held, context.tool)
    return Approaches(iter((Approach((pose,), (), final),)), "at that pose the hand is inside something")
