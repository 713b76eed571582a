"""Picks: books that stand, lean and lie are taken, by paths that touch nothing and at grasps that hold."""

from __future__ import annotations

import math

import numpy as np
import pytest
from attrs import evolve

from espire_dsl.scene.graph import Scene
from espire_dsl.scene.node import Node
from espire_dsl.scene.rotation import axis_angle, matrix, product, yaw
from espire_sim.interfaces import Pick, Plan, PlanStatus
from espire_sim.planning.planner import ArmPlanner
from espire_sim.robot.kinematics import within_limits
from tests.nodes import node as new_node
from tests.sim.handmade import TOP, book, leaning, on_table
from tests.sim.planning.replay import least_distance, moments, tool_at
from tests.sim.planning.stage import before_table, hand

RISER = new_node("riser", "support", (0, 0, TOP + 0.04), extents=(0.1, 0.1, 0.08), category="riser")
LYING = book("book", 0.0, 0.06, TOP + 0.091, rotation=axis_angle((1, 0, 0), -90.0))
SCENES = {
    "standing": before_table([book("book"), book("other", 0.0, 0.15)]),
    "standing across": before_table([book("book", rotation=yaw(90.0))]),
    "leaning": before_table(leaning(30.0)),
    "leaning far": before_table(leaning(60.0, edge=0.09)),
    "lying": before_table([RISER, LYING]),
}


@pytest.mark.parametrize("name", SCENES)
def test_a_book_is_picked_on_a_way_that_touches_nothing(name: str) -> None:
    scene = SCENES[name]
    plan = ArmPlanner().reach(scene, Pick("book"))
    assert plan.reached, plan.detail
    nearest = min(least_distance(scene, moment) for moment in moments(scene, plan, 0.05, 0.02))
    assert nearest[0] >= 0.003 - 1e-4, nearest[1]


@pytest.mark.parametrize("name", SCENES)
def test_a_pick_begins_at_the_hand_and_keeps_to_the_robot(name: str) -> None:
    scene = SCENES[name]
    plan = ArmPlanner().reach(scene, Pick("book"))
    stops = np.array(plan.path)
    rotation, place = tool_at(scene, stops[0])
    robot = scene.node("robot")
    np.testing.assert_allclose(rotation, matrix(robot.quaternion), atol=1e-9)
    np.testing.assert_allclose(place, np.asarray(robot.center) + rotation[:, 0] * 0.06, atol=1e-9)
    assert within_limits(stops[:, 3:10])
    assert (stops[:, 0] >= 0.3).all(), "the base stays before the table"
    assert ((stops[:, 2] > 0) & (stops[:, 10] <= 0.08)).all()


@pytest.mark.parametrize("name", SCENES)
def test_a_grasp_has_the_thickness_of_the_book_between_the_fingers(name: str) -> None:
    scene = SCENES[name]
    plan = ArmPlanner().reach(scene, Pick("book"))
    between = corners_between_fingers(scene, plan)
    assert len(between) > 0, "some of the book is between the fingers"
    assert np.abs(between[:, 1]).max() <= plan.path[-1][10] / 2
    rotation, _ = tool_at(scene, np.array(plan.path[-1]))
    across = abs(rotation[:, 1] @ matrix(scene.node("book").quaternion)[:, 1])
    assert math.degrees(math.acos(min(1.0, across))) <= 30.0 + 1e-6, "friction holds the book"


@pytest.mark.parametrize("name", SCENES)
def test_an_approach_is_straight_along_the_hand(name: str) -> None:
    scene = SCENES[name]
    plan = ArmPlanner().reach(scene, Pick("book"))
    before, at = (np.array(stop) for stop in plan.path[-2:])
    np.testing.assert_array_equal(before[3:10], at[3:10])
    rotation, _ = tool_at(scene, at)
    np.testing.assert_allclose(at[:3] - before[:3], 0.1 * rotation[:, 0], atol=1e-9)


def corners_between_fingers(scene: Scene, plan: Plan) -> np.ndarray:
    """Points all over the book, in the axes of the tool, where the pads of the fingers are."""
    node = scene.node("book")
    grid = np.stack(np.meshgrid(*[np.linspace(-0.5, 0.5, 41)] * 3), axis=-1).reshape(-1, 3)
    points = np.asarray(node.center) + (grid * node.extents) @ matrix(node.quaternion).T
    rotation, place = tool_at(scene, np.array(plan.path[-1]))
    own = (points - place) @ rotation
    return own[(np.abs(own[:, 0]) <= 0.009) & (np.abs(own[:, 2]) <= 0.009)]


def test_the_final_scene_has_the_book_in_the_hand() -> None:
    plan = ArmPlanner().reach(SCENES["leaning"], Pick("book"))
    assert plan.final is not None
    assert plan.final.targets("robot", "holds") == ("book",)
    assert plan.final.sources("book", "supports") == ()
    assert plan.final.node("book") == SCENES["leaning"].node("book")
    rotation, place = tool_at(plan.final, np.array(plan.path[-1]))
    np.testing.assert_allclose(
        np.asarray(plan.final.node("robot").center), place - rotation[:, 0] * 0.06, atol=1e-9
    )


def test_a_book_flat_on_the_table_cannot_be_taken() -> None:
    flat = book("book", 0.0, 0.0, TOP + 0.011, rotation=axis_angle((1, 0, 0), 90.0))
    plan = ArmPlanner().reach(before_table([flat]), Pick("book"))
    assert (plan.status, plan.path, plan.final) == (PlanStatus.IN_COLLISION, (), None)
    assert 'every grasp of "book"' in plan.detail


def test_a_book_walled_in_cannot_be_taken() -> None:
    lid = new_node("lid", "support", (0.0, 0.0, TOP + 0.35), extents=(0.5, 0.5, 0.1))
    walls = [
        new_node(f"wall{x}{y}", "support", (0.2 * x, 0.2 * y, TOP + 0.15), extents=(0.2, 0.2, 0.3))
        for x in (-1, 0, 1)
        for y in (-1, 0, 1)
        if (x, y) != (0, 0)
    ]
    plan = ArmPlanner().reach(before_table([book("book"), lid, *walls]), Pick("book"))
    assert plan.status is PlanStatus.IN_COLLISION


def test_a_thing_wider_than_the_gripper_is_out_of_limits() -> None:
    cube = new_node("cube", "near", (0.0, 0.0, TOP + 0.05), extents=(0.1, 0.1, 0.1))
    plan = ArmPlanner().reach(before_table([cube]), Pick("cube"))
    assert plan.status is PlanStatus.OUT_OF_LIMITS
    assert "10.0 cm" in plan.detail


def test_a_small_thing_is_taken_by_any_pair_of_faces() -> None:
    dice = new_node("dice", "near", (0.1, 0.2, TOP + 0.03), extents=(0.06, 0.06, 0.06))
    assert ArmPlanner().reach(before_table([dice]), Pick("dice")).reached


def test_a_turned_table_is_approached_from_its_own_front() -> None:
    turned = on_table([book("book"), hand((0.5, 0.0, 1.0))])
    about = yaw(115.0)

    def spun(node: Node) -> Node:
        center = tuple((matrix(about) @ np.asarray(node.center)).tolist())
        return evolve(node, center=center, quaternion=product(about, node.quaternion))

    scene = turned.with_parts([spun(node) for node in turned.nodes if node.kind != "viewer"], cameras={})
    plan = ArmPlanner().reach(scene, Pick("book"))
    assert plan.reached
    front = matrix(about)[:, 0]
    assert (np.array(plan.path)[:, :3] @ front >= 0.3).all()
