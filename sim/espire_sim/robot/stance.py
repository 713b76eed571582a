"""How the robot stands: its base floats before the furniture and faces it, between heights that it has."""

from __future__ import annotations

import math
from typing import Final

import numpy as np

from espire_dsl.domain.kinds import CONTAINER, SURFACE
from espire_dsl.scene.box import box_of, shadow
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.node import Node
from espire_dsl.scene.rotation import Array, Mask, matrix, rotate_vector, vector
from espire_sim.robot.arm import panda

PALM_BEHIND: Final = 0.02
"""How far the palm of a scene is behind the point between the finger tips."""

BASE_HEIGHTS: Final = (0.004, 2.5)
"""Between which a base can be lifted."""

BASE_BEFORE: Final = 0.1
"""Between the furniture and the middle of the base, at least."""

_LEVEL: Final = 1e-6


def tool_place(robot: Node) -> Array:
    """The point between the finger tips of a hand as scenes have it."""
    ahead = matrix(robot.quaternion)[:, 0] * (robot.extents[0] / 2 + PALM_BEHIND)
    place: Array = np.asarray(robot.center) + ahead
    return place


def outward_of(scene: Scene, robot: Node) -> Array:
    """The level direction in which the furniture faces; without furniture, where the hand comes from."""
    for node in scene.of_kind(SURFACE, CONTAINER):
        if node.front is not None:
            front = np.asarray(rotate_vector(node.quaternion, node.front))
            break
    else:
        front = -matrix(robot.quaternion)[:, 0]
    level = np.array([front[0], front[1], 0.0])
    length = float(np.linalg.norm(level))
    return level / length if length > _LEVEL else np.array([1.0, 0.0, 0.0])


def heading_of(outward: Array) -> float:
    """The heading in radians of a base that faces the furniture."""
    return math.atan2(-outward[1], -outward[0])


def base_before(scene: Scene, outward: Array) -> float:
    """How far outward the base must be at least: before the furniture, never over it."""
    ends = [shadow(box_of(node), vector(outward))[1] for node in scene.of_kind(SURFACE, CONTAINER)]
    return max(ends, default=-math.inf) + BASE_BEFORE


def may_stand(bases: Array, outward: Array, before: float, rounding: float = 1e-9) -> Mask:
    """Which bases, as rows, are before the furniture and at heights that they have."""
    low, high = BASE_HEIGHTS
    good: Mask = (
        (bases[:, 2] >= low - rounding)
        & (bases[:, 2] <= high + rounding)
        & (bases @ outward >= before - rounding)
    )
    return good


def opening_of(scene: Scene, robot: Node) -> float:
    """How far the gripper is open: about what it holds, or half of what it can be."""
    held = scene.targets(robot.id, "holds")
    if not held:
        return panda().opening / 2
    thing = scene.node(held[0])
    across = matrix(robot.quaternion)[:, 1] @ matrix(thing.quaternion)
    return float(np.abs(across) @ np.asarray(thing.extents))
