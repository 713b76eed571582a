"""What became of a stage in an engine, judged by the same rules as in every other engine."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from attrs import field, frozen

from espire_dsl.scene.graph import Scene
from espire_dsl.scene.rotation import normalised, vector
from espire_dsl.scene.staged import EngineFailedError
from espire_sim.interfaces import Refused, Settled, SettlingFailure
from espire_sim.settling.after import judged
from espire_sim.settling.bodies import moving_bodies
from espire_sim.settling.moved import Pose
from espire_sim.usd.names import paths_of


@frozen
class PhysicsRun:
    """How long an engine ran, whether all came to rest, and by prim path the last speeds and poses.

    A speed is the largest part of a velocity, in metres or radians a second. A pose is a position followed by
    a quaternion [w, x, y, z].
    """

    seconds: float
    rested: bool
    speeds: Mapping[str, float] = field(hash=False)
    poses: Mapping[str, Sequence[float]] = field(hash=False)


def outcome(scene: Scene, run: PhysicsRun) -> Settled | Refused:
    """The scene as an engine left it, or why it is not physically real."""
    paths = paths_of(scene)
    moving = {node.id: paths[node.id] for node in moving_bodies(scene)}
    for id, path in moving.items():
        if path not in run.poses:
            # The stage has it: this is the engine's fault, and not the scene's.
            raise EngineFailedError(f'the engine has no body for "{id}", which stands on its stage')
        if not all(math.isfinite(number) for number in run.poses[path]):
            return Refused(
                SettlingFailure.DIVERGED, id, f'the simulation became unstable: "{id}" has no pose'
            )
    if moving and not run.rested:
        id = max(moving, key=lambda id: run.speeds.get(moving[id], 0.0))
        return Refused(SettlingFailure.RESTLESS, id, f'"{id}" still moves after {run.seconds:g} s')
    poses = {
        id: Pose(vector(run.poses[path][:3]), normalised(run.poses[path][3:])) for id, path in moving.items()
    }
    return judged(scene, poses, run.seconds)
