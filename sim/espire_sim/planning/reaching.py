"""Reaching: a hand at a given pose, with whatever it holds."""

from __future__ import annotations

from functools import partial

import numpy as np

from espire_dsl.scene.rotation import matrix, normalised
from espire_sim.interfaces import PlanStatus, Reach
from espire_sim.planning.approach import Approach, Approaches
from espire_sim.planning.outcome import after_reach
from espire_sim.planning.problem import CannotPlanError
from espire_sim.planning.robot_context import RobotContext, ToolPose


def reaches(context: RobotContext, goal: Reach) -> Approaches:
    """The one approach that brings the tool to a pose."""
    numbers = np.array([*goal.position, *goal.quaternion], dtype=np.float64)
    if numbers.shape != (7,) or not np.isfinite(numbers).all() or not np.linalg.norm(numbers[3:]) > 0:
        raise CannotPlanError(PlanStatus.BACKEND_ERROR, "the pose to reach is not one of finite numbers")
    pose = ToolPose(numbers[:3], matrix(normalised(numbers[3:].tolist())))
    if not context.hand.free(pose.numbers, context.opening):
        what = context.hand.touched(pose.numbers, context.opening)
        raise CannotPlanError(PlanStatus.IN_COLLISION, f"at that pose the hand is inside {what}")
    final = partial(after_reach, context.scene, pose, context.held, context.tool)
    return Approaches(iter((Approach((pose,), (), final),)), "at that pose the hand is inside something")
