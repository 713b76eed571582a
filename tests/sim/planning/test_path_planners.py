"""Planners of paths: what they are given, what becomes of their paths, and when the embedded one searches."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

import numpy as np
import pytest
from attrs import define, field

from espire_dsl.scene.graph import Scene
from espire_sim.interfaces import Goal, Pick, Place, PlanStatus, Reach
from espire_sim.planning.checking import Counter
from espire_sim.planning.connecting import Connector, connect
from espire_sim.planning.motion import FINE, all_free, legs
from espire_sim.planning.paths import GoalConfiguration, NoPath, Path
from espire_sim.planning.planner import ArmPlanner, Budget
from espire_sim.planning.robot_context import RobotContext, robot_context
from espire_sim.worlds.hand import hand_turn
from tests.nodes import node as new_node
from tests.sim.handmade import book
from tests.sim.planning.stage import before_shelf, before_table

TABLETOP = before_table([book("book"), book("other", 0.0, 0.15)])
SHELF = before_shelf(lifted=0.5)
BESIDE = Reach((0.7, 0.7, 1.1), hand_turn(0.0, 0.0, 20.0))
FLAT = {"pose": "Flat", "angle": None}


def behind_a_wall(length: float) -> Scene:
    """A wall before the table, between the hand and the goal beside it."""
    wall = new_node("wall", "support", (0.3 + length / 2, 0.5, 1.0), extents=(length, 0.02, 2.0))
    return before_table([book("book"), wall])


@define
class Straight:
    """Claims that the straight path to a goal configuration is free, after so many that it refuses."""

    refused: int = 0
    seen: list[GoalConfiguration] = field(factory=list)
    seeds: list[int] = field(factory=list)

    def find(
        self, context: RobotContext, goal_configurations: Iterable[GoalConfiguration], seed: int
    ) -> Path | NoPath:
        self.seeds.append(seed)
        for goal_configuration in islice(goal_configurations, self.refused + 1):
            self.seen.append(goal_configuration)
        if len(self.seen) <= self.refused:
            return NoPath("none of them pleased")
        return Path([context.start, self.seen[-1].before], self.seen[-1])


@pytest.mark.parametrize(
    ("scene", "goal"), [(TABLETOP, Pick("book")), (SHELF, Place("slot")), (SHELF, Place("slot", FLAT))]
)
def test_a_plan_is_the_way_and_then_the_ending(scene: Scene, goal: Goal) -> None:
    path_planner = Straight()
    plan = ArmPlanner(path_planner=path_planner).reach(scene, goal, seed=8)
    assert plan.status is PlanStatus.REACHED
    assert path_planner.seeds == [8]
    (goal_configuration,) = path_planner.seen
    context = robot_context(scene, Counter(10**6), 12)
    moved = [stop[:10] for stop in plan.path]
    still = [stop for number, stop in enumerate(moved) if not number or stop != moved[number - 1]]
    meant = [context.start, goal_configuration.before, *(leg.end for leg in goal_configuration.legs)]
    np.testing.assert_allclose(np.array(still), np.array(meant))
    assert plan.final == goal_configuration.final()


def test_endings_touch_nothing_and_are_made_when_they_are_asked_for() -> None:
    one, many = Straight(), Straight(refused=5)
    costs = [
        ArmPlanner(path_planner=path_planner).reach(TABLETOP, Pick("book")).checks
        for path_planner in (one, many)
    ]
    assert len(one.seen) == 1
    assert len(many.seen) == 6
    assert costs[0] < costs[1]
    context = robot_context(TABLETOP, Counter(10**6), 12)
    for goal_configuration in many.seen:
        assert context.whole.free(goal_configuration.before, context.opening)
        assert all_free(context.whole, goal_configuration.legs, FINE)
        np.testing.assert_allclose(goal_configuration.before, goal_configuration.legs[0].start)


def test_the_sentence_of_a_finder_is_told_only_when_it_had_endings() -> None:
    deaf = Straight(refused=10**6)
    plan = ArmPlanner(Budget(approaches=1, postures=2), deaf).reach(TABLETOP, Pick("book"))
    assert (plan.status, plan.detail) == (PlanStatus.NO_PATH, "none of them pleased")
    assert 1 <= len(deaf.seen) <= 2
    high = Reach((0.6, 0.0, 9.0), hand_turn(0, 0, 0))
    plan = ArmPlanner(path_planner=Straight(refused=1)).reach(TABLETOP, high)
    assert plan.status is PlanStatus.IK_FAILED


def test_a_way_is_searched_where_no_simple_one_is_free() -> None:
    scene = behind_a_wall(1.0)
    generous = Connector(checks=20_000)
    plan = ArmPlanner(Budget(checks=60_000), generous).reach(scene, BESIDE, seed=2)
    assert plan.status is PlanStatus.REACHED
    context = robot_context(scene, Counter(10**6), 12)
    stops = [np.array(stop[:10]) for stop in plan.path]
    assert all_free(context.whole, legs(stops, context.opening), FINE)
    deaf = Straight(refused=10**6)
    ArmPlanner(path_planner=deaf).reach(scene, BESIDE)
    assert deaf.seen
    assert all(connect(context, goal_configuration) is None for goal_configuration in deaf.seen)
    never = ArmPlanner(Budget(checks=60_000), Connector(searches=0)).reach(scene, BESIDE, seed=2)
    assert never.status is PlanStatus.NO_PATH
    assert never.checks < plan.checks


def test_the_base_is_not_lifted_over_a_wall_higher_than_it_can_be() -> None:
    low = new_node("wall", "support", (1.8, 0.5, 1.35), extents=(3.0, 0.02, 2.7))
    goal = Reach((0.7, 1.0, 3.1), BESIDE.quaternion)
    plan = ArmPlanner().reach(before_table([book("book"), low], (0.5, 0.0, 3.1)), goal)
    assert plan.status is PlanStatus.NO_PATH
    over = ArmPlanner().reach(before_table([book("book")], (0.5, 0.0, 3.1)), goal)
    assert over.status is PlanStatus.REACHED
    assert max(stop[2] for stop in over.path) <= 2.5 + 1e-9


@pytest.mark.parametrize(
    ("offset", "stands"),
    [
        ((0.0, 0.0, 0.0), True),
        ((0.0, 3.0, 0.0), True),
        ((9.0, 0.0, 0.0), True),
        ((-9.0, 0.0, 0.0), False),
        ((0.0, 0.0, 9.0), False),
        ((0.0, 0.0, -9.0), False),
    ],
)
def test_the_base_stands_before_the_furniture_at_heights_that_it_has(
    offset: tuple[float, float, float], stands: bool
) -> None:
    context = robot_context(TABLETOP, Counter(1000), 12)
    configuration = context.start.copy()
    configuration[:3] += offset
    assert context.may_stand(configuration) is stands


def test_no_way_is_found_around_a_long_wall() -> None:
    plan = ArmPlanner().reach(behind_a_wall(3.0), BESIDE)
    assert (plan.status, plan.path, plan.final) == (PlanStatus.NO_PATH, (), None)
    assert "no way there was found" in plan.detail
