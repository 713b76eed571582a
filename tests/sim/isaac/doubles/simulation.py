"""Doubles of `RigidPrim` and `SimulationManager`: bodies move in MuJoCo, and are read in another order."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import mujoco
import numpy as np
from pxr import UsdPhysics

from espire_sim.mujoco.model import STEP, build_model
from espire_sim.usd.names import paths_of
from tests.sim.isaac.doubles.kit import ISAAC, Array, Kit
from tests.sim.signatures.strict import strict


class World:
    """The engine of the open stage."""

    def __init__(self, kit: Kit) -> None:
        self.model = build_model(kit.scene)
        self.data = mujoco.MjData(self.model.compiled)
        mujoco.mj_forward(self.model.compiled, self.data)
        paths = paths_of(kit.scene)
        self.rows = {paths[id]: row for row, id in enumerate(self.model.moving)}


def _single(values: np.ndarray) -> Array:
    return Array(values.astype(np.float32))


def rigid_prim(kit: Kit) -> type:
    @strict(ISAAC)
    class RigidPrim:
        def __init__(self, paths: str | list[str], *, resolve_paths: bool = True) -> None:
            assert resolve_paths
            assert not kit.playing, "on a GPU bodies must be wrapped before time runs"
            assert kit.stage is not None
            # An order of its own: results must be taken by path.
            self._paths = sorted([paths] if isinstance(paths, str) else paths, reverse=True)
            for path in self._paths:
                assert kit.stage.GetPrimAtPath(path).HasAPI(UsdPhysics.RigidBodyAPI)
            self._paths = self._paths[kit.lost :]

        @property
        def paths(self) -> list[str]:
            return self._paths

        def _rows(self) -> list[int]:
            assert kit.playing, "there is no physics before time runs"
            return [kit.world.rows[path] for path in self._paths]

        def get_velocities(self, *, indices: Any = None) -> tuple[Array, Array]:
            assert indices is None
            rows = kit.world.data.qvel.reshape(-1, 6)[self._rows()]
            return _single(rows[:, :3]), _single(rows[:, 3:])

        def get_world_poses(self, *, indices: Any = None) -> tuple[Array, Array]:
            assert indices is None
            rows = kit.world.data.qpos.reshape(-1, 7)[self._rows()]
            return _single(rows[:, :3]), _single(rows[:, 3:])

    return RigidPrim


def manager(kit: Kit) -> type:
    @strict(ISAAC)
    class SimulationManager:
        @classmethod
        def setup_simulation(cls, dt: float | None = None, device: str | None = None) -> None:
            assert dt == STEP
            kit.dt, kit.device = dt, device
            kit.world = World(kit)

        @classmethod
        def step(
            cls,
            *,
            steps: int = 1,
            callback: Callable[[int, int], bool | None] | None = None,
            update_fabric: bool = False,
        ) -> None:
            assert kit.playing
            assert not update_fabric
            for step in range(steps):
                mujoco.mj_step(kit.world.model.compiled, kit.world.data)
                kit.time += STEP
                if callback is not None and callback(step + 1, steps) is False:
                    break

        @classmethod
        def get_simulation_time(cls) -> float:
            return kit.time

    return SimulationManager
