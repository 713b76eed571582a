"""Points of targets become grasps that enclose and rests that hold, by ways that touch nothing else."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import cache
from typing import Any

import coal
import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from espire_dsl.scene.acting import AXES, Axis
from espire_dsl.scene.box import box_of
from espire_dsl.scene.faces import Face, face_of
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.node import Node, Vector
from espire_dsl.scene.rotation import axis_angle, matrix, vector, yaw
from espire_sim.execution.proposals import Proposal, proposal
from espire_sim.execution.turning import angles_of
from espire_sim.interfaces import Grasp, GripperPose, Plan, PlanStatus, SetDown
from espire_sim.planning.grasps import UPSIDE_DOWN, Grasps, grasps_at, turned_grasps
from espire_sim.planning.planner import ArmPlanner
from espire_sim.planning.problem import CannotPlanError
from espire_sim.robot.arm import panda
from espire_sim.robot.kinematics import TOOL_IN_HAND, about_z
from tests.nodes import node as new_node
from tests.sim.handmade import TOP, book, leaning
from tests.sim.planning.replay import least_distance, moments, tool_at
from tests.sim.planning.stage import before_shelf, before_table
from tests.sim.planning.test_places import HIGH, TOUCHING, tilt_of

RISER = new_node("riser", "support", (0, 0, TOP + 0.04), extents=(0.1, 0.1, 0.08), category="riser")
LYING = book("book", 0.0, 0.06, TOP + 0.091, rotation=axis_angle((1, 0, 0), -90.0))
SCENES = {
    "standing": before_table([book("book"), book("other", 0.0, 0.15)]),
    "standing across": before_table([book("book", rotation=yaw(90.0))]),
    "standing askew": before_table([book("book", rotation=yaw(35.0))]),
    "leaning": before_table(leaning(30.0)),
    "lying": before_table([RISER, LYING]),
}
EDGES = [Face(axis, side) for axis in (0, 2) for side in (1, -1)]
SHARES = st.floats(-0.95, 0.95)
PLANNER = ArmPlanner()


def point_of(node: Node, face: Face, a: float, b: float) -> Vector:
    """A point of a face, by its shares of the other two half lengths."""
    own = np.insert([a, b], face.axis, float(face.side)) * np.asarray(node.extents) / 2
    return vector(np.asarray(node.center) + matrix(node.quaternion) @ own)


def tried(
    scene: Scene,
    target: str,
    point: Vector,
    asked: Mapping[Axis, float] | None = None,
    constraint: Mapping[str, Any] | None = None,
) -> tuple[Proposal | None, Plan]:
    try:
        found = proposal(scene, scene.node(target), point, asked or {}, constraint)
    except CannotPlanError as problem:
        return None, problem.plan
    return found, PLANNER.reach(scene, found.goal)


def fingers(place: np.ndarray, rotation: np.ndarray, opening: float) -> list[list[tuple[Any, Any]]]:
    """The shapes of both fingers of a hand, from the data of the arm alone."""
    arm = panda()
    hand = rotation @ TOOL_IN_HAND.T
    wrist = place - rotation[:, 0] * arm.tool
    found = []
    for side, spun in ((1.0, 0.0), (-1.0, math.pi)):
        turn = hand @ about_z(spun)
        start = wrist + hand @ np.array([0.0, side * opening / 2, arm.finger_at])
        found.append(
            [
                (
                    coal.Box(*(2 * np.asarray(block.half))),
                    coal.Transform3s(turn, start + turn @ np.asarray(block.center)),
                )
                for block in arm.finger.blocks
            ]
        )
    return found


def apart(shape: Any, at: Any, node: Node) -> float:
    box = box_of(node)
    there = coal.Transform3s(box.axes, box.center)
    return float(
        coal.distance(
            shape, at, coal.Box(*node.extents), there, coal.DistanceRequest(), coal.DistanceResult()
        )
    )


def assert_enclosed(node: Node, place: np.ndarray, rotation: np.ndarray, opening: float) -> None:
    """No finger touches the thing, and what lies between their tips is partly the thing, by coal."""
    assert opening <= panda().opening
    for finger in fingers(place, rotation, opening):
        assert min(apart(shape, at, node) for shape, at in finger) > 0
    gap = coal.Box(0.018, opening, 0.018)
    assert apart(gap, coal.Transform3s(rotation, place), node) <= 0, "nothing is between the finger tips"
    across = np.abs(rotation[:, 1] @ matrix(node.quaternion)).max()
    assert math.degrees(math.acos(min(1.0, across))) <= 31.1, "friction would not hold it"


@settings(max_examples=60)
@given(st.sampled_from(sorted(SCENES)), st.sampled_from(EDGES), SHARES, SHARES)
def test_an_accepted_grasp_encloses_the_target_at_the_point(
    name: str, face: Face, a: float, b: float
) -> None:
    scene = SCENES[name]
    node = scene.node("book")
    point = point_of(node, face, a, b)
    assert face_of(box_of(node), point) in (face, Face(1, 1), Face(1, -1)), "edges may be thinner than that"
    found, plan = tried(scene, "book", point)
    if not plan.reached:
        assert plan.status in (PlanStatus.IN_COLLISION, PlanStatus.IK_FAILED, PlanStatus.OUT_OF_LIMITS)
        assert plan.detail
        return
    assert found is not None
    rotation, place = tool_at(scene, np.array(plan.path[-1]))
    assert_enclosed(node, place, rotation, plan.path[-1][10])
    own = (place - np.asarray(node.center)) @ matrix(node.quaternion)
    meant = (np.asarray(point) - np.asarray(node.center)) @ matrix(node.quaternion)
    along = 3 - 1 - face.axis
    assert abs(own[along] - meant[along]) <= 0.015 + 1e-6, "the point says where along the edge"


@pytest.mark.parametrize("name", SCENES)
def test_on_the_way_to_a_grasp_nothing_is_touched(name: str) -> None:
    scene = SCENES[name]
    node = scene.node("book")
    reached = 0
    for face in EDGES:
        _, plan = tried(scene, "book", point_of(node, face, 0.0, 0.0))
        if plan.reached:
            reached += 1
            nearest = min(least_distance(scene, moment) for moment in moments(scene, plan, 0.06, 0.03))
            assert nearest[0] >= 0.003 - 1e-4, nearest[1]
    assert reached, "one of the edges can be taken"


@pytest.mark.parametrize("name", SCENES)
@pytest.mark.parametrize("side", [1, -1])
def test_a_book_is_not_taken_by_its_cover(name: str, side: int) -> None:
    scene = SCENES[name]
    found, plan = tried(scene, "book", point_of(scene.node("book"), Face(1, side), 0.2, 0.3))
    assert found is None
    assert plan.status is PlanStatus.OUT_OF_LIMITS
    assert "cannot be taken there" in plan.detail


def test_a_proposed_pose_that_encloses_nothing_is_refused() -> None:
    scene = SCENES["standing"]
    away = GripperPose((0.0, 0.3, TOP + 0.3), (1.0, 0.0, 0.0, 0.0), 0.04)
    plan = PLANNER.reach(scene, Grasp("book", (away,)))
    assert (plan.status, plan.detail) == (
        PlanStatus.IN_COLLISION,
        'at that pose the fingers do not enclose "book"',
    )
    wide = GripperPose((0.0, 0.3, TOP + 0.3), (1.0, 0.0, 0.0, 0.0), 0.2)
    assert PLANNER.reach(scene, Grasp("book", (wide,))).status is PlanStatus.OUT_OF_LIMITS
    broken = GripperPose((math.nan, 0.3, TOP), (1.0, 0.0, 0.0, 0.0), 0.04)
    assert PLANNER.reach(scene, Grasp("book", (broken,))).status is PlanStatus.BACKEND_ERROR


def test_asked_angles_decide_the_turn_of_a_grasp() -> None:
    scene = SCENES["standing"]
    point = point_of(scene.node("book"), Face(2, 1), 0.0, 0.0)
    given_found, given_plan = tried(scene, "book", point)
    assert given_found is not None
    assert given_plan.reached
    kept, _ = tried(scene, "book", point, dict.fromkeys(AXES, 0.0))
    assert kept is not None
    now = matrix(scene.node("robot").quaternion)
    for pose in kept.poses:
        np.testing.assert_allclose(matrix(pose.quaternion), now, atol=1e-6)


@settings(max_examples=15)
@given(st.sampled_from(sorted(SCENES)), st.sampled_from(EDGES), SHARES, SHARES)
def test_a_grasp_that_a_face_gives_is_the_same_where_its_turn_is_asked_for(
    name: str, face: Face, a: float, b: float
) -> None:
    """Who tells the right angles must not fare worse than who is given them."""
    node = SCENES[name].node("book")
    point = point_of(node, face, a, b)
    given_all = grasps_at(node, face, point, np.array([1.0, 0.0, 0.0]))
    assume(len(given_all.places))  # nothing is taken from below
    for place, rotation, opening in zip(*map(np.asarray, _parts(given_all)), strict=True):
        for turn in (rotation, rotation @ UPSIDE_DOWN):
            found = turned_grasps(node, face, point, turn)
            apart_by = np.abs(found.places - place).max(axis=1) + np.abs(found.openings - opening)
            assert apart_by.min() < 1e-9


def _parts(grasps: Grasps) -> tuple[Any, Any, Any]:
    return grasps.places, grasps.rotations, grasps.openings


OFFSETS = st.floats(-50.0, 50.0)


@settings(max_examples=40)
@given(st.sampled_from(("standing", "standing across")), st.sets(st.sampled_from(AXES)), OFFSETS)
def test_a_grasp_with_asked_angles_encloses_too(name: str, asked: set[Axis], degrees: float) -> None:
    """About the asked axes the hand is turned by some degrees from how the face would have it."""
    scene = SCENES[name]
    node = scene.node("book")
    point = point_of(node, Face(2, 1), 0.1, 0.0)
    meant, plan = tried(scene, "book", point)
    assert meant is not None
    assert plan.final is not None
    wanted = angles_of(matrix(plan.final.node("robot").quaternion), meant.axes)
    now = angles_of(matrix(scene.node("robot").quaternion), meant.axes)
    found, plan = tried(
        scene, "book", point, {axis: wanted[axis] + degrees - now[axis] for axis in sorted(asked)}
    )
    assert found is not None
    for axis in asked:
        for pose in found.poses:
            apart_by = angles_of(matrix(pose.quaternion), found.axes)[axis] - wanted[axis] - degrees
            assert abs((apart_by + 180.0) % 360.0 - 180.0) < 1e-4 or abs(wanted["pitch"] + degrees) > 89.0
    if not asked or abs(degrees) < 1.0:
        assert plan.reached, plan.detail
    if plan.reached:
        rotation, place = tool_at(scene, np.array(plan.path[-1]))
        assert_enclosed(node, place, rotation, plan.path[-1][10])


SHELF = before_shelf(lifted=HIGH)
FLOOR = 0.02 + HIGH


@settings(max_examples=40)
@given(st.floats(-0.4, 0.4), st.floats(-0.15, 0.19), st.floats(0.0, 0.4))
def test_the_leading_edge_of_an_accepted_placement_is_at_the_point(
    across: float, depth: float, height: float
) -> None:
    """Across the slot the point decides, to 2 cm; into it, as far as the book is wholly inside."""
    _, plan = tried(SHELF, "slot", (depth, across, FLOOR + height))
    if not plan.reached:
        assert abs(across) > 0.3, f"in the middle there is room: {plan.detail}"
        return
    assert plan.final is not None
    placed, slot = plan.final.node("held"), SHELF.node("slot")
    assert tilt_of(placed) <= 1.0, "without a constraint it stands"
    corners = box_of(placed).corners
    assert abs(corners[:, 2].min() - FLOOR) < 1e-3, "on the floor"
    own = np.abs((corners - np.asarray(slot.center)) @ matrix(slot.quaternion))
    assert (own <= np.asarray(slot.extents) / 2 + 1e-6).all(), "wholly inside"
    assert abs(placed.center[1] - across) <= 0.02 + 1e-6
    foremost = corners[:, 0].min()
    flush = corners[:, 0].max() > 0.2 - 0.004
    assert flush or abs(foremost - max(depth, -0.18)) < 2e-3


@pytest.mark.parametrize("name", ["Vertical", "Flat", "Tilted"])
def test_a_placement_at_a_point_is_posed_as_asked(name: str) -> None:
    constraint = {"pose": name, "angle": None}
    least, most = {"Vertical": (0.0, 10.0), "Flat": (80.0, 90.0), "Tilted": (15.0, 75.0)}[name]
    # What is tilted leans on the wall of the slot.
    across = 0.42 if name == "Tilted" else 0.0
    _, plan = tried(SHELF, "slot", (0.15, across, FLOOR), constraint=constraint)
    assert plan.reached, plan.detail
    assert plan.final is not None
    assert least <= tilt_of(plan.final.node("held")) <= most + 1e-9
    for moment in moments(SHELF, plan, 0.1, 0.04):
        distance, what = least_distance(SHELF, moment)
        assert distance >= TOUCHING, what


def test_nothing_leans_in_the_middle_of_a_slot() -> None:
    found, plan = tried(SHELF, "slot", (0.1, 0.0, FLOOR), constraint={"pose": "Tilted", "angle": None})
    assert found is None
    assert plan.status is PlanStatus.IN_COLLISION
    assert "cannot rest as asked" in plan.detail


@cache
def shelf_turns() -> dict[str, Any]:
    found, plan = tried(SHELF, "slot", (0.15, 0.0, FLOOR))
    assert found is not None
    assert plan.reached
    return {"axes": found.axes, "turn": matrix(found.poses[0].quaternion)}


def test_the_hand_that_is_turned_as_given_is_accepted_and_one_turned_aside_is_not() -> None:
    """Asked about all axes, with the offsets from the present turn to the given one, and rolled besides."""
    axes, meant = shelf_turns()["axes"], shelf_turns()["turn"]
    now = angles_of(matrix(SHELF.node("robot").quaternion), axes)
    wanted = angles_of(meant, axes)
    offsets: dict[Axis, float] = {axis: wanted[axis] - now[axis] for axis in AXES}
    _, plan = tried(SHELF, "slot", (0.15, 0.0, FLOOR), offsets)
    assert plan.reached, plan.detail
    for degrees, good in ((5.0, True), (45.0, False)):
        aside = offsets | {"roll": offsets["roll"] + degrees}
        _, plan = tried(SHELF, "slot", (0.15, 0.0, FLOOR), aside, {"pose": "Vertical", "angle": None})
        assert plan.reached is good, plan.detail


def test_a_proposed_rest_outside_of_the_place_is_refused() -> None:
    outside = ((0.5, 0.0, FLOOR + 0.09), (1.0, 0.0, 0.0, 0.0))
    plan = PLANNER.reach(SHELF, SetDown("slot", (outside,)))
    assert plan.status is PlanStatus.IN_COLLISION
    assert 'not inside "slot"' in plan.detail
    empty = before_shelf(lifted=HIGH, holding=False)
    assert PLANNER.reach(empty, SetDown("slot", (outside,))).status is PlanStatus.BACKEND_ERROR
