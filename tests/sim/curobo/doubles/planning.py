"""Doubles of `MotionPlanner` and `MotionPlannerCfg`."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path
from typing import Any

import numpy as np

from tests.sim.curobo.doubles.log import Log
from tests.sim.curobo.doubles.robot import params_of
from tests.sim.curobo.doubles.scene import SceneCfg
from tests.sim.curobo.doubles.solving import NAMES, solvers
from tests.sim.curobo.doubles.state import CUROBO, JointState, Tensor
from tests.sim.signatures.strict import inside, strict

# Their answers hold the locked joints too.
LOCKED = ["panda_finger_joint1", "panda_finger_joint2"]
BACK, UP = 0.5, 0.35
GROUND, SKY = 0.01, 3.0


@strict(CUROBO)
class TrajOptSolverResult:
    def get_interpolated_plan(self) -> JointState:
        return self._plan


def modules(log: Log) -> dict[str, Any]:
    @strict(CUROBO)
    class MotionPlannerCfg:
        @staticmethod
        def create(
            robot: dict[str, Any],
            collision_cache: dict[str, int] | None = None,
            num_ik_seeds: int = 32,
            position_tolerance: float = 0.005,
            orientation_tolerance: float = 0.05,
        ) -> MotionPlannerCfg:
            assert min(num_ik_seeds, position_tolerance, orientation_tolerance) > 0
            log.config = deepcopy(robot)
            log.urdf = Path(robot["robot_cfg"]["kinematics"]["urdf_path"]).read_text(encoding="utf-8")
            log.cache = collision_cache or {}
            return inside(MotionPlannerCfg, _robot=robot)

    @strict(CUROBO)
    class MotionPlanner:
        def __init__(self, config: MotionPlannerCfg) -> None:
            assert isinstance(config, MotionPlannerCfg)
            log.made += 1
            self.ik_solver, self.trajopt_solver = solvers(log, params_of(config._robot))

        def update_world(self, scene_cfg: SceneCfg) -> None:
            log.worlds.append(scene_cfg)

        def warmup(self, enable_graph: bool = True, num_warmup_iterations: int = 10) -> bool:
            assert enable_graph
            assert num_warmup_iterations > 0
            assert log.worlds, "it is warmed up in a world"
            log.warmed += 1
            return True

        def reset_seed(self) -> None:
            log.reset += 1

        def plan_cspace(
            self, goal_state: JointState, current_state: JointState, max_attempts: int = 5
        ) -> TrajOptSolverResult | None:
            assert max_attempts > 0
            log.searches += 1
            start, goal = current_state.position.values[0], goal_state.position.values[0]
            log.starts.append(start)
            log.goals.append(goal)
            if log.answer == "none":
                return None
            rows = np.array([start, *_around(start, goal), goal])
            if log.answer == "blind":
                rows[1:-1] = goal
                rows[1:-1, NAMES.index("base_z")] = GROUND
            if log.answer == "high":
                rows[1:-1, NAMES.index("base_z")] += SKY
            rows = np.hstack([rows, np.full((len(rows), 2), 0.04)])[None]
            plan = JointState(position=Tensor(rows), joint_names=[*NAMES, *LOCKED])
            success = Tensor(np.array([[log.answer != "failure"]]))
            return inside(TrajOptSolverResult, success=success, _plan=plan)

    return {"MotionPlanner": MotionPlanner, "MotionPlannerCfg": MotionPlannerCfg}


def _around(start: np.ndarray, goal: np.ndarray) -> list[np.ndarray]:
    """Back from the furniture, turned there, and before the goal; the frame faces the furniture along x."""
    away = np.zeros(len(NAMES))
    away[NAMES.index("base_x")], away[NAMES.index("base_z")] = -BACK, UP
    turned = np.concatenate([goal[:7], (start + away)[7:]])
    return [start + away, turned, goal + away]
