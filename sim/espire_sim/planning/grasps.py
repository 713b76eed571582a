"""Where a gripper can take hold of a box: at its free edges, with a thin side between the fingers.

A grasp comes in over an edge. It may be swung along the edge, and pitched over it by as much as friction
holds, which is what takes a book that lies close to the table; and it may sit off the middle of the
thickness, as the finger that meets the thing first lifts or lowers that edge until the other meets it too.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

import numpy as np
from attrs import frozen

from espire_dsl.scene.box import Box
from espire_dsl.scene.faces import Face
from espire_dsl.scene.node import Node
from espire_dsl.scene.rotation import Array, Mask, matrix
from espire_sim.robot.arm import CollisionBox, panda
from espire_sim.robot.kinematics import TOOL_IN_HAND

UPSIDE_DOWN: Final = np.diag([1.0, -1.0, -1.0])
"""Turns a hand half about itself: the gripper is alike on both sides."""

_DEPTH: Final = 0.015  # of the tool's point behind the edge
_TIP: Final = 0.03  # how deep the finger tips reach behind the edge, at most
_ROOM: Final = 0.012  # between a finger and the thing on each side, where the gripper opens so far
_LEAST_ROOM: Final = 0.005
_SWINGS: Final = (0.0, -30.0, 30.0, -60.0, 60.0)
# A coefficient of friction of 0.6 holds 31 degrees.
_PITCHES: Final = (0.0, -15.0, 15.0, -30.0, 30.0)
_SHIFTS: Final = (0.0, -0.015, 0.015)
_ALONG: Final = (0.0, -0.4, 0.4, -0.75, 0.75)
_FROM_BELOW: Final = 0.3
_WEIGHTS: Final = (0.5, 1.0, 20.0, 0.3, 1.0)  # of swing, pitch, shift, place along the edge, direction
_THICK_SIDE: Final = 10.0  # more than all other costs
_FINGER: Final = 0.022  # the width of a finger
_FRICTION: Final = math.cos(math.radians(31.0))
_PARALLEL: Final = 1e-12


@frozen(eq=False)
class Grasps:
    """Grasps as rows, the likeliest first: where the tool is, its axes as columns, the gripper's opening."""

    places: Array
    rotations: Array
    openings: Array


def graspable(node: Node) -> bool:
    """Whether some pair of its faces fits between the fingers."""
    return _fits(min(node.extents) / 2)


def grasps_of(node: Node, outward: Array, tables: Sequence[Box] = ()) -> Grasps:
    """The grasps of a thing for a robot that stands on the side that `outward` points to.

    Those whose hand would surely be inside a table are left out.
    """
    axes, half = matrix(node.quaternion), np.asarray(node.extents) / 2
    choices = _choices(_ALONG)
    rows = [_over_edge(axes, half, edge, choices) for edge in _edges() if _fits(half[edge[0]])]
    return _sorted(node, rows, outward, tables)


def grasps_at(node: Node, face: Face, point: Sequence[float], outward: Array) -> Grasps:
    """The grasps of a thing over one of its faces, at a point of that; those over its thin side first.

    None where the gripper opens too little for both sides of the face: nobody takes a book by its cover.
    """
    axes, half = matrix(node.quaternion), np.asarray(node.extents) / 2
    own = (np.asarray(point) - np.asarray(node.center)) @ axes
    rows = []
    for number, grip in enumerate(sorted({0, 1, 2} - {face.axis}, key=lambda axis: half[axis])):
        along = 3 - grip - face.axis
        if _fits(half[grip]):
            where = float(np.clip(own[along] / half[along], -1.0, 1.0))
            edge = (grip, face.axis, along, float(face.side))
            found = _over_edge(axes, half, edge, _choices((where,)))
            rows.append((*found[:3], found[3] + number * _THICK_SIDE))
    return _sorted(node, rows, outward, ())


def turned_grasps(node: Node, face: Face, point: Sequence[float], rotation: Array) -> Grasps:
    """The grasps at a point of a face with the hand turned so, whatever the face asks for; with a turn of
    `grasps_at` they are the ones there."""
    axes, half = matrix(node.quaternion), np.asarray(node.extents) / 2
    own = (np.asarray(point) - np.asarray(node.center)) @ axes
    own = np.clip(own, -half, half)
    own[face.axis] = face.side * half[face.axis]
    out, opens = rotation[:, 0], rotation[:, 1]
    grip = max(sorted({0, 1, 2} - {face.axis}), key=lambda axis: round(abs(float(opens @ axes[:, axis])), 6))
    own[grip] = 0.0
    # How much of the hand's axes lies across the thing: the tips reach along the first, a finger is as wide
    # as it is along the third.
    ahead, across, aside = np.abs(axes[:, grip] @ rotation)
    shifts = np.array(_SHIFTS)
    span = 2 * half[grip] * across + _TIP * ahead + _FINGER * aside + 2 * np.abs(shifts)
    openings = np.minimum(span + 2 * _ROOM, panda().opening)
    level = out - (out @ axes[:, grip]) * axes[:, grip]
    length = float(np.linalg.norm(level))
    inward = level / length if length > _PARALLEL else out
    places = np.asarray(node.center) + axes @ own + _DEPTH * inward + shifts[:, None] * opens
    return Grasps(places, np.tile(rotation, (len(shifts), 1, 1)), openings)


