"""cuRobo itself behind a small face: a world, a held thing, poses that it finds, and paths that it finds."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from copy import deepcopy
from inspect import signature
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import Any, Final
from weakref import finalize

import numpy as np

from espire_dsl.scene.rotation import Array
from espire_sim.curobo import PINNED
from espire_sim.curobo.robot import (
    CARRIED_LINK,
    CARRIED_SPHERES,
    MOVING_JOINTS,
    floating_config,
    floating_urdf,
    with_fingers,
)
from espire_sim.curobo.world import World
from espire_sim.interfaces import PlanStatus
from espire_sim.planning.paths import NoPath

MOST_CUBOIDS: Final = 256

_ROBOT: Final = "franka.yml"
_SINCE_FIXED: Final = "finetune_dt_scale"  # a parameter that came with the repair
_WARM_UP: Final = 5
_SEEDS: Final = 32
_NEAR: Final = 0.005  # metres that a found pose may be off
_TURNED: Final = 0.05  # radians


class CuroboError(Exception):
    """cuRobo cannot do what it was asked."""


class CuroboEngine:
    """A motion planner of cuRobo. It is slow to make, so that one is kept for all scenes."""

    def __init__(self, attempts: int = 5) -> None:
        # Imported here, as cuRobo needs a GPU to be imported at all.
        try:
            import yaml
            from curobo.content import get_assets_path, get_robot_configs_path
            from curobo.motion_planner import MotionPlanner, MotionPlannerCfg
            from curobo.trajectory_optimizer import TrajectoryOptimizer
        except ImportError as error:
            raise CuroboError(
                f"this is no cuRobo 0.8 with torch, which docs/isaac.md says how to install: {error}"
            ) from error
        if _SINCE_FIXED not in signature(TrajectoryOptimizer.solve_cspace).parameters:
            raise CuroboError(f"this cuRobo is too old: install its commit {PINNED}, as docs/isaac.md says")
        config = yaml.safe_load((Path(get_robot_configs_path()) / _ROBOT).read_text(encoding="utf-8"))
        shipped = Path(get_assets_path()) / config["robot_cfg"]["kinematics"]["urdf_path"]
        # Kept as long as the planner, which may read it again.
        folder = mkdtemp(prefix="espire_curobo_")
        finalize(self, rmtree, folder, ignore_errors=True)
        urdf = Path(folder) / "floating_franka.urdf"
        urdf.write_text(floating_urdf(shipped.read_text(encoding="utf-8")), encoding="utf-8")
        self._robot = floating_config(config, urdf)
        self._planner = MotionPlanner(
            MotionPlannerCfg.create(
                robot=self._robot,
                collision_cache={"cuboid": MOST_CUBOIDS},
                num_ik_seeds=_SEEDS,
                position_tolerance=_NEAR,
                orientation_tolerance=_TURNED,
            )
        )
        self._attempts = attempts
        self._warm = False
        self._opening: float | None = None

    def enter(self, world: World) -> None:
        """Makes a world the one to plan in; it has `MOST_CUBOIDS` cuboids at most."""
        from curobo.scene import Scene

        self._planner.update_world(Scene.create(world))
        if not self._warm:
            self._planner.warmup(enable_graph=True, num_warmup_iterations=_WARM_UP)
            self._warm = True

    def hold(self, configuration: Array, held: Mapping[str, list[float]] | None, opening: float) -> None:
        """Opens the fingers so far, and puts a box between them, its pose seen from the hand, or nothing."""
        from curobo.scene import Cuboid

        self._open(opening)
        # Not `MotionPlanner.attachment_manager`, which asks its solver for what only the solver's core has.
        # All solvers of a planner share the robot's spheres, so this one is enough.
        attachments = self._planner.trajopt_solver.core.attachment_manager
        attachments.detach(link_name=CARRIED_LINK)
        if held is not None:
            attachments.attach(
                self._state(configuration),
                [Cuboid(name="held", **held)],
                link_name=CARRIED_LINK,
                num_spheres=CARRIED_SPHERES,
            )

    def stands(self, hand: Array, near: Array, touching: Collection[str] = ()) -> PlanStatus:
        """Whether the robot can have its hand at a pose, which is a position and a quaternion, and touch
        nothing: by cuRobo's own inverse kinematics and collision tests, beginning with a configuration.

        Links that are `touching` something there by design are left out.
        """
        from curobo.types import GoalToolPose, Pose

        goal = Pose.from_numpy(*(np.asarray(part, dtype=np.float32)[None] for part in (hand[:3], hand[3:])))
        self._planner.reset_seed()
        with self._without(touching):
            result = self._planner.ik_solver.solve_pose(
                GoalToolPose.from_poses({self._planner.tool_frames[0]: goal}),
                current_state=self._state(near),
                return_seeds=_SEEDS,
            )
        if bool(result.success.any()):
            return PlanStatus.REACHED
        off = _fetched(result.position_error), _fetched(result.rotation_error)
        there = (off[0] < _NEAR) & (off[1] < _TURNED)
        return PlanStatus.IN_COLLISION if there.any() else PlanStatus.IK_FAILED

    def path(self, start: Array, goal: Array) -> list[Array] | NoPath:
        """The stops of a path that touches nothing, each in the order of `MOVING_JOINTS`.

        The same question has the same answer, whatever was asked before.
        """
        self._planner.reset_seed()
        result = self._planner.plan_cspace(self._state(goal), self._state(start), max_attempts=self._attempts)
        if result is None or not bool(result.success.any()):
            return NoPath(
                "cuRobo found no way" if result is None else "cuRobo found no way that touches nothing"
            )
        plan = result.get_interpolated_plan()
        names = list(plan.joint_names or self._planner.joint_names)
        rows = _fetched(plan.position).reshape(-1, len(names))
        return list(rows[:, [names.index(joint) for joint in MOVING_JOINTS]])

    def _open(self, opening: float) -> None:
        """Locks the fingers elsewhere. What is attached to the robot is lost by that."""
        if opening == self._opening:
            return
        from curobo.kinematics import KinematicsCfg

        # cuRobo writes into the configuration that it is given.
        changed = KinematicsCfg.from_data_dict(deepcopy(with_fingers(self._robot, opening)))
        self._planner.kinematics.update_kinematics_config(changed.kinematics_config)
        self._opening = opening

    @contextmanager
    def _without(self, links: Collection[str]) -> Iterator[None]:
        """While some links touch nothing. Their spheres are put back as they were: cuRobo's own way of
        enabling a link forgets what is attached to it."""
        robot = self._planner.kinematics.kinematics_config
        spheres = {link: robot.get_link_spheres(link) for link in links}
        for link in links:
            robot.disable_link_spheres(link)
        try:
            yield
        finally:
            for link, kept in spheres.items():
                robot.update_link_spheres(link, kept)

    def _state(self, configuration: Array) -> Any:
        """A configuration of ours as one of cuRobo's, whose joints may stand in another order."""
        from curobo.types import JointState

        names = list(self._planner.joint_names)
        order = [MOVING_JOINTS.index(name) for name in names]
        return JointState.from_numpy(names, np.asarray(configuration, dtype=np.float32)[None, order])


def _fetched(tensor: Any) -> Array:
    return np.asarray(tensor.cpu().numpy(), dtype=np.float64)
