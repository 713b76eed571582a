"""cuRobo itself behind a small face: a world, a held thing, and paths from one configuration to another."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import Any, Final
from weakref import finalize

import numpy as np

from espire_dsl.scene.rotation import Array
from espire_sim.curobo.robot import (
    CARRIED_LINK,
    CARRIED_SPHERES,
    MOVING_JOINTS,
    floating_config,
    floating_urdf,
)
from espire_sim.curobo.world import World
from espire_sim.planning.paths import NoPath

_ROBOT: Final = "franka.yml"
_MOST_CUBOIDS: Final = 256
_WARM_UP: Final = 5


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
        except ImportError as error:
            raise CuroboError(
                f"this is no cuRobo 0.8, which docs/isaac.md says how to install: {error}"
            ) from error
        config = yaml.safe_load((Path(get_robot_configs_path()) / _ROBOT).read_text(encoding="utf-8"))
        shipped = Path(get_assets_path()) / config["robot_cfg"]["kinematics"]["urdf_path"]
        # Kept as long as the planner, which may read it again.
        folder = mkdtemp(prefix="espire_curobo_")
        finalize(self, rmtree, folder, ignore_errors=True)
        urdf = Path(folder) / "floating_franka.urdf"
        urdf.write_text(floating_urdf(shipped.read_text(encoding="utf-8")), encoding="utf-8")
        robot = floating_config(config, urdf)
        cache = {"cuboid": _MOST_CUBOIDS}
        self._planner = MotionPlanner(MotionPlannerCfg.create(robot=robot, collision_cache=cache))
        self._attempts = attempts
        self._warm = False

    def enter(self, world: World) -> None:
        """Makes a world the one to plan in."""
        from curobo.scene import Scene

        count = len(world["cuboid"])
        if count > _MOST_CUBOIDS:
            raise CuroboError(f"the scene has {count} boxes, and {_MOST_CUBOIDS} are the most")
        self._planner.update_world(Scene.create(world))
        if not self._warm:
            self._planner.warmup(enable_graph=True, num_warmup_iterations=_WARM_UP)
            self._warm = True

    def hold(self, configuration: Array, held: Mapping[str, list[float]] | None) -> None:
        """Puts a box into the hand, its pose seen from the hand, or takes out what was in it."""
        from curobo.scene import Cuboid

        self._planner.attachment_manager.detach(link_name=CARRIED_LINK)
        if held is not None:
            self._planner.attachment_manager.attach(
                self._state(configuration),
                [Cuboid(name="held", **held)],
                link_name=CARRIED_LINK,
                num_spheres=CARRIED_SPHERES,
            )

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
        rows = np.asarray(plan.position.cpu().numpy(), dtype=np.float64).reshape(-1, len(names))
        return list(rows[:, [names.index(joint) for joint in MOVING_JOINTS]])

    def _state(self, configuration: Array) -> Any:
        """A configuration of ours as one of cuRobo's, whose joints may stand in another order."""
        from curobo.types import JointState

        names = list(self._planner.joint_names)
        order = [MOVING_JOINTS.index(name) for name in names]
        return JointState.from_numpy(names, np.asarray(configuration, dtype=np.float32)[None, order])