def encloses(node: Node, place: Array, rotation: Array, opening: float) -> bool:
    """Whether a thing is between the finger tips of a hand, which press on two of its faces no more askew
    than friction holds."""
    axes, half = matrix(node.quaternion), np.asarray(node.extents) / 2
    start, way = (place - np.asarray(node.center)) @ axes, rotation[:, 1] @ axes
    # The line from finger to finger must enter and leave the box between them.
    with np.errstate(divide="ignore", invalid="ignore"):
        ends = np.sort(np.stack([(-half - start) / way, (half - start) / way]), axis=0)
    parallel = np.abs(way) < _PARALLEL
    if (parallel & (np.abs(start) > half)).any():
        return False
    enters, leaves = np.max(ends[0][~parallel]), np.min(ends[1][~parallel])
    within = -opening / 2 <= enters < leaves <= opening / 2
    return bool(within and np.abs(way).max() >= _FRICTION)


def _fits(half: float) -> bool:
    """Whether the gripper opens far enough for something twice as thick."""
    return bool(half * 2 + 2 * _LEAST_ROOM <= panda().opening)


Rows = tuple[Array, Array, Array, Array]


def _sorted(node: Node, rows: Sequence[Rows], outward: Array, tables: Sequence[Box]) -> Grasps:
    """Grasps given by offsets, turns, openings and costs: the cheapest first, without the impossible ones."""
    if not rows:
        return Grasps(np.zeros((0, 3)), np.zeros((0, 3, 3)), np.zeros(0))
    offsets, rotations, openings, costs = (np.concatenate(part) for part in zip(*rows, strict=True))
    places = np.asarray(node.center) + offsets
    wanted = np.array([-outward[0], -outward[1], -1.0]) / math.sqrt(2)
    costs = costs + _WEIGHTS[4] * (1 - rotations[:, :, 0] @ wanted)
    order = np.argsort(costs, kind="stable")
    order = order[((openings > 0) & (rotations[:, 2, 0] <= _FROM_BELOW))[order]]
    for table in tables:
        order = order[~_inside(table, places[order], rotations[order], openings[order])]
    return Grasps(places[order], rotations[order], openings[order])


Edge = tuple[int, int, int, float]


def _edges() -> Iterator[Edge]:
    """The axis between the fingers, that which the hand comes along, that along the edge, and which side."""
    for grip in range(3):
        for ahead in range(3):
            if ahead != grip:
                yield from ((grip, ahead, 3 - grip - ahead, side) for side in (1.0, -1.0))


@lru_cache(2)
def _choices(along: tuple[float, ...]) -> Array:
    """All swings, pitches, shifts and places along an edge, as rows."""
    return np.array(list(itertools.product(_SWINGS, _PITCHES, _SHIFTS, along)))


def _over_edge(axes: Array, half: Array, edge: Edge, choices: Array) -> Rows:
    """Offsets from the middle, turns, openings (0 where too wide) and costs of all choices at one edge."""
    grip, ahead, along, side = edge
    swing, pitch = np.radians(choices[:, 0, None]), np.radians(choices[:, 1, None])
    shift, where = choices[:, 2, None], choices[:, 3, None]
    across, normal, line = axes[:, grip], side * axes[:, ahead], axes[:, along]
    level = -np.cos(swing) * normal + np.sin(swing) * line
    out = np.cos(pitch) * level + np.sin(pitch) * across
    opens = np.cos(pitch) * across - np.sin(pitch) * level
    rotations = np.stack([out, opens, np.cross(out, opens)], axis=-1)
    offsets = half[ahead] * normal + where * half[along] * line + _DEPTH * level + shift * opens
    span = 2 * half[grip] * np.cos(pitch) + _TIP * np.abs(np.sin(pitch)) + 2 * np.abs(shift)
    openings = np.minimum(span + 2 * _ROOM, panda().opening)
    openings = np.where(openings - span >= 2 * _LEAST_ROOM, openings, 0.0)
    cost = _WEIGHTS[0] * np.abs(swing) + _WEIGHTS[1] * np.abs(pitch) + _WEIGHTS[2] * np.abs(shift)
    return offsets, rotations, openings[:, 0], (cost + _WEIGHTS[3] * np.abs(where))[:, 0]


def _inside(table: Box, places: Array, rotations: Array, openings: Array) -> Mask:
    """Which hands have the lowest corner of a part inside a table."""
    arm = panda()
    inside = np.zeros(len(places), dtype=bool)
    for side in (1.0, -1.0):
        for block in arm.finger.blocks:
            center = np.array(
                [side * block.center[0], side * block.center[1], arm.finger_at + block.center[2]]
            )
            centers = np.tile(center, (len(places), 1))
            centers[:, 1] += side * openings / 2
            inside |= _lowest_inside(table, block, centers, places, rotations)
    for block in arm.hand.blocks:
        inside |= _lowest_inside(table, block, np.tile(block.center, (len(places), 1)), places, rotations)
    return inside


def _lowest_inside(table: Box, block: CollisionBox, centers: Array, places: Array, rotations: Array) -> Mask:
    hands = rotations @ TOOL_IN_HAND.T
    own = centers - (0.0, 0.0, panda().tool) - np.sign(hands[:, 2, :]) * np.asarray(block.half)
    lowest = places + np.einsum("nij,nj->ni", hands, own)
    within: Mask = (np.abs((lowest - table.center) @ table.axes) < table.half).all(axis=1)
    return within
