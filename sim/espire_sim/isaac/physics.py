"""Lets scenes come to rest in Isaac Sim: PhysX on the processor, which repeats, judged as every engine is."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from attrs import define, frozen

from espire_dsl.scene.graph import Scene
from espire_sim.interfaces import Refused, Settled
from espire_sim.isaac.app import asking, stage
from espire_sim.settling.before import problem_of
from espire_sim.settling.bodies import moving_bodies
from espire_sim.usd.names import paths_of
from espire_sim.usd.outcome import PhysicsRun, outcome

_BATCH: Final = 25
_QUIET_BATCHES: Final = 4


@define
class Watch:
    """Looks at velocities now and then, and ends stepping when nothing has been fast for a while."""

    bodies: Any
    still: float
    quiet: int = 0

    @property
    def rested(self) -> bool:
        return self.quiet >= _QUIET_BATCHES

    def __call__(self, step: int, steps: int) -> bool:
        """After each step: whether to go on."""
        del steps
        if step % _BATCH == 0:
            self.quiet = self.quiet + 1 if self.speeds().max() < self.still else 0
        return not self.rested

    def speeds(self) -> np.ndarray[Any, np.dtype[np.float64]]:
        """Of each body the largest part of its velocity, moving or turning."""
        moving, turning = (values.numpy() for values in self.bodies.get_velocities())
        return np.asarray(np.abs(np.hstack([moving, turning])).max(axis=1), dtype=np.float64)


@frozen
class IsaacPhysics:
    """Physics on Isaac Sim: at rest when nothing is faster than `still` for a while, within `seconds`."""

    seconds: float = 4.0
    still: float = 0.01
    step: float = 0.002
    device: str = "cpu"

    def settle(self, scene: Scene) -> Settled | Refused:
        """The scene at rest, or why it is not physically real."""
        problem = problem_of(scene)
        if problem is not None:
            return problem
        if not moving_bodies(scene):
            return Settled(scene, 0.0, {})
        with asking("run the scene"):
            stage().open(scene, None, seen=False)
            run = self._run([paths_of(scene)[node.id] for node in moving_bodies(scene)])
        return outcome(scene, run)

    def _run(self, paths: list[str]) -> PhysicsRun:
        # Imported here, as these are there only while the application runs.
        import isaacsim.core.experimental.utils.app as app_utils
        from isaacsim.core.experimental.prims import RigidPrim
        from isaacsim.core.simulation_manager import SimulationManager

        SimulationManager.setup_simulation(dt=self.step, device=self.device)
        bodies = RigidPrim(paths)
        watch = Watch(bodies, self.still)
        app_utils.play()
        try:
            app_utils.update_app()
            SimulationManager.step(steps=round(self.seconds / self.step), callback=watch)
            positions, turns = (values.numpy() for values in bodies.get_world_poses())
            return PhysicsRun(
                float(SimulationManager.get_simulation_time()),
                watch.rested,
                dict(zip(bodies.paths, watch.speeds().tolist(), strict=True)),
                dict(zip(bodies.paths, np.hstack([positions, turns]).tolist(), strict=True)),
            )
        finally:
            app_utils.stop()
            app_utils.update_app()
