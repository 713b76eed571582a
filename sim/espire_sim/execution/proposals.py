"""From a point of a target to a goal of the planner: a grasp over the face that the point is on, or a rest of
the held thing with the middle of its leading edge there.

A face and a point leave the planner a small choice: how far the hand is swung along the edge and pitched over
it, and which way up it is. About axes that are asked for, there is none.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any, Final

import numpy as np
from attrs import frozen

from espire_dsl.domain.kinds import CELL, VACANCY
from espire_dsl.scene.acting import Axis, ToolPose
from espire_dsl.scene.box import box_of
from espire_dsl.scene.faces import face_of
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.node import Node, Vector
from espire_dsl.scene.places import slot_of
from espire_dsl.scene.rotation import Array, from_matrix, matrix, vector
from espire_sim.execution.turning import asked_turn, axes_of_face, axes_of_place
from espire_sim.interfaces import Goal, Grasp, GripperPose, PlanStatus, SetDown
from espire_sim.planning.checking import Carried
from espire_sim.planning.grasps import UPSIDE_DOWN, Grasps, grasps_at, turned_grasps
from espire_sim.planning.outcome import put_by
from espire_sim.planning.placements import (
    Placement,
    hand_turns,
    placements_at,
    tilts_for,
    turned_placements_at,
)
from espire_sim.planning.problem import CannotPlanError
from espire_sim.planning.robot_context import carried_in, held_by, tool_of
from espire_sim.robot.arm import panda
from espire_sim.robot.stance import outward_of

_MOST_RESTS: Final = 40
_TILT: Final = 10.0  # degrees by which a final pose may differ from the one that a task asks for
_TILTED: Final = (15.0, 75.0)
_SAME: Final = 6  # digits of the numbers of turns that are taken for one


@frozen(eq=False)
class Proposal:
    """A goal, the poses of the tool that it stands for, and the axes of the target as columns."""

    goal: Goal
    poses: tuple[ToolPose, ...]
    axes: Array


def proposal(
    scene: Scene,
    target: Node,
    point: Vector,
    asked: Mapping[Axis, float],
    constraint: Mapping[str, Any] | None,
) -> Proposal:
    """What is tried at a point of a target; a CannotPlanError says why there is nothing to try."""
    (robot,) = scene.of_kind("robot")
    held = held_by(scene, robot)
    if target.is_a(CELL, VACANCY):
        if held is None:
            raise CannotPlanError(PlanStatus.BACKEND_ERROR, "the hand holds nothing that could be placed")
        return _rests(scene, target, carried_in(held, tool_of(robot)), robot, point, asked, constraint)
    return _grasps(scene, target, robot, point, asked)


def _grasps(scene: Scene, target: Node, robot: Node, point: Vector, asked: Mapping[Axis, float]) -> Proposal:
    box, outward = box_of(target), outward_of(scene, robot)
    face = face_of(box, point)
    axes = axes_of_face(box, face, outward)
    given = grasps_at(target, face, point, outward)
    if not len(given.places):
        thin = 2 * min(box.half[axis] for axis in range(3) if axis != face.axis)
        raise CannotPlanError(
            PlanStatus.OUT_OF_LIMITS,
            f'the gripper opens by {panda().opening * 100:.0f} cm, and that side of "{target.id}" '
            f"is {thin * 100:.1f} cm across: it cannot be taken there",
        )
    found = _both_ways_up(given)
    if asked:
        now = matrix(robot.quaternion)
        turns = _different(asked_turn(now, turn, asked, axes) for turn in found.rotations)
        found = _joined([turned_grasps(target, face, point, turn) for turn in turns])
    poses = tuple(
        GripperPose(vector(place), from_matrix(rotation), opening)
        for place, rotation, opening in zip(
            found.places, found.rotations, found.openings.tolist(), strict=True
        )
    )
    return Proposal(
        Grasp(target.id, poses), tuple(ToolPose(pose.position, pose.quaternion) for pose in poses), axes
    )


def _rests(
    scene: Scene,
    target: Node,
    carried: Carried,
    robot: Node,
    point: Vector,
    asked: Mapping[Axis, float],
    constraint: Mapping[str, Any] | None,
) -> Proposal:
    slot = scene.node(slot_of(scene, target.id) or target.id)
    axes = axes_of_place(slot)
    tilts = tilts_for(constraint)
    if not asked:
        found = placements_at(scene, target, slot, carried, tilts, point)
    else:
        now = matrix(robot.quaternion)
        given = hand_turns(target, slot, carried, tilts)
        turns = _different(asked_turn(now, turn, asked, axes) for turn in given)
        found = (
            placement
            for turn in turns
            if _is_meant(turn @ carried.rotation, constraint)
            for placement in turned_placements_at(scene, target, slot, carried, turn, point)
        )
    placements = tuple(islice(found, _MOST_RESTS))
    if not placements:
        raise CannotPlanError(
            PlanStatus.IN_COLLISION, f'the held thing cannot rest as asked in "{target.id}" at that point'
        )
    return Proposal(
        SetDown(target.id, tuple(put_by(placement) for placement in placements)),
        tuple(_tool_at(placement, carried) for placement in placements),
        axes,
    )


def _tool_at(placement: Placement, carried: Carried) -> ToolPose:
    """Where the tool is when it lets go; what lies flat is let go before it is pushed in."""
    rotation = placement.rotation @ carried.rotation.T
    return ToolPose(vector(placement.center - rotation @ carried.center), from_matrix(rotation))


def _is_meant(rotation: Array, constraint: Mapping[str, Any] | None) -> bool:
    """Whether a final turn of the held thing is what a task asks for."""
    if constraint is None:
        return True
    tilt = float(np.degrees(np.arccos(np.clip(rotation[2, 2], -1.0, 1.0))))
    match constraint.get("pose"):
        case "Vertical":
            return tilt <= _TILT
        case "Flat":
            return abs(tilt - 90.0) <= _TILT
        case "Tilted":
            return _TILTED[0] <= tilt <= _TILTED[1]
        case "TiltDegree":
            return abs(tilt - float(constraint["angle"])) <= float(constraint.get("tolerance") or _TILT)
        case _:
            return False


def _both_ways_up(grasps: Grasps) -> Grasps:
    """Each grasp as it is, then with the hand upside down."""
    turns = np.stack([grasps.rotations, grasps.rotations @ UPSIDE_DOWN], axis=1)
    return Grasps(np.repeat(grasps.places, 2, axis=0), turns.reshape(-1, 3, 3), np.repeat(grasps.openings, 2))


def _joined(parts: list[Grasps]) -> Grasps:
    return Grasps(
        np.concatenate([part.places for part in parts]),
        np.concatenate([part.rotations for part in parts]),
        np.concatenate([part.openings for part in parts]),
    )


def _different(turns: Iterator[Array]) -> Iterator[Array]:
    """Each turn once."""
    seen: set[bytes] = set()
    for turn in turns:
        key = (np.round(turn, _SAME) + 0.0).tobytes()
        if key not in seen:
            seen.add(key)
            yield turn
