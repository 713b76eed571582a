"""Lets scenes come to rest in MuJoCo. The same scene gives the same bytes on one platform."""

from __future__ import annotations

from typing import Final

import mujoco
import numpy as np
from attrs import frozen

from espire_dsl.scene.graph import Scene
from espire_sim.compiling import engine_at_work
from espire_sim.interfaces import Refused, Settled, SettlingFailure
from espire_sim.mujoco.model import STEP, Model, build_model
from espire_sim.settling.after import judged
from espire_sim.settling.before import problem_of
from espire_sim.settling.moved import Pose

_BATCH: Final = 25
_QUIET_BATCHES: Final = 4


@frozen
class MujocoPhysics:
    """Physics on MuJoCo: at rest when nothing is faster than `still` for a while, within `seconds`."""

    seconds: float = 4.0
    still: float = 0.01

    def settle(self, scene: Scene) -> Settled | Refused:
        """The scene at rest, or why it is not physically real."""
        problem = problem_of(scene)
        if problem is not None:
            return problem
        try:
            model = build_model(scene)
        except ValueError as error:
            return Refused(SettlingFailure.NO_MODEL, None, f"the engine cannot build the scene: {error}")
        if not model.moving:
            return Settled(scene, 0.0, {})
        with engine_at_work():
            data = mujoco.MjData(model.compiled)
            rested = self._run(model, data)
        if isinstance(rested, Refused):
            return rested
        return judged(scene, _poses(model, data), rested)

    def _run(self, model: Model, data: mujoco.MjData) -> float | Refused:
        """Steps until all is quiet; gives the simulated time."""
        quiet = 0
        for _ in range(round(self.seconds / STEP / _BATCH)):
            mujoco.mj_step(model.compiled, data, nstep=_BATCH)
            fastest = np.abs(data.qvel).reshape(-1, 6).max(axis=1)
            if not np.isfinite(fastest).all() or data.warning[mujoco.mjtWarning.mjWARN_BADQACC].number:
                return Refused(SettlingFailure.DIVERGED, None, "the simulation became unstable")
            quiet = quiet + 1 if fastest.max() < self.still else 0
            if quiet == _QUIET_BATCHES:
                return float(data.time)
        id = model.moving[int(fastest.argmax())]
        return Refused(SettlingFailure.RESTLESS, id, f'"{id}" still moves after {self.seconds:g} s')


def _poses(model: Model, data: mujoco.MjData) -> dict[str, Pose]:
    rows = data.qpos.reshape(-1, 7).tolist()
    return {id: Pose(row[:3], row[3:]) for id, row in zip(model.moving, rows, strict=True)}
