"""The planner on cuRobo, run against doubles of its modules. Not run on a GPU: see docs/isaac.md."""

from __future__ import annotations

import sys
from functools import cache
from itertools import groupby
from pathlib import Path

import numpy as np
import pytest

from espire_dsl.scene.graph import Scene
from espire_dsl.scene.staged import EngineFailedError
from espire_sim.curobo import PINNED
from espire_sim.curobo.planner import CuroboPathPlanner, CuroboPlanner
from espire_sim.interfaces import Pick, Place, PlanStatus, Reach, Settled
from espire_sim.mujoco.physics import MujocoPhysics
from espire_sim.planning.checking import Counter
from espire_sim.planning.motion import FINE, all_free, legs
from espire_sim.planning.planner import ArmPlanner, Budget
from espire_sim.planning.robot_context import robot_context
from espire_sim.robot.arm import panda
from espire_sim.robot.kinematics import TOOL_IN_HAND, tool_pose
from tests.nodes import node as new_node
from tests.sim.curobo.doubles import install
from tests.sim.curobo.doubles.log import Log
from tests.sim.curobo.doubles.solving import NAMES
from tests.sim.handmade import book, on_table
from tests.sim.planning.stage import before_shelf
from tests.sim.signatures.strict import NotTheVendorsError
from tests.sim.strategies import drawn


