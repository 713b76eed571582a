"""Where the hand is for joint positions, and joint positions for a turn of the hand.

The base floats, so every position of the hand is within reach and only its turn asks something of the arm.
The last three axes of a Panda can make any turn, and which angles do it is known in closed form once the
first four joints are chosen: no search, no library, and all choices at once.
"""

from __future__ import annotations

import itertools
from functools import cache
from typing import Final

import numpy as np
from attrs import frozen
from numpy.typing import ArrayLike

from espire_dsl.scene.rotation import Array
from espire_sim.robot.arm import JOINTS, Arm, panda

# Columns: the axes of the tool in those of the hand's own frame, whose z points out of it.
TOOL_IN_HAND: Final = np.array([[0.0, 0.0, -1.0], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0]])
_ABOUT_X: Final = np.array([[1.0, 0.0, 0.0], [0.0, 0.0, -1.0], [0.0, 1.0, 0.0]])
_HALF_ABOUT_X: Final = np.diag([1.0, -1.0, -1.0])
# Choices of the first four joints: in front of the base and to its sides, low and high, near and far.
_CHOICES: Final = (
    (-1.2, -0.6, 0.0, 0.6, 1.2),
    (-0.9, -0.3, 0.3, 0.9),
    (-0.8, 0.0, 0.8),
    (-0.7, -1.3, -1.9, -2.5),
)
_MARGIN: Final = 0.05  # radians that a chosen posture stays away from the limits of the arm


@frozen(eq=False)
class Postures:
    """Ways of turning the hand so, as rows: joint positions, and the tool seen from the base."""

    joints: Array
    tools: Array


def about_z(angle: ArrayLike) -> Array:
    """The turns about z by angles in radians, as matrices on the last two axes."""
    sine, cosine = np.sin(angle), np.cos(angle)
    rotations = np.zeros((*np.shape(angle), 3, 3))
    rotations[..., 0, 0] = rotations[..., 1, 1] = cosine
    rotations[..., 1, 0] = sine
    rotations[..., 0, 1] = -sine
    rotations[..., 2, 2] = 1.0
    return rotations


def about_x(degrees: float) -> Array:
    """The turn about x."""
    sine, cosine = np.sin(np.radians(degrees)), np.cos(np.radians(degrees))
    return np.array([[1.0, 0.0, 0.0], [0.0, cosine, -sine], [0.0, sine, cosine]])


def frames(joints: ArrayLike, count: int = JOINTS, arm: Arm | None = None) -> tuple[Array, Array]:
    """Turn and place of link `count`, seen from the base, for joint positions on the last axis."""
    arm = panda() if arm is None else arm
    angles = np.asarray(joints, dtype=np.float64)
    rotation = np.broadcast_to(np.eye(3), (*angles.shape[:-1], 3, 3))
    place = np.zeros((*angles.shape[:-1], 3))
    for index in range(count):
        link = arm.links[index + 1]
        place = place + rotation @ np.asarray(link.at)
        rotation = rotation @ about_x(link.turned) @ about_z(angles[..., index])
    return rotation, place


def tool_pose(joints: ArrayLike) -> tuple[Array, Array]:
    """Turn and place of the tool seen from the base: +x points out of the hand, the fingers open along y."""
    arm = panda()
    rotation, place = frames(joints)
    place = place + rotation[..., :, 2] * (arm.flange + arm.tool)
    return rotation @ _tool_in_flange(), place


def postures(rotation: Array) -> Postures:
    """All chosen postures, within the limits of the arm, that turn the tool so, seen from the base.

    With the first four joints given, what is left is a turn about z, then y, then z again: its three angles
    are joints five, six and seven.
    """
    arm = panda()
    first, undoing, places = _first_four()
    flange = rotation @ _tool_in_flange().T
    rest = (undoing @ (flange @ _HALF_ABOUT_X)).reshape(-1, 3, 3)
    five = np.arctan2(-rest[:, 1, 2], -rest[:, 0, 2])
    six = np.arccos(np.clip(rest[:, 2, 2], -1.0, 1.0))
    seven = -np.arctan2(-rest[:, 2, 1], rest[:, 2, 0])
    joints = np.column_stack([first, five, six, seven])
    ahead = np.column_stack([np.cos(seven), -np.sin(seven), np.zeros_like(seven)]) @ flange.T
    tools = places + arm.links[7].at[0] * ahead + (arm.flange + arm.tool) * rotation[:, 0]
    low, high = np.array(arm.limits).T
    inside = ((joints > low + _MARGIN) & (joints < high - _MARGIN)).all(axis=1)
    return Postures(joints[inside], tools[inside])


def within_limits(joints: ArrayLike) -> bool:
    """Whether all joints are within the limits of the arm."""
    low, high = np.array(panda().limits).T
    angles = np.asarray(joints)
    return bool(((angles >= low) & (angles <= high)).all())


@cache
def middle() -> Array:
    """The positions in the middle between the limits."""
    low, high = np.array(panda().limits).T
    halfway: Array = (low + high) / 2
    return halfway


def strain(joints: Array) -> Array:
    """How near to their limits joints are, for postures as rows: little but at the ends, where it is many."""
    low, high = np.array(panda().limits).T
    strained: Array = (((joints - middle()) / ((high - low) / 2)) ** 4).sum(axis=-1)
    return strained


@cache
def _tool_in_flange() -> Array:
    rotation: Array = about_z(np.radians(panda().hand_spun)) @ TOOL_IN_HAND
    return rotation


@cache
def _first_four() -> tuple[Array, Array, Array]:
    """The choices, what undoes their turns (the rows of all), and where axes five and six meet."""
    first = np.array(list(itertools.product(*_CHOICES)))
    rotations, places = frames(first, count=4)
    undoing = (_ABOUT_X @ np.swapaxes(rotations, -1, -2)).reshape(-1, 3)
    return first, undoing, places + rotations @ np.asarray(panda().links[5].at)
