"""Paths: grasps and placements that are proposed, searched paths, and how finely they are tested."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from espire_dsl.scene.box import box_of
from espire_dsl.scene.rotation import Array, matrix, normalised
from espire_sim.interfaces import Pick, Place
from espire_sim.planning.checking import BudgetSpentError, Carried, Counter
from espire_sim.planning.connecting import searched
from espire_sim.planning.grasps import graspable, grasps_of
from espire_sim.planning.motion import FINE, Leg, all_free, is_free, legs
from espire_sim.planning.placements import placements, tilts_for
from espire_sim.planning.planner import ArmPlanner
from espire_sim.planning.robot_context import RobotContext, robot_context
from espire_sim.planning.searching import search
from tests.sim.handmade import TABLE, book
from tests.sim.planning.stage import before_shelf, before_table

OUTWARD = np.array([1.0, 0.0, 0.0])
TABLETOP = before_table([book("book"), book("other", 0.0, 0.15)])
START = np.array([1.0, 0.0, 0.5, 0.0, -0.7, 0.0, -2.3, 0.0, 1.6, 0.8])
GOAL = START + np.array([0.0, 0.6, 0.3, 0.5, 0.2, 0.0, 0.2, 0.0, 0.0, 0.3])


def context(allowed: int = 100_000) -> RobotContext:
    return robot_context(TABLETOP, Counter(allowed), 12)


def around_a_wall(configuration: Array) -> bool:
    """A wall that the base must go around, or over."""
    return not (abs(configuration[1] - 0.3) < 0.1 and configuration[0] > 0.6 and configuration[2] < 0.9)


def test_a_searched_way_goes_around_and_joins_both_ends() -> None:
    stops = search(around_a_wall, START, GOAL, 3, 20_000)
    assert stops is not None
    np.testing.assert_allclose(stops[0], START)
    np.testing.assert_allclose(stops[-1], GOAL)
    assert len(stops) > 2
    assert all(around_a_wall(stop) for stop in stops)


def test_a_search_repeats_with_its_seed_whatever_was_searched_before() -> None:
    def found(seed: int) -> list[list[float]]:
        stops = search(around_a_wall, START, GOAL, seed, 20_000)
        assert stops is not None
        return [stop.tolist() for stop in stops]

    first, other = found(3), found(4)
    assert first != other
    assert (found(3), found(4), found(3)) == (first, other, first)


@pytest.mark.parametrize("budget", [0, 50])
def test_a_search_ends_with_its_budget(budget: int) -> None:
    asked = 0

    def nowhere(configuration: Array) -> bool:
        nonlocal asked
        asked += 1
        return bool(abs(configuration[1] - START[1]) < 0.01 or abs(configuration[1] - GOAL[1]) < 0.01)

    assert search(nowhere, START, GOAL, 0, budget) is None
    assert asked <= budget


def test_a_search_passes_on_that_the_whole_budget_is_spent() -> None:
    def spent(_: Array) -> bool:
        raise BudgetSpentError

    with pytest.raises(BudgetSpentError):
        search(spent, START, GOAL, 0, 1000)


def test_a_searched_way_of_the_robot_is_free_at_fine_steps() -> None:
    robot = context()
    plan = ArmPlanner().reach(TABLETOP, Pick("book"))
    goal = np.array(plan.path[-2][:10])
    stops = searched(robot, goal, 1, 5000)
    assert stops is not None
    np.testing.assert_allclose(stops[-1], goal)
    assert all_free(robot.whole, legs(stops, robot.opening), FINE)
    assert all(stop[0] >= robot.front - 1e-9 for stop in stops)


def test_fine_steps_are_five_thousandths_of_a_radian_and_five_millimetres() -> None:
    robot = context()
    for index, length in ((0, 0.2), (5, 0.5)):
        end = robot.start.copy()
        end[index] += length
        before = robot.whole.counter.used
        is_free(robot.whole, Leg(robot.start, end, robot.opening), FINE)
        assert robot.whole.counter.used - before == math.ceil(length / 0.005)


def test_a_way_through_the_table_is_not_free() -> None:
    robot = context()
    end = robot.start.copy()
    end[:3] -= robot.tool.place - np.array([0.0, 0.0, 0.72])
    assert not is_free(robot.whole, Leg(robot.start, end, robot.opening), FINE)


def test_what_is_let_go_no_longer_collides() -> None:
    scene = before_shelf(lifted=0.5)
    robot = robot_context(scene, Counter(1000), 12)
    assert robot.carried is not None
    # The book is in the board under the slot, and the hand before the shelf.
    pose = robot.tool.moved(np.array([0.31, 0.0, 0.505]) - robot.tool.place).numbers
    pose[3:] = normalised((0.0, 0.0, 0.0, 1.0))
    assert not robot.hand.free(pose, robot.opening)
    assert robot.hand.touched(pose, robot.opening) == "the furniture or the floor"
    assert robot.hand.free(pose, robot.opening, carrying=False)


rotations = (
    st.tuples(*[st.floats(-1, 1)] * 4)
    .filter(lambda numbers: math.hypot(*numbers) > 0.1)
    .map(lambda numbers: normalised(numbers))
)


@given(rotations, st.sampled_from([(0.11, 0.016, 0.18), (0.16, 0.022, 0.23), (0.22, 0.04, 0.3)]))
def test_grasps_come_in_over_an_edge_with_the_thin_side_between_the_fingers(
    rotation: tuple[float, float, float, float], extents: tuple[float, float, float]
) -> None:
    node = book("book", 0.1, -0.2, 1.5, rotation=rotation, extents=extents)
    grasps = grasps_of(node, OUTWARD)
    assert len(grasps.places) > 100
    axes = matrix(node.quaternion)
    own = (grasps.places - np.asarray(node.center)) @ axes
    products = np.einsum("nij,nik->njk", grasps.rotations, grasps.rotations)
    np.testing.assert_allclose(products, np.broadcast_to(np.eye(3), products.shape), atol=1e-9)
    np.testing.assert_allclose(np.linalg.det(grasps.rotations), 1.0, atol=1e-9)
    off = np.degrees(
        np.arccos(np.minimum(1.0, np.abs(np.einsum("ni,nij->nj", axes[:, 1:2].T, grasps.rotations))[:, 1]))
    )
    assert off.max() <= 30.0 + 1e-6
    assert (np.abs(own[:, 1]) <= 0.02).all(), "about the middle of the thickness"
    assert (grasps.openings <= 0.08).all()
    assert (grasps.openings >= extents[1] * math.cos(math.radians(30)) + 0.01).all()
    assert (grasps.rotations[:, 2, 0] <= 0.3).all(), "none comes from below"


def test_grasps_inside_a_table_are_left_out() -> None:
    lying = book("book", 0.0, 0.0, 0.711, rotation=(math.sqrt(0.5), math.sqrt(0.5), 0.0, 0.0))
    assert len(grasps_of(lying, OUTWARD).places) > 0
    assert len(grasps_of(lying, OUTWARD, [box_of(TABLE)]).places) == 0


def test_only_what_fits_between_the_fingers_is_graspable() -> None:
    assert graspable(book("book", extents=(0.2, 0.07, 0.3)))
    assert not graspable(book("book", extents=(0.2, 0.075, 0.3)))


@pytest.mark.parametrize(
    ("constraint", "least", "most"),
    [
        ({"pose": "Flat"}, 80, 90),
        ({"pose": "Vertical"}, 0, 10),
        ({"pose": "Tilted"}, 15, 75),
        ({"pose": "TiltDegree", "angle": 25.0, "tolerance": 10.0}, 15, 35),
        ({"pose": "TiltDegree", "angle": 5.0, "tolerance": 10.0}, 0, 15),
        ({"pose": "TiltDegree", "angle": 85.0, "tolerance": 10.0}, 75, 90),
        ({"pose": "TiltDegree", "angle": 40.0}, 40, 40),
    ],
)
def test_tilts_meet_their_constraint(constraint: dict[str, object], least: float, most: float) -> None:
    tilts = tilts_for(constraint)
    assert tilts
    assert all(least <= tilt <= most for tilt in tilts)


def test_every_placement_lies_on_the_floor_inside_the_slot() -> None:
    scene = before_shelf(lifted=0.5)
    robot = robot_context(scene, Counter(1000), 12)
    slot = scene.node("slot")
    assert isinstance(robot.carried, Carried)
    found = list(placements(scene, slot, slot, robot.carried, tilts_for(None)))
    assert len(found) > 20
    for placement in found:
        reach = np.abs(placement.rotation) @ robot.carried.half
        low, high = placement.center - reach, placement.center + reach
        inner = np.asarray(slot.extents) / 2
        assert (low >= np.asarray(slot.center) - inner).all()
        assert (high <= np.asarray(slot.center) + inner).all()
        assert 0 < low[2] - (slot.center[2] - inner[2]) < 0.001


def test_a_book_held_askew_is_placed_only_where_the_pose_is_right() -> None:
    scene = before_shelf(lifted=0.5)
    robot = robot_context(scene, Counter(1000), 12)
    assert robot.carried is not None
    along = np.array([[0.0, 0.0, 1.0], [0.0, 1.0, 0.0], [-1.0, 0.0, 0.0]])
    askew = Carried(robot.carried.center, along, robot.carried.half)
    slot = scene.node("slot")
    assert not list(placements(scene, slot, slot, askew, tilts_for({"pose": "Vertical"})))


def test_a_plan_counts_what_it_tested() -> None:
    plan = ArmPlanner().reach(before_shelf(lifted=0.5), Place("slot"))
    assert 100 < plan.checks < 5000