@pytest.fixture
def log(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Log:
    return install(monkeypatch, tmp_path)


@cache
def settled(world: str, seed: int = 4) -> Scene:
    result = MujocoPhysics().settle(drawn(world, "easy", seed).scene)
    assert isinstance(result, Settled)
    return result.scene


def test_curobo_with_doubles_picks(log: Log) -> None:
    scene = settled("tabletop")
    target = scene.of_kind("book")[0].id
    plan = CuroboPlanner().reach(scene, Pick(target))
    assert plan.status is PlanStatus.REACHED, plan.detail
    assert plan.final is not None
    assert target in plan.final.targets("robot", "holds")
    path = np.array(plan.path)
    context = robot_context(scene, Counter(10**9), 12)
    assert np.allclose(path[0, :10], context.start)
    free = path[: -2 if path[-1, -1] == path[0, -1] else -3, :10]
    assert all_free(context.whole, legs(list(free), context.opening), FINE)
    assert log.warmed == 1
    assert log.cache == {"cuboid": 256}


def test_curobo_with_doubles_ends_a_pick_with_the_tool_behind_an_edge(log: Log) -> None:
    del log
    scene = settled("tabletop")
    target = scene.of_kind("book")[0]
    plan = CuroboPlanner().reach(scene, Pick(target.id))
    base, joints = np.array(plan.path[-1][:3]), np.array(plan.path[-1][3:10])
    context = robot_context(scene, Counter(10**9), 12)
    tool = base + context.base @ tool_pose(joints)[1]
    assert np.linalg.norm(tool - target.center) < max(target.extents)


def test_curobo_with_doubles_places_with_the_book_in_hand(log: Log) -> None:
    scene = settled("shelf")
    planner = CuroboPlanner()
    plans = {slot.id: planner.reach(scene, Place(slot.id)) for slot in scene.of_kind("slot")}
    reached = [id for id, plan in plans.items() if plan.reached]
    assert reached, {id: plan.detail for id, plan in plans.items()}
    final = plans[reached[0]].final
    assert final is not None
    assert final.node("held").slot == reached[0]
    assert log.made == 1
    assert len(log.worlds) == 1
    held, link, spheres = log.attached[-1]
    assert (link, spheres) == ("attached_object", 64)
    assert sorted(held.dims) == pytest.approx(sorted(scene.node("held").extents))
    # The fingers are about the book, and not wide open as cuRobo ships them.
    context = robot_context(scene, Counter(10**9), 12)
    assert log.held_open[-1] == pytest.approx(context.opening)
    assert context.opening < panda().opening


def test_curobo_with_doubles_a_flat_book_is_held_until_it_is_let_go_and_then_pushed(log: Log) -> None:
    del log
    scene = before_shelf(lifted=0.5)
    goal = Place("slot", {"pose": "Flat", "angle": None})
    plan, embedded = CuroboPlanner().reach(scene, goal), ArmPlanner().reach(scene, goal)
    assert plan.status is PlanStatus.REACHED, plan.detail
    assert plan.final == embedded.final
    openings = [opening for opening, _ in groupby(stop[-1] for stop in plan.path)]
    context = robot_context(scene, Counter(10**9), 12)
    assert openings == pytest.approx([context.gripped, context.opening, 0.0])


def test_curobo_with_doubles_the_held_box_is_where_the_hand_has_it(log: Log) -> None:
    scene = settled("shelf")
    CuroboPlanner().reach(scene, Place(scene.of_kind("slot")[0].id))
    held, _, _ = log.attached[-1]
    context = robot_context(scene, Counter(10**9), 12)
    rotation = context.tool.rotation @ TOOL_IN_HAND.T
    hand = context.tool.place - rotation[:, 2] * 0.1034
    assert np.allclose(hand + rotation @ held.pose[:3], scene.node("held").center, atol=2e-3)


def test_curobo_with_doubles_plans_in_a_frame_that_faces_the_furniture(log: Log) -> None:
    scene = settled("tabletop")
    CuroboPlanner().reach(scene, Pick(scene.of_kind("book")[0].id))
    context = robot_context(scene, Counter(10**9), 12)
    (table,) = (cuboid for cuboid in log.worlds[0].cuboid if cuboid.name == "table")
    assert np.allclose(context.base @ table.pose[:3], scene.node("table").center, atol=1e-6)
    start = [log.starts[0][NAMES.index(name)] for name in ("base_x", "base_y", "base_z")]
    assert np.allclose(context.base @ start, context.start[:3], atol=1e-5)
    assert log.reset == log.searches + log.poses


@pytest.mark.parametrize("seed", [2, 3, 6])
def test_curobo_with_doubles_agrees_with_the_embedded_planner(log: Log, seed: int) -> None:
    del log
    scene = settled("tabletop", seed)
    for node in scene.of_kind("book"):
        goal = Pick(node.id)
        assert CuroboPlanner().reach(scene, goal).status is ArmPlanner().reach(scene, goal).status


def test_curobo_with_doubles_reaches_a_pose(log: Log) -> None:
    del log
    scene = settled("tabletop")
    pose = robot_context(scene, Counter(10**9), 12).tool
    x, y, z = np.add(pose.place, (0.0, 0.1, 0.1))
    plan = CuroboPlanner().reach(scene, Reach((x, y, z), scene.node("robot").quaternion))
    assert plan.status is PlanStatus.REACHED, plan.detail


@pytest.mark.parametrize(
    ("answer", "status", "words"),
    [
        ("none", PlanStatus.NO_PATH, "found no way"),
        ("failure", PlanStatus.NO_PATH, "touches nothing"),
        ("blind", PlanStatus.NO_PATH, "touches something"),
        ("high", PlanStatus.NO_PATH, "too high"),
    ],
)
def test_curobo_with_doubles_its_failures_have_our_statuses(
    log: Log, answer: str, status: PlanStatus, words: str
) -> None:
    log.answer = answer
    scene = settled("tabletop")
    plan = CuroboPlanner(path_planner=CuroboPathPlanner(most=2)).reach(
        scene, Pick(scene.of_kind("book")[0].id)
    )
    assert plan.status is status
    assert words in plan.detail
    assert plan.path == ()
    assert plan.final is None
    assert log.searches == 2


def test_curobo_with_doubles_its_exceptions_say_nothing_about_the_scene(log: Log) -> None:
    log.answer = "exception"
    scene = settled("tabletop")
    with pytest.raises(EngineFailedError, match="illegal memory access"):
        CuroboPlanner(path_planner=CuroboPathPlanner(most=2)).reach(scene, Pick(scene.of_kind("book")[0].id))
    assert (log.poses, log.searches) == (1, 0)


@pytest.mark.parametrize(
    ("goal", "status", "words"),
    [
        (Pick("nothing"), PlanStatus.BACKEND_ERROR, 'no "nothing" to pick'),
        (Pick("table"), PlanStatus.OUT_OF_LIMITS, "too much for the gripper"),
        (Pick("viewer"), PlanStatus.BACKEND_ERROR, "no body"),
        (Place("nothing"), PlanStatus.BACKEND_ERROR, 'no "nothing" to place into'),
        (Place("table"), PlanStatus.BACKEND_ERROR, "placed into cells"),
        (Reach((0.0, float("nan"), 0.0), (1.0, 0.0, 0.0, 0.0)), PlanStatus.BACKEND_ERROR, "finite"),
        (Reach((0.0, 0.0, 0.35), (1.0, 0.0, 0.0, 0.0)), PlanStatus.IN_COLLISION, "the hand is inside"),
    ],
)
def test_curobo_with_doubles_goals_that_make_no_sense(
    log: Log, goal: Pick | Place | Reach, status: PlanStatus, words: str
) -> None:
    plan = CuroboPlanner().reach(settled("tabletop"), goal)
    assert plan.status is status, plan.detail
    assert words in plan.detail
    assert log.made == 0


def test_curobo_with_doubles_the_release_that_cannot_plan_after_its_warm_up_is_told(
    log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Old:
        def solve_cspace(self, goal_state: object, current_state: object) -> None: ...

    monkeypatch.setattr(sys.modules["curobo.trajectory_optimizer"], "TrajectoryOptimizer", Old)
    scene = settled("tabletop")
    with pytest.raises(EngineFailedError, match=f"too old: install its commit {PINNED}"):
        CuroboPlanner().reach(scene, Pick(scene.of_kind("book")[0].id))
    assert log.made == 0


def test_curobo_with_doubles_too_many_boxes_are_the_scenes_fault(
    log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("espire_sim.curobo.planner.MOST_CUBOIDS", 3)
    scene = settled("tabletop")
    plan = CuroboPlanner().reach(scene, Pick(scene.of_kind("book")[0].id))
    assert plan.status is PlanStatus.OUT_OF_LIMITS
    assert "3 at most" in plan.detail
    assert log.worlds == []


def test_curobo_with_doubles_calls_that_it_does_not_have_fail(log: Log) -> None:
    del log
    scene = settled("tabletop")
    path_planner = CuroboPathPlanner()
    CuroboPlanner(path_planner=path_planner).reach(scene, Pick(scene.of_kind("book")[0].id))
    assert path_planner._engine is not None
    planner = path_planner._engine._planner
    # A property that the vendor has, and that leads to nothing.
    with pytest.raises(AttributeError, match="TrajOptSolver of curobo has no attachment_manager"):
        planner.attachment_manager.detach()
    with pytest.raises(NotTheVendorsError, match="unexpected keyword argument 'iterations'"):
        planner.warmup(iterations=3)
    with pytest.raises(AttributeError, match="MotionPlanner of curobo has no plan_single"):
        planner.plan_single()


def test_curobo_with_doubles_another_version_is_told(log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "curobo.motion_planner", None)
    scene = settled("tabletop")
    with pytest.raises(EngineFailedError, match=r"no cuRobo 0\.8"):
        CuroboPlanner().reach(scene, Pick(scene.of_kind("book")[0].id))
    assert log.made == 0


def test_curobo_with_doubles_what_stops_it_before_it_starts(log: Log) -> None:
    assert CuroboPlanner().reach(on_table([book("book")]), Pick("book")).status is PlanStatus.BACKEND_ERROR
    hand = new_node("robot", "robot", (0, 0, 0.5), extents=(0.08, 0.2, 0.06), front=(1, 0, 0))
    inside = CuroboPlanner().reach(on_table([hand, book("book")]), Pick("book"))
    assert inside.status is PlanStatus.IN_COLLISION
    scene = settled("tabletop")
    spent = CuroboPlanner(Budget(checks=3)).reach(scene, Pick(scene.of_kind("book")[0].id))
    assert spent.status is PlanStatus.BUDGET_SPENT
    assert log.searches == 0


def test_curobo_with_doubles_the_same_question_has_the_same_answer(log: Log) -> None:
    del log
    scene = settled("tabletop")
    first, second = (Pick(node.id) for node in scene.of_kind("book")[:2])
    planner = CuroboPlanner()
    one = planner.reach(scene, first)
    planner.reach(scene, second, seed=7)
    assert planner.reach(scene, first, seed=3).path == one.path
