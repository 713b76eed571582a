"""Searches a path between two configurations with OMPL's RRTConnect, when no simple one is free.

Its random numbers begin anew with every search, from a seed of ours, and it ends after so many tested
configurations: the same question has the same answer, on a fast machine and on a slow one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np
from ompl import base, geometric, util

from espire_dsl.scene.rotation import Array
from espire_sim.planning.checking import BudgetSpentError
from espire_sim.robot.arm import panda
from espire_sim.robot.model import BASE_JOINTS
from espire_sim.robot.stance import BASE_HEIGHTS

_AROUND: Final = 0.8  # metres that the base may leave the box about both ends
_STEP: Final = 0.05  # between tested configurations, in metres and radians together
_RANGE: Final = 0.6


def search(
    allowed: Callable[[Array], bool], start: Array, goal: Array, seed: int, budget: int
) -> list[Array] | None:
    """The stops of a path through allowed configurations, or None when there is none within so many tests."""
    util.setLogLevel(util.LOG_NONE)
    util.RNG.setSeed(seed % 2**31 + 1)
    size = len(start)
    space = base.RealVectorStateSpace(size)
    bounds = base.RealVectorBounds(size)
    low, high = _bounds(start, goal)
    for index in range(size):
        bounds.setLow(index, float(low[index]))
        bounds.setHigh(index, float(high[index]))
    space.setBounds(bounds)
    setup = geometric.SimpleSetup(space)
    information = setup.getSpaceInformation()
    left = budget
    spent = False

    def valid(state: base.State) -> bool:
        nonlocal left, spent
        left -= 1
        if left < 0 or spent:
            return False
        try:
            return allowed(np.array([state[index] for index in range(size)]))
        except BudgetSpentError:
            spent = True
            return False

    setup.setStateValidityChecker(valid)
    information.setStateValidityCheckingResolution(_STEP / float(np.linalg.norm(high - low)))
    planner = geometric.RRTConnect(information)
    planner.setRange(_RANGE)
    setup.setPlanner(planner)
    ends = []
    for configuration in (start, goal):
        state = space.allocState()
        for index in range(size):
            state[index] = float(configuration[index])
        ends.append(state)
    setup.setStartAndGoalStates(*ends)
    found = setup.solve(base.PlannerTerminationCondition(lambda: left < 0 or spent))
    if spent:
        raise BudgetSpentError
    if not found or not setup.haveExactSolutionPath():
        return None
    setup.simplifySolution(base.PlannerTerminationCondition(lambda: left < 0 or spent))
    path = setup.getSolutionPath()
    return [np.array([state[index] for index in range(size)]) for state in path.getStates()]


def _bounds(start: Array, goal: Array) -> tuple[Array, Array]:
    low, high = np.minimum(start, goal) - _AROUND, np.maximum(start, goal) + _AROUND
    low[2] = min(max(low[2], BASE_HEIGHTS[0]), start[2], goal[2])
    high[2] = max(min(high[2], BASE_HEIGHTS[1]), start[2], goal[2])
    low[BASE_JOINTS:], high[BASE_JOINTS:] = np.array(panda().limits).T
    return low, high
