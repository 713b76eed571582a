"""Plans in scenes as the worlds draw them: most targets are reached, and replayed plans touch nothing."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from espire_dsl.scene.graph import Scene
from espire_dsl.tasks.worlds import shipped_world
from espire_sim.interfaces import Goal, Pick, Place, Plan, Settled
from espire_sim.mujoco.physics import MujocoPhysics
from espire_sim.planning.planner import ArmPlanner
from espire_sim.worlds import draw_many
from tests.sim.planning.replay import least_distance, least_distance_of_itself, moments

SCENES = 3
TOUCHING = 0.0004


@cache
def drawn(world: str) -> tuple[Scene, ...]:
    """One settled scene of each level."""
    settled = (MujocoPhysics().settle(drawn.scene) for _, drawn in draw_many(shipped_world(world), SCENES, 5))
    return tuple(result.scene for result in settled if isinstance(result, Settled))


@cache
def planned(world: str) -> tuple[tuple[Scene, Goal, Plan], ...]:
    planner = ArmPlanner()
    found = []
    for scene in drawn(world):
        goals: list[Goal] = [Pick(node.id) for node in scene.of_kind("book")]
        if world == "shelf":
            goals = [Place(node.id) for node in (*scene.of_kind("slot"), *scene.of_kind("space")[::10])]
        found += [(scene, goal, planner.reach(scene, goal)) for goal in goals]
    return tuple(found)


@pytest.mark.parametrize("world", ["tabletop", "shelf"])
def test_most_targets_are_reached(world: str) -> None:
    assert len(drawn(world)) >= 2
    statuses = Counter(plan.reached for _, _, plan in planned(world))
    assert statuses[True] > 2 * statuses[False]


@pytest.mark.parametrize("world", ["tabletop", "shelf"])
def test_replayed_plans_touch_nothing(world: str) -> None:
    reached = [(scene, goal, plan) for scene, goal, plan in planned(world) if plan.reached]
    for scene, goal, plan in reached[:: max(1, len(reached) // 4)]:
        for moment in moments(scene, plan, 0.1, 0.04):
            distance, what = least_distance(scene, moment)
            assert distance >= TOUCHING, (scene.id, goal, what)


@pytest.mark.parametrize("world", ["tabletop", "shelf"])
def test_the_robot_does_not_touch_itself(world: str) -> None:
    reached = [(scene, plan) for scene, _, plan in planned(world) if plan.reached]
    for scene, plan in reached[:: max(1, len(reached) // 4)]:
        for moment in moments(scene, plan, 0.2, 0.2):
            distance, what = least_distance_of_itself(scene, moment)
            assert distance > 0, (scene.id, what)
