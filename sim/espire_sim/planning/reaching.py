"""Reaching: a hand at a given pose, with whatever it holds."""

from __future__ import annotations

from functools import partial

import numpy as np

from espire_dsl.scene.rotation import matrix, normalised
from espire_sim.interfaces import Plan, PlanStatus, Reach
from espire_sim.planning.attempt import Attempt, Budget
from espire_sim.planning.outcome import after_reach
from espire_sim.planning.rig import Rig, ToolPose


def reach(rig: Rig, goal: Reach, budget: Budget, seed: int) -> Plan:
    """A plan to bring the tool to a pose."""
    numbers = np.array([*goal.position, *goal.quaternion], dtype=np.float64)
    if numbers.shape != (7,) or not np.isfinite(numbers).all() or not np.linalg.norm(numbers[3:]) > 0:
        return Plan(PlanStatus.BACKEND_ERROR, detail="the pose to reach is not one of finite numbers")
    pose = ToolPose(numbers[:3], matrix(normalised(numbers[3:].tolist())))
    if not rig.hand.free(pose.numbers, rig.opening):
        what = rig.hand.touched(pose.numbers, rig.opening)
        return Plan(PlanStatus.IN_COLLISION, detail=f"at that pose the hand is inside {what}")
    attempt = Attempt(rig, budget, seed)
    plan = attempt.try_hand((pose,), (), partial(after_reach, rig.scene, pose, rig.held, rig.tool))
    return plan or attempt.search() or attempt.failed("at that pose the hand is inside something")
