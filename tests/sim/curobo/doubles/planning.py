"""Doubles of `MotionPlanner`, `MotionPlannerCfg` and the attachment manager."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path
from typing import Any

import numpy as np
from attrs import define

from tests.sim.curobo.doubles.log import Log
from tests.sim.curobo.doubles.scene import Cuboid, Scene
from tests.sim.curobo.doubles.state import JointState, Tensor

# Their order of joints is not ours, and their answers hold the locked ones too.
NAMES = [*(f"panda_joint{number}" for number in range(1, 8)), "base_z", "base_y", "base_x"]
LOCKED = ["panda_finger_joint1", "panda_finger_joint2"]
BACK, UP = 0.5, 0.35
GROUND, SKY = 0.01, 3.0


@define
class Result:
    success: Tensor
    plan: JointState

    def get_interpolated_plan(self) -> JointState:
        return self.plan


def modules(log: Log) -> dict[str, Any]:
    class MotionPlannerCfg:
        @staticmethod
        def create(robot: dict[str, Any], collision_cache: dict[str, int] | None = None) -> MotionPlannerCfg:
            log.config = deepcopy(robot)
            log.urdf = Path(robot["robot_cfg"]["kinematics"]["urdf_path"]).read_text(encoding="utf-8")
            log.cache = collision_cache or {}
            return MotionPlannerCfg()

    class Attachments:
        def attach(
            self,
            joint_states: JointState,
            obstacles: list[Cuboid],
            link_name: str = "attached_object",
            num_spheres: int | None = None,
        ) -> None:
            assert joint_states.joint_names == NAMES
            log.attached.append((obstacles[0], link_name, num_spheres))

        def detach(self, link_name: str | None = None) -> None:
            log.attached.append((None, link_name, None))

    class MotionPlanner:
        def __init__(self, config: MotionPlannerCfg) -> None:
            assert isinstance(config, MotionPlannerCfg)
            log.made += 1
            self.joint_names = NAMES
            self.attachment_manager = Attachments()

        def update_world(self, scene_cfg: Scene) -> None:
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
        ) -> Result | None:
            assert max_attempts > 0
            log.searches += 1
            start, goal = current_state.position.values[0], goal_state.position.values[0]
            log.starts.append(start)
            log.goals.append(goal)
            if log.answer == "exception":
                raise RuntimeError("CUDA error: an illegal memory access was encountered")
            if log.answer == "none":
                return None
            rows = np.array([start, *_around(start, goal), goal])
            if log.answer == "blind":
                rows[1:-1] = goal
                rows[1:-1, NAMES.index("base_z")] = GROUND
            if log.answer == "high":
                rows[1:-1, NAMES.index("base_z")] += SKY
            rows = np.hstack([rows, np.full((len(rows), 2), 0.04)])[None]
            success = Tensor(np.array([[log.answer != "failure"]]))
            return Result(success, JointState(Tensor(rows), [*NAMES, *LOCKED]))

    return {"MotionPlanner": MotionPlanner, "MotionPlannerCfg": MotionPlannerCfg}


def _around(start: np.ndarray, goal: np.ndarray) -> list[np.ndarray]:
    """Back from the furniture, turned there, and before the goal; the frame faces the furniture along x."""
    away = np.zeros(len(NAMES))
    away[NAMES.index("base_x")], away[NAMES.index("base_z")] = -BACK, UP
    turned = np.concatenate([goal[:7], (start + away)[7:]])
    return [start + away, turned, goal + away]
