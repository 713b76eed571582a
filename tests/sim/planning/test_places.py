"""Placements: the held book comes to rest as asked, carried there and let go without touching anything."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest
from attrs import evolve

from espire_dsl.scene.box import box_of
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.node import Node, Vector
from espire_dsl.scene.rotation import matrix
from espire_sim.interfaces import Place, Plan, PlanStatus, Settled
from espire_sim.mujoco.physics import MujocoPhysics
from espire_sim.planning.planner import ArmPlanner
from tests.nodes import node as new_node
from tests.sim.planning.replay import least_distance, moments
from tests.sim.planning.stage import before_shelf

TOUCHING = 0.0004  # what is set down comes as near as half a millimetre


def tilted(angle: float) -> dict[str, Any]:
    return {"pose": "TiltDegree", "angle": angle, "tolerance": 10.0}


FLAT, VERTICAL, TILTED = ({"pose": pose, "angle": None} for pose in ("Flat", "Vertical", "Tilted"))
ASKED: dict[str, tuple[Mapping[str, Any] | None, float, float]] = {
    "anyhow": (None, 0.0, 90.0),
    "vertical": (VERTICAL, 0.0, 10.0),
    "flat": (FLAT, 80.0, 90.0),
    "tilted": (TILTED, 15.0, 75.0),
    "by 20": (tilted(20.0), 10.0, 30.0),
    "by 45": (tilted(45.0), 35.0, 55.0),
    "by 65": (tilted(65.0), 55.0, 75.0),
}
# High enough above the ground for the wide hand, turned upright to lay a book flat.
HIGH = 0.5


def tilt_of(node: Node) -> float:
    return math.degrees(math.acos(min(1.0, matrix(node.quaternion)[2, 2])))


def placed(plan: Plan) -> tuple[Scene, Node]:
    assert plan.reached, plan.detail
    assert plan.final is not None
    return plan.final, plan.final.node("held")


@pytest.mark.parametrize("name", ASKED)
def test_a_book_is_placed_as_asked_inside_the_slot(name: str) -> None:
    constraint, least, most = ASKED[name]
    final, book = placed(ArmPlanner().reach(before_shelf(lifted=HIGH), Place("slot", constraint)))
    assert least <= tilt_of(book) <= most + 1e-9
    slot = final.node("slot")
    own = (box_of(book).corners - np.asarray(slot.center)) @ matrix(slot.quaternion)
    assert (np.abs(own) <= np.asarray(slot.extents) / 2 + 1e-9).all()
    assert (final.targets("held", "in"), final.targets("held", "on")) == (("slot",), ("shelf",))
    assert final.targets("robot", "holds") == ()
    assert book.slot == "slot"


@pytest.mark.parametrize("name", ASKED)
def test_a_placed_book_is_at_rest(name: str) -> None:
    final, book = placed(ArmPlanner().reach(before_shelf(lifted=HIGH), Place("slot", ASKED[name][0])))
    settled = MujocoPhysics().settle(final)
    assert isinstance(settled, Settled), str(settled)
    after = settled.scene.node("held")
    assert math.dist(after.center, book.center) < 0.003
    assert abs(tilt_of(after) - tilt_of(book)) < 1.0


@pytest.mark.parametrize("name", ASKED)
def test_the_robot_and_the_book_touch_nothing_until_it_is_set_down(name: str) -> None:
    scene = before_shelf(lifted=HIGH)
    plan = ArmPlanner().reach(scene, Place("slot", ASKED[name][0]))
    assert plan.reached
    nearest = min(least_distance(scene, moment) for moment in moments(scene, plan, 0.05, 0.02))
    assert nearest[0] >= TOUCHING, nearest[1]


@pytest.mark.parametrize("name", ASKED)
def test_the_hand_withdraws_from_the_book(name: str) -> None:
    scene = before_shelf(lifted=HIGH)
    plan = ArmPlanner().reach(scene, Place("slot", ASKED[name][0]))
    final, _ = placed(plan)
    after = [moment for moment in moments(scene, plan, 0.05, 0.02) if not moment.holding]
    # The slot is lifted in the final scene as well, and the book is one of its obstacles now.
    where = min(least_distance(final, moment) for moment in after[-2:])
    assert where[0] >= TOUCHING, where[1]
    assert np.linalg.norm(after[-1].place - after[0].place) > 0.05


def test_a_book_comes_straight_in_from_the_front() -> None:
    scene = before_shelf(lifted=HIGH)
    plan = ArmPlanner().reach(scene, Place("slot", VERTICAL))
    inside = [
        moment
        for moment in moments(scene, plan, 0.05, 0.01)
        if moment.holding and moment.place[0] < 0.2 + 0.1
    ]
    places = np.array([moment.place for moment in inside])
    assert len(places) > 5
    assert np.ptp(places[:, 1]) < 0.006
    assert np.ptp(places[:, 2]) < 0.006


@pytest.mark.parametrize("across", [-0.35, 0.2, 0.43])
@pytest.mark.parametrize("extents", [(0.13, 0.018, 0.18), (0.24, 0.06, 0.3)])
def test_in_a_space_the_middle_of_the_book_is_in_the_space(across: float, extents: Vector) -> None:
    space = new_node("space", "space", (0.01, across, 0.25), extents=(0.38, 0.1, 0.46), slot="slot")
    scene = before_shelf((), [space], extents=extents, lifted=HIGH)
    final, book = placed(ArmPlanner().reach(scene, Place("space")))
    center = np.abs(np.asarray(book.center) - np.asarray(final.node("space").center))
    assert (center[:2] <= np.asarray(space.extents[:2]) / 2).all()


def test_a_book_that_is_wider_than_a_space_is_laid_into_it_where_the_stretch_has_room() -> None:
    """The cover is 30 cm long and the cell 10 cm wide; the segment ends 26 cm beside the cell's middle."""
    space = new_node("space", "space", (0.01, 0.17, 0.25), extents=(0.38, 0.1, 0.46), slot="slot")
    block = new_node("block", "near", (0.1, 0.455, 0.1), extents=(0.1, 0.05, 0.16), slot="slot")
    scene = before_shelf([block], [space], extents=(0.24, 0.02, 0.3), lifted=HIGH)
    final, book = placed(ArmPlanner().reach(scene, Place("space", FLAT)))
    assert abs(book.center[1] - final.node("space").center[1]) <= 0.05
    assert box_of(book).corners[:, 1].max() <= 0.43
    wall = evolve(space, center=(0.01, 0.36, 0.25))
    beside = before_shelf([block], [wall], extents=(0.24, 0.02, 0.3), lifted=HIGH)
    assert ArmPlanner().reach(beside, Place("space", FLAT)).status is PlanStatus.IN_COLLISION


