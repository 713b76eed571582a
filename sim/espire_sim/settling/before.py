"""What is wrong with a scene before anything moves: numbers that are none, and things inside each other."""

from __future__ import annotations

import math

from espire_dsl.scene.graph import Scene
from espire_dsl.scene.node import Node
from espire_sim.interfaces import Refused, SettlingFailure
from espire_sim.settling.bodies import moving_bodies
from espire_sim.worlds.solids import overlaps


def problem_of(scene: Scene) -> Refused | None:
    """The first thing that makes a scene impossible, if there is one."""
    for node in scene.nodes:
        if not all(math.isfinite(number) for number in _numbers(node)):
            return Refused(
                SettlingFailure.NOT_FINITE, node.id, f'"{node.id}" has a pose or size that is not finite'
            )
    for node in moving_bodies(scene):
        if min(node.extents) <= 0:
            return Refused(
                SettlingFailure.NOT_FINITE, node.id, f'"{node.id}" has no volume, so it has no weight'
            )
    for one, other in overlaps(scene):
        return Refused(SettlingFailure.OVERLAPPING, one, f'"{one}" and "{other}" are inside each other')
    return None


def _numbers(node: Node) -> tuple[float, ...]:
    return (*node.center, *node.quaternion, *node.extents)
