"""Doubles of cuRobo's solvers: an `IKSolver` that finds postures and tests balls against boxes.

The verdicts are another's than the embedded planner's: balls, where that has hulls of MuJoCo.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from espire_dsl.scene.rotation import matrix
from espire_sim.curobo.robot import MOVING_JOINTS
from espire_sim.robot.arm import panda
from espire_sim.robot.balls import Balls, balls_of
from espire_sim.robot.kinematics import TOOL_IN_HAND, postures, tool_pose, within_limits
from espire_sim.robot.stance import BASE_HEIGHTS
from tests.sim.curobo.doubles.log import Log
from tests.sim.curobo.doubles.robot import CARRIED, LINKS, Kinematics, attachment_manager
from tests.sim.curobo.doubles.state import CUROBO, GoalToolPose, JointState, Tensor
from tests.sim.signatures.strict import inside, strict

# Their order of joints is not ours.
NAMES = [*(f"panda_joint{number}" for number in range(1, 8)), "base_z", "base_y", "base_x"]
HAND = "panda_hand"
MOST = 48
CLOSE = 1e-4


@strict(CUROBO)
class IKSolverResult:
    def __init__(self, success: Tensor, position_error: Tensor, rotation_error: Tensor) -> None:
        self.success = success
        self.position_error = position_error
        self.rotation_error = rotation_error


@strict(CUROBO)
class SolverCore:
    @property
    def kinematics(self) -> Any:
        return self._kinematics

    @property
    def joint_names(self) -> list[str]:
        return list(NAMES)

    @property
    def tool_frames(self) -> list[str]:
        return [HAND]


@strict(CUROBO)
class TrajOptSolver:
    def solve_cspace(self, goal_state: JointState, current_state: JointState) -> Any:
        raise NotImplementedError


def solvers(log: Log, params: Any) -> tuple[Any, Any]:
    """Both solvers of a planner, which share the robot."""

    @strict(CUROBO)
    class IKSolver:
        def solve_pose(
            self,
            goal_tool_poses: GoalToolPose,
            current_state: JointState | None = None,
            return_seeds: int = 1,
        ) -> Any:
            assert goal_tool_poses.tool_frames == [HAND]
            assert current_state is not None
            log.poses += 1
            if log.answer == "exception":
                raise RuntimeError("CUDA error: an illegal memory access was encountered")
            place = goal_tool_poses.position.values[0].astype(np.float64)
            turn = matrix(goal_tool_poses.quaternion.values[0].astype(np.float64).tolist())
            near = current_state.position.values[0]
            rows = _configurations(place, turn, near)
            free = (
                np.zeros(0, dtype=bool)
                if not len(rows)
                else _free(log.worlds[-1].cuboid, params, rows, place, turn)
            )
            if log.answer == "strict":
                free[:] = False
            success = np.zeros((1, return_seeds), dtype=bool)
            success[0, : len(free)] = np.sort(free)[::-1][:return_seeds]
            off = np.full((1, return_seeds), 0.0 if len(rows) else 1.0)
            return IKSolverResult(
                success=Tensor(success), position_error=Tensor(off), rotation_error=Tensor(off)
            )

    kinematics = inside(Kinematics, _params=params)
    core = inside(
        SolverCore, _kinematics=kinematics, attachment_manager=attachment_manager(log, params, NAMES)
    )
    return inside(IKSolver, core=core), inside(TrajOptSolver, core=core)


def _configurations(place: np.ndarray, turn: np.ndarray, near: np.ndarray) -> np.ndarray:
    """Configurations, in our order of joints, that have the hand there; that which is near it first."""
    ours = np.array([near[NAMES.index(joint)] for joint in MOVING_JOINTS], dtype=np.float64)
    rotation, tool = turn @ TOOL_IN_HAND, place + turn[:, 2] * panda().tool
    own, at = tool_pose(ours[3:])
    rows = []
    if max(np.abs(own - rotation).max(), np.abs(ours[:3] + at - tool).max()) < CLOSE and within_limits(
        ours[3:]
    ):
        rows.append(ours)
    found = postures(rotation)
    bases = tool - found.tools
    low, high = BASE_HEIGHTS
    usable = np.flatnonzero((bases[:, 2] >= low) & (bases[:, 2] <= high))[:MOST]
    rows += list(np.hstack([bases[usable], found.joints[usable]]))
    return np.array(rows)


def _free(
    cuboids: list[Any], params: Any, rows: np.ndarray, place: np.ndarray, turn: np.ndarray
) -> np.ndarray:
    centers = np.array([cuboid.pose[:3] for cuboid in cuboids])
    axes = np.array([matrix(cuboid.pose[3:]) for cuboid in cuboids])
    halves = np.array([cuboid.dims for cuboid in cuboids]) / 2
    robot = balls_of(rows, 0.0, params._opening)
    on = [number for number, link in enumerate(robot.links) if params._spheres[LINKS[link]][0, 3] > 0]
    seen = Balls(robot.centers[:, on], robot.radii[on], tuple(robot.links[number] for number in on))
    free = seen.clear_of(centers, axes, halves, 0.0) & robot.clear_of_themselves()
    carried = params._spheres[CARRIED]
    carried = carried[carried[:, 3] > 0]
    if len(carried):
        held = Balls((place + carried[:, :3] @ turn.T)[None], carried[:, 3], (0,) * len(carried))
        free &= held.clear_of(centers, axes, halves, 0.0)[0]
    return np.asarray(free)
