"""What cuRobo's own inverse kinematics and collision tests say, beside what the embedded planner says.

Here cuRobo is a double, whose robot is balls; the embedded planner's is hulls. On a card the same comparison
is a step of sim/first_run.py.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from attrs import evolve

from espire_dsl.scene.graph import Scene
from espire_dsl.scene.node import Node
from espire_dsl.scene.rotation import from_matrix
from espire_sim.curobo.planner import CuroboPathPlanner, CuroboPlanner
from espire_sim.interfaces import Grasp, GripperPose, Pick, Place, PlanStatus
from espire_sim.planning.approach import Approach, MotionSegment
from espire_sim.planning.attempt import Attempt
from espire_sim.planning.checking import Counter
from espire_sim.planning.grasps import grasps_of
from espire_sim.planning.paths import GoalConfiguration
from espire_sim.planning.picking import picks
from espire_sim.planning.planner import ArmPlanner
from espire_sim.planning.robot_context import RobotContext, ToolFrame, robot_context
from espire_sim.robot.stance import outward_of
from tests.sim.curobo.doubles import install
from tests.sim.curobo.doubles.log import Log
from tests.sim.curobo.test_curobo_with_doubles import settled

REFUSED = (PlanStatus.IN_COLLISION, PlanStatus.IK_FAILED)


@pytest.fixture
def log(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Log:
    return install(monkeypatch, tmp_path)


def proposals(scene: Scene, target: Node, every: int = 60) -> list[Grasp]:
    """Grasps of a thing from all sides, each a goal of its own; many have the hand inside something."""
    (robot,) = scene.of_kind("robot")
    found = grasps_of(target, outward_of(scene, robot))
    rows = range(0, len(found.places), every)
    return [
        Grasp(
            target.id,
            (
                GripperPose(
                    tuple(found.places[row].tolist()),
                    from_matrix(found.rotations[row]),
                    float(found.openings[row]),
                ),
            ),
        )
        for row in rows
    ]


def unfiltered(scene: Scene, target: Node, every: int = 45) -> Iterator[Approach]:
    """Straight motions to grasps of a thing from all sides, whether or not anything is in the way."""
    (robot,) = scene.of_kind("robot")
    found = grasps_of(target, outward_of(scene, robot))
    for row in range(0, len(found.places), every):
        at = ToolFrame(found.places[row], found.rotations[row])
        poses = (at.moved(-0.1 * at.rotation[:, 0]), at)
        yield Approach(
            poses, (MotionSegment(0, 1, float(found.openings[row]), carrying=False),), lambda _: scene
        )


def test_curobo_with_doubles_two_kinds_of_verdicts_on_poses(log: Log) -> None:
    """Each by its own means, before the other is asked: balls and any posture, hulls and chosen postures."""
    del log
    pairs: Tally[tuple[bool, bool]] = Tally()
    begun: Tally[tuple[bool, bool]] = Tally()
    for seed in (2, 4):
        scene = settled("tabletop", seed)
        context = robot_context(scene, Counter(10**9), 12)
        curobo = CuroboPathPlanner()
        for target in scene.of_kind("book")[:3]:
            for approach in unfiltered(scene, target):
                clear = any(True for _ in Attempt(context, 12).goal_configurations([approach]))
                free = any(
                    context.whole.free(context.configuration(approach.poses[0], *posture), context.opening)
                    for posture in context.postures_for(approach.poses, 12)
                )
                goal = first_posture(context, approach)
                if goal is not None:
                    pairs[curobo.verdict(context, goal) is PlanStatus.REACHED, clear] += 1
                    begins = evolve(goal, legs=())
                    begun[curobo.verdict(context, begins) is PlanStatus.REACHED, free] += 1
    # Where a motion begins all of the robot is asked about, and the two agree.
    assert min(begun[True, True], begun[False, False]) > 0
    assert begun[True, True] + begun[False, False] >= 0.9 * begun.total()
    # At its end cuRobo is asked about the arm alone: it takes away next to nothing that the embedded planner
    # finds clear, and what only the hand touches is left to that.
    assert min(pairs[True, True], pairs[False, False], pairs[True, False]) > 0
    assert pairs[False, True] <= 0.1 * pairs[True, True]


def first_posture(context: RobotContext, approach: Approach) -> GoalConfiguration | None:
    """An approach in its likeliest posture, whatever that touches; None where there is no posture."""
    for joints, tool in context.postures_for(approach.poses, 1):
        stops = [context.configuration(pose, joints, tool) for pose in approach.poses]
        legs = tuple(segment.leg(stops) for segment in approach.segments)
        return GoalConfiguration(stops[0], tool, legs, lambda: context.scene, None)
    return None


def test_curobo_with_doubles_two_kinds_of_verdicts_on_grasps(log: Log) -> None:
    del log
    pairs: Tally[tuple[bool, bool]] = Tally()
    for seed in (2, 4):
        scene = settled("tabletop", seed)
        curobo, embedded = CuroboPlanner(), ArmPlanner()
        for target in scene.of_kind("book")[:2]:
            for goal in proposals(scene, target):
                pairs[curobo.reach(scene, goal).reached, embedded.reach(scene, goal).reached] += 1
    assert pairs[True, True] > 0
    assert pairs[False, False] > 0
    # The embedded planner has the last word: nothing passes that it refuses.
    assert pairs[True, False] == 0
    # Balls are coarser than hulls, and may refuse more; so they do, but seldom.
    assert pairs[False, True] <= 0.2 * pairs[True, True]


def test_curobo_with_doubles_where_it_says_no_there_is_no_plan(log: Log) -> None:
    scene = settled("tabletop")
    goal = Pick(scene.of_kind("book")[0].id)
    assert ArmPlanner().reach(scene, goal).reached
    log.answer = "strict"
    plan = CuroboPlanner().reach(scene, goal)
    assert plan.status is PlanStatus.IN_COLLISION
    assert "cuRobo says that at the start the robot touches something" in plan.detail
    assert (log.poses, log.searches) == (1, 0)


def test_curobo_with_doubles_a_goal_in_the_wall_of_a_box_is_refused_by_itself(log: Log) -> None:
    """The same goal configuration, once more with a box that only cuRobo is told of."""
    scene = settled("tabletop")
    context = robot_context(scene, Counter(10**9), 12)
    approaches = picks(context, Pick(scene.of_kind("book")[0].id))
    goal = next(Attempt(context, 12).goal_configurations(approaches.each))
    planner = CuroboPathPlanner()
    assert planner.verdict(context, goal) is PlanStatus.REACHED
    place = np.array(log.worlds[-1].cuboid[0].pose)
    place[:3] = context.base.T @ (goal.before[:3] + np.array([0.0, 0.0, 0.5]))
    log.worlds[-1].cuboid[0].pose = place.tolist()
    log.worlds[-1].cuboid[0].dims = [4.0, 4.0, 0.9]
    assert planner.verdict(context, goal) in REFUSED


def test_curobo_with_doubles_what_is_held_counts_where_a_placement_begins(log: Log) -> None:
    scene = settled("shelf")
    planner = CuroboPlanner()
    slots = [slot.id for slot in scene.of_kind("slot")]
    assert any(planner.reach(scene, Place(slot)).reached for slot in slots)
    held, link, _ = log.attached[-1]
    assert (held.name, link) == ("held", "attached_object")
    attached = [entry for entry in log.attached if entry[0] is not None]
    assert len(attached) == 1, "asking about the arm alone must not lose what is in the hand"


def test_curobo_with_doubles_asking_about_the_arm_alone_loses_nothing(log: Log) -> None:
    del log
    scene = settled("shelf")
    path_planner = CuroboPathPlanner()
    CuroboPlanner(path_planner=path_planner).reach(scene, Place(scene.of_kind("slot")[0].id))
    engine = path_planner._engine
    assert engine is not None
    robot = engine._planner.kinematics.kinematics_config
    before = robot.get_link_spheres("attached_object").values
    assert (before[:, 3] > 0).any()
    with engine._without(("panda_hand", "attached_object")):
        assert (robot.get_link_spheres("attached_object").values[:, 3] < 0).all()
    assert np.array_equal(robot.get_link_spheres("attached_object").values, before)