def test_a_space_in_the_back_beside_the_wall_is_reached_with_a_yawed_hand() -> None:
    space = new_node("space", "space", (-0.08, 0.43, 0.25), extents=(0.19, 0.1, 0.46), slot="slot")
    _, book = placed(ArmPlanner().reach(before_shelf((), [space], lifted=HIGH), Place("space")))
    assert abs(matrix(book.quaternion)[1, 0]) == pytest.approx(0.5)


def test_a_slot_that_is_full_has_no_room() -> None:
    block = new_node("block", "near", (0.0, 0.0, 0.22), extents=(0.36, 0.94, 0.40), slot="slot")
    plan = ArmPlanner().reach(before_shelf([block]), Place("slot"))
    assert plan.status is PlanStatus.IN_COLLISION
    assert 'no pose in "slot"' in plan.detail


def test_a_book_that_is_too_high_is_not_stood_up() -> None:
    tall = before_shelf(extents=(0.24, 0.02, 0.47), lifted=HIGH)
    assert ArmPlanner().reach(tall, Place("slot", VERTICAL)).status is PlanStatus.IN_COLLISION
    assert ArmPlanner().reach(tall, Place("slot", FLAT)).reached


def test_near_the_ground_there_is_no_room_for_a_hand_that_lays_a_book_flat() -> None:
    assert ArmPlanner().reach(before_shelf(), Place("slot", FLAT)).status is PlanStatus.IN_COLLISION
    assert ArmPlanner().reach(before_shelf(), Place("slot", VERTICAL)).reached


def test_a_book_is_not_pushed_into_what_lies_behind() -> None:
    lying = new_node("lying", "near", (-0.02, 0.0, 0.03), extents=(0.2, 0.94, 0.02), slot="slot")
    blocked = before_shelf([lying], extents=(0.13, 0.018, 0.18), lifted=HIGH)
    assert ArmPlanner().reach(blocked, Place("slot", FLAT)).status is PlanStatus.IN_COLLISION
    nearer = evolve(lying, center=(-0.1, 0.0, 0.03), extents=(0.1, 0.94, 0.02))
    assert ArmPlanner().reach(before_shelf([nearer], lifted=HIGH), Place("slot", FLAT)).reached


def test_a_book_leans_on_what_stands_there_where_walls_are_taken() -> None:
    ends = [
        new_node(f"end{side}", "near", (0.0, side * 0.38, 0.22), extents=(0.36, 0.18, 0.40), slot="slot")
        for side in (-1, 1)
    ]
    _, book = placed(ArmPlanner().reach(before_shelf(ends, lifted=HIGH), Place("slot", TILTED)))
    top = box_of(book).corners[:, 1]
    assert min(abs(top.max() - 0.29), abs(top.min() + 0.29)) < 0.002


def test_a_book_leans_steeply_over_a_low_support() -> None:
    low = new_node(
        "low", "support", (0.08, 0.0, 0.05), extents=(0.2, 0.1, 0.06), category="riser", slot="slot"
    )
    final, book = placed(ArmPlanner().reach(before_shelf([low], lifted=HIGH), Place("slot", tilted(70.0))))
    assert 60.0 <= tilt_of(book) <= 80.0
    settled = MujocoPhysics().settle(final)
    assert isinstance(settled, Settled), str(settled)
    assert abs(tilt_of(settled.scene.node("held")) - tilt_of(book)) < 2.0
