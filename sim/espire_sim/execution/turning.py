"""Turns of the hand as angles about the axes of a target: those that are asked for, and those that are given.

The axes of a target are forward, into it; left; and up. A turn of the hand is yaw about up, then pitch about
left, then roll about forward, each about axes that turned with it (intrinsic), right-handed, in degrees.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final

import numpy as np

from espire_dsl.scene.acting import Axis
from espire_dsl.scene.box import Box
from espire_dsl.scene.faces import Face
from espire_dsl.scene.node import Node
from espire_dsl.scene.rotation import Array, axis_angle, matrix

_STEEP: Final = 1e-7  # how level the hand must point to have a yaw of its own
_AWAY: Final = 0.1  # what "away from the robot" counts against "up" where a target is approached from above


def axes_of_face(box: Box, face: Face, outward: Array) -> Array:
    """The axes of a thing that is approached over a face, as columns: forward, left, up.

    Up is that of its own axes, across the approach, which points up most; of level ones, away from the robot.
    """
    forward = -face.normal(box)
    wanted = np.array([0.0, 0.0, 1.0]) - _AWAY * outward
    others = [sign * box.axes[:, axis] for axis in range(3) if axis != face.axis for sign in (1.0, -1.0)]
    up = max(others, key=lambda axis: round(float(axis @ wanted), 9))
    return np.column_stack([forward, np.cross(up, forward), up])


def axes_of_place(slot: Node) -> Array:
    """The axes of a slot that is entered through its open front."""
    own = matrix(slot.quaternion)
    return np.column_stack([-own[:, 0], -own[:, 1], own[:, 2]])


def angles_of(rotation: Array, axes: Array) -> dict[Axis, float]:
    """The angles of a turn about the axes of a target."""
    own = axes.T @ rotation
    level = math.hypot(own[0, 0], own[1, 0])
    pitch = math.atan2(-own[2, 0], level)
    if level > _STEEP:
        yaw, roll = math.atan2(own[1, 0], own[0, 0]), math.atan2(own[2, 1], own[2, 2])
    else:
        # Straight up or down, yaw and roll are about one line: all of it is taken for yaw.
        yaw, roll = math.atan2(-own[0, 1], own[1, 1]), 0.0
    return {"pitch": math.degrees(pitch), "yaw": math.degrees(yaw), "roll": math.degrees(roll)}


def rotation_of(angles: Mapping[Axis, float], axes: Array) -> Array:
    """The turn with these angles about the axes of a target."""
    yaw = matrix(axis_angle((0.0, 0.0, 1.0), angles["yaw"]))
    pitch = matrix(axis_angle((0.0, 1.0, 0.0), angles["pitch"]))
    roll = matrix(axis_angle((1.0, 0.0, 0.0), angles["roll"]))
    rotation: Array = axes @ yaw @ pitch @ roll
    return rotation


def asked_turn(now: Array, given: Array, asked: Mapping[Axis, float], axes: Array) -> Array:
    """The turn with the given angles, but for the asked axes, where it is offset from how the hand is now."""
    present = angles_of(now, axes)
    angles = angles_of(given, axes) | {axis: present[axis] + offset for axis, offset in asked.items()}
    return rotation_of(angles, axes)
