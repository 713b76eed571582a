"""Whatever is wrong with a scene, a goal or a budget ends in a status and a sentence; verdicts repeat."""

from __future__ import annotations

import math
import pickle

import numpy as np
import pytest
from attrs import evolve

from espire_dsl.scene.graph import Scene
from espire_dsl.scene.rotation import matrix
from espire_dsl.scene.staged import EngineFailedError
from espire_sim.interfaces import Goal, Pick, Place, PlanStatus, Reach
from espire_sim.mujoco import BACKEND
from espire_sim.planning.planner import ArmPlanner, Budget
from espire_sim.worlds.hand import hand_turn
from tests.nodes import node as new_node
from tests.sim.handmade import TABLE, book, on_table
from tests.sim.planning.replay import tool_at
from tests.sim.planning.stage import before_shelf, before_table, hand, with_node

TABLETOP = before_table([book("book"), book("other", 0.0, 0.15)])
SHELF = before_shelf(lifted=0.5)
BROKEN = with_node(TABLETOP, book("other", math.nan, 0.15))
CASES: dict[str, tuple[Scene, Goal, PlanStatus, str]] = {
    "no such target": (TABLETOP, Pick("bok"), PlanStatus.BACKEND_ERROR, 'no "bok" to pick'),
    "no such slot": (SHELF, Place("slot_9"), PlanStatus.BACKEND_ERROR, 'no "slot_9" to place into'),
    "a slot is no body": (before_shelf(holding=False), Pick("viewer"), PlanStatus.BACKEND_ERROR, "viewer"),
    "a book is no place": (
        before_table([book("book")]),
        Place("book"),
        PlanStatus.BACKEND_ERROR,
        "is a book",
    ),
    "nothing held": (before_shelf(holding=False), Place("slot"), PlanStatus.BACKEND_ERROR, "holds nothing"),
    "hand not free": (SHELF, Pick("held"), PlanStatus.BACKEND_ERROR, 'it holds "held"'),
    "unknown pose": (SHELF, Place("slot", {"pose": "Sideways"}), PlanStatus.BACKEND_ERROR, "Sideways"),
    "pose without angle": (SHELF, Place("slot", {"pose": "TiltDegree"}), PlanStatus.BACKEND_ERROR, "angle"),
    "an angle that is a text": (
        SHELF,
        Place("slot", {"pose": "TiltDegree", "angle": "steep"}),
        PlanStatus.BACKEND_ERROR,
        "steep",
    ),
    "a flat thing": (
        with_node(TABLETOP, evolve(book("other", 0.0, 0.15), extents=(0.0, 0.1, 0.2))),
        Pick("book"),
        PlanStatus.BACKEND_ERROR,
        "size 0 must be positive",
    ),
    "NaN in the scene": (BROKEN, Pick("book"), PlanStatus.BACKEND_ERROR, '"other"'),
    "NaN in the goal": (
        TABLETOP,
        Reach((math.nan, 0.0, 1.0), (1.0, 0.0, 0.0, 0.0)),
        PlanStatus.BACKEND_ERROR,
        "finite",
    ),
    "no turn in the goal": (
        TABLETOP,
        Reach((0.5, 0.0, 1.0), (0.0, 0.0, 0.0, 0.0)),
        PlanStatus.BACKEND_ERROR,
        "finite",
    ),
    "no robot": (on_table([book("book")]), Pick("book"), PlanStatus.BACKEND_ERROR, "0 robots"),
    "hand in the table": (
        before_table([book("book")], (0.1, 0.0, 0.6)),
        Pick("book"),
        PlanStatus.IN_COLLISION,
        "furniture",
    ),
    "hand in a book": (
        on_table([book("book"), hand((0.0, 0.0, 0.8))]),
        Pick("book"),
        PlanStatus.IN_COLLISION,
        '"book"',
    ),
    "goal in the table": (
        TABLETOP,
        Reach((0.0, 0.3, 0.5), hand_turn(0, 0, 0)),
        PlanStatus.IN_COLLISION,
        "furniture",
    ),
    "goal far too high": (
        TABLETOP,
        Reach((0.6, 0.0, 9.0), hand_turn(0, 0, 0)),
        PlanStatus.IK_FAILED,
        "no posture",
    ),
    "held thing too thick": (
        before_shelf(extents=(0.13, 0.09, 0.18)),
        Place("slot"),
        PlanStatus.OUT_OF_LIMITS,
        "9.8 cm",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_faults_have_a_status_and_a_sentence(name: str) -> None:
    scene, goal, status, words = CASES[name]
    plan = ArmPlanner().reach(scene, goal)
    assert plan.status is status
    assert words in plan.detail
    assert (plan.path, plan.final) == ((), None)


@pytest.mark.parametrize(
    "raised",
    [ValueError("buffer is too small"), KeyError("code"), OSError("disk"), EOFError(), RuntimeError()],
)
def test_what_an_engine_raises_is_no_verdict(raised: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else a damaged file or a full disk would be remembered as something about the scene."""
    planner = ArmPlanner()
    with monkeypatch.context() as patch:

        def failing(*_: object) -> None:
            raise raised

        patch.setattr("espire_sim.planning.checking.Checker.free", failing)
        with pytest.raises((EngineFailedError, OSError, EOFError)):
            planner.reach(TABLETOP, Pick("book"))
    assert planner.reach(TABLETOP, Pick("book")).reached


@pytest.mark.parametrize("checks", [0, 1, 100])
def test_a_spent_budget_is_told(checks: int) -> None:
    plan = ArmPlanner(Budget(checks=checks)).reach(TABLETOP, Pick("book"))
    assert plan.status is PlanStatus.BUDGET_SPENT
    assert plan.checks == checks
    assert f"{checks} configurations" in plan.detail


def test_a_budget_counts_the_same_whatever_was_asked_before() -> None:
    goals = [Place("slot", {"pose": pose}) for pose in ("Vertical", "Flat", "Vertical")]
    whole = ArmPlanner().reach(SHELF, goals[0])
    exact = ArmPlanner(Budget(checks=whole.checks))
    assert [exact.reach(SHELF, goals[0]).status for _ in range(3)] == [PlanStatus.REACHED] * 3
    scant = ArmPlanner(Budget(checks=whole.checks - 1))
    assert [scant.reach(SHELF, goals[0]).status for _ in range(3)] == [PlanStatus.BUDGET_SPENT] * 3


def test_a_verdict_repeats_whatever_was_asked_before() -> None:
    asked: list[tuple[Scene, Goal]] = [
        (TABLETOP, Pick("book")),
        (SHELF, Place("slot", {"pose": "Tilted"})),
        (SHELF, Place("slot")),
        (TABLETOP, Pick("other")),
        (BROKEN, Pick("book")),
    ]
    fresh = [ArmPlanner().reach(scene, goal) for scene, goal in asked]
    one = ArmPlanner()
    for order in ([0, 1, 2, 3, 4], [4, 3, 2, 1, 0], [2, 2, 1, 0, 3]):
        for number in order:
            assert one.reach(*asked[number]) == fresh[number]


def test_a_robot_that_cannot_start_says_so_every_time() -> None:
    scene, goal, status, _ = CASES["hand in the table"]
    planner = ArmPlanner()
    assert [planner.reach(scene, goal).status for _ in range(3)] == [status] * 3


def test_plans_survive_being_sent_to_another_process() -> None:
    plan = ArmPlanner().reach(SHELF, Place("slot"))
    assert pickle.loads(pickle.dumps(plan)) == plan
    assert pickle.loads(pickle.dumps(plan)).final == plan.final


def test_the_embedded_backend_plans() -> None:
    assert BACKEND.planner is not None
    assert BACKEND.planner().reach(TABLETOP, Pick("book")).reached


def test_a_reached_pose_is_the_pose_asked_for() -> None:
    goal = Reach((0.1, -0.3, 1.1), hand_turn(-40.0, 10.0, 5.0))
    plan = ArmPlanner().reach(TABLETOP, goal)
    assert plan.reached
    _, place = tool_at(TABLETOP, np.array(plan.path[-1]))
    np.testing.assert_allclose(place, goal.position, atol=1e-9)
    assert plan.final is not None
    rotation = matrix(plan.final.node("robot").quaternion)
    np.testing.assert_allclose(rotation, matrix(goal.quaternion), atol=1e-9)


def test_what_is_held_goes_along() -> None:
    goal = Reach((0.7, -0.2, 1.0), hand_turn(0.0, 0.0, 30.0))
    plan = ArmPlanner().reach(SHELF, goal)
    assert plan.final is not None
    held, robot = plan.final.node("held"), plan.final.node("robot")
    assert held.quaternion == pytest.approx(robot.quaternion)
    before = math.dist(SHELF.node("held").center, SHELF.node("robot").center)
    assert math.dist(held.center, robot.center) == pytest.approx(before)


def test_furniture_without_a_front_lets_the_robot_come_as_its_hand_points() -> None:
    plain = evolve(TABLE, front=None, oriented=False)
    scene = with_node(TABLETOP, plain)
    assert ArmPlanner().reach(scene, Pick("book")).reached


def test_a_solid_shelf_has_no_slots_to_place_into() -> None:
    shelf = new_node("shelf", "shelf", (0, 0, 0.25), extents=(0.4, 1.0, 0.5), front=(1, 0, 0))
    robot = hand((0.8, 0.0, 0.9))
    plan = ArmPlanner().reach(Scene.build([shelf, robot]), Place("shelf"))
    assert plan.status is PlanStatus.BACKEND_ERROR
