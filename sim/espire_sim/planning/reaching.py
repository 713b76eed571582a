"""Reaching: a hand at a given pose, with whatever it holds."""

from __future__ import annotations

from functools import partial

import numpy as np

from espire_dsl.scene.rotation import matrix, normalised
from espire_sim.interfaces import PlanStatus, Reach
from espire_sim.planning.course import Course, Courses
from espire_sim.planning.outcome import after_reach
from espire_sim.planning.problem import CannotPlanError
from espire_sim.planning.rig import Rig, ToolPose


def reaches(rig: Rig, goal: Reach) -> Courses:
    """The one course that brings the tool to a pose."""
    numbers = np.array([*goal.position, *goal.quaternion], dtype=np.float64)
    if numbers.shape != (7,) or not np.isfinite(numbers).all() or not np.linalg.norm(numbers[3:]) > 0:
        raise CannotPlanError(PlanStatus.BACKEND_ERROR, "the pose to reach is not one of finite numbers")
    pose = ToolPose(numbers[:3], matrix(normalised(numbers[3:].tolist())))
    if not rig.hand.free(pose.numbers, rig.opening):
        what = rig.hand.touched(pose.numbers, rig.opening)
        raise CannotPlanError(PlanStatus.IN_COLLISION, f"at that pose the hand is inside {what}")
    final = partial(after_reach, rig.scene, pose, rig.held, rig.tool)
    return Courses(iter((Course((pose,), (), final),)), "at that pose the hand is inside something")
