"""Scenes come to rest, or are refused with the reason."""

from __future__ import annotations

import math
import resource
from pathlib import Path

import mujoco
import numpy as np
import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from espire_dsl.scene.box import Box, box_distance, box_of
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.json_io import dumps
from espire_dsl.scene.measures import tilt
from espire_dsl.scene.rotation import axis_angle, matrix
from espire_dsl.scene.spaces import with_spaces
from espire_dsl.scene.staged import EngineFailedError
from espire_dsl.tasks.worlds import shipped_world
from espire_sim.interfaces import Refused, Settled, SettlingFailure
from espire_sim.mujoco.model import build_model
from espire_sim.mujoco.physics import MujocoPhysics
from espire_sim.settling.after import TOUCH, judged, pose_classes, touching_pairs
from espire_sim.settling.moved import Pose, with_poses
from espire_sim.worlds import draw_scenes
from espire_sim.worlds.result import Drawn
from espire_sim.worlds.solids import overlaps
from tests.nodes import node as new_node
from tests.sim.handmade import TOP, book, leaning, lying, on_table, one_slot
from tests.sim.strategies import drawn, scenes

PHYSICS = MujocoPhysics()
LEANS = [("book", "table", "on"), ("support", "table", "on"), ("support", "book", "supports")]


def settled(scene: Scene) -> Settled:
    result = PHYSICS.settle(scene)
    assert isinstance(result, Settled), result
    return result


def refused(scene: Scene) -> Refused:
    result = PHYSICS.settle(scene)
    assert isinstance(result, Refused), result
    return result


def test_an_upright_book_stays_where_it_is() -> None:
    scene = on_table([book("book")], [("book", "table", "on")])
    result = settled(scene)
    assert result.drift["book"] < 0.001
    assert tilt(result.scene.node("book")) < 0.5
    assert result.scene.cameras == scene.cameras


def test_a_book_let_go_just_above_the_table_comes_down_to_it() -> None:
    start = book("book", z=TOP + 0.115 + 0.004)
    result = settled(on_table([start], [("book", "table", "on")]))
    assert result.scene.node("book").center[2] == pytest.approx(TOP + 0.115, abs=5e-4)


@pytest.mark.parametrize("degrees", [20.0, 30.0, 45.0])
def test_a_leaning_book_really_leans(degrees: float) -> None:
    one, support = leaning(degrees, edge=0.12)
    result = settled(on_table([one, support], LEANS))
    after = result.scene.node("book")
    assert tilt(after) == pytest.approx(degrees, abs=3)
    assert box_distance(box_of(after), box_of(result.scene.node("support"))) < 0.002


def test_without_its_support_a_leaning_book_falls() -> None:
    one, _ = leaning()
    assert refused(on_table([one])).reason in (SettlingFailure.FELL, SettlingFailure.POSE_CHANGED)


def test_a_book_beside_a_support_that_it_does_not_touch_does_not_lean_on_it() -> None:
    support = new_node("support", "support", (0, 0.2, TOP + 0.075), extents=(0.1, 0.1, 0.15))
    problem = refused(on_table([book("book"), support], LEANS))
    assert (problem.reason, problem.node) == (SettlingFailure.LOST_CONTACT, "book")


def test_a_lying_book_overhangs_and_one_without_balance_falls() -> None:
    edges = [("book", "riser", "on"), ("riser", "table", "on")]
    result = settled(on_table(lying(0.03), edges))
    low, high = (f(box_of(result.scene.node("book")).corners[:, 1]) for f in (min, max))
    assert high - 0.05 > 0.08
    assert low < -0.05
    problem = refused(on_table(lying(0.07), edges))
    assert problem.node == "book"
    assert problem.reason in (SettlingFailure.FELL, SettlingFailure.POSE_CHANGED, SettlingFailure.DRIFTED)


def test_things_inside_each_other_are_refused() -> None:
    problem = refused(on_table([book("a"), book("b", y=0.01)]))
    assert problem.reason is SettlingFailure.OVERLAPPING
    assert '"a" and "b"' in str(problem)


def test_a_hand_inside_the_table_is_refused() -> None:
    hand = new_node("robot", "robot", (0, 0, 0.5), extents=(0.08, 0.2, 0.06), front=(1, 0, 0))
    assert refused(on_table([hand])).reason is SettlingFailure.OVERLAPPING


@pytest.mark.parametrize("bad", [math.nan, math.inf])
def test_a_pose_that_is_no_number_is_refused(bad: float) -> None:
    scene = on_table([book("book")])
    broken = scene.graph.copy()
    broken.nodes["book"]["node"] = evolve(scene.node("book"), center=(0.0, bad, 1.0))
    problem = refused(evolve(scene, graph=broken))
    assert (problem.reason, problem.node) == (SettlingFailure.NOT_FINITE, "book")


def test_a_thing_without_volume_is_refused() -> None:
    assert refused(on_table([book("book", extents=(0.1, 0.0, 0.2))])).reason is SettlingFailure.NOT_FINITE


def test_a_thing_too_small_for_the_engine_is_refused() -> None:
    problem = refused(on_table([book("book", extents=(1e-6, 1e-6, 1e-6))]))
    assert problem.reason is SettlingFailure.NO_MODEL


def test_a_simulation_that_becomes_unstable_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def explode(model: mujoco.MjModel, data: mujoco.MjData, nstep: int) -> None:
        del model, nstep
        data.qvel[:] = math.nan

    monkeypatch.setattr(mujoco, "mj_step", explode)
    assert refused(on_table([book("book")])).reason is SettlingFailure.DIVERGED


def test_a_book_in_the_air_falls() -> None:
    problem = refused(on_table([book("book", z=1.2)]))
    assert problem.reason in (SettlingFailure.FELL, SettlingFailure.POSE_CHANGED)


def test_what_still_moves_when_time_is_up_is_restless() -> None:
    result = MujocoPhysics(seconds=0.1).settle(on_table([book("book", z=1.2)]))
    assert isinstance(result, Refused)
    assert (result.reason, result.node) == (SettlingFailure.RESTLESS, "book")


def test_what_the_hand_holds_hangs_in_it() -> None:
    hand = new_node("robot", "robot", (0.5, 0, 1.3), extents=(0.08, 0.2, 0.06), front=(1, 0, 0))
    scene = on_table([hand, book("held", 0.38, 0.0, 1.3)], [("robot", "held", "holds")])
    assert settled(scene).scene.node("held").center == scene.node("held").center


def test_an_empty_table_is_at_rest() -> None:
    scene = on_table([])
    assert settled(scene).scene == scene


def test_occupancy_is_found_again_and_spaces_are_cut_again() -> None:
    inside = evolve(book("book", 0.0, -0.3, 0.02 + 0.115), slot="slot")
    before = with_spaces(one_slot([inside]), "space")
    moved = with_poses(before, {"book": Pose((0.0, 0.2, 0.135), (1.0, 0.0, 0.0, 0.0))})
    assert moved.node("slot").occupancy == pytest.approx(0.16 * 0.022 / (0.38 * 0.96))
    ends = [(round(n.center[1] - n.extents[1] / 2, 4), n.extents[1]) for n in moved.of_kind("space")]
    # The book is from 0.189 to 0.211, the slot from -0.48 to 0.48: seven cells before it and three after it.
    left = [(round(-0.48 + 0.669 / 7 * n, 4), pytest.approx(0.669 / 7, abs=2e-6)) for n in range(7)]
    right = [(round(0.211 + 0.269 / 3 * n, 4), pytest.approx(0.269 / 3, abs=2e-6)) for n in range(3)]
    assert sorted(ends, key=lambda end: end[0]) == left + right


def test_a_scene_without_spaces_gets_none() -> None:
    inside = evolve(book("book", 0.0, -0.3, 0.02 + 0.115), slot="slot")
    assert with_poses(one_slot([inside]), {}).of_kind("vacancy") == ()


def test_a_thing_that_leaves_its_slot_is_refused() -> None:
    inside = evolve(book("book", 0.11, 0.0, 0.02 + 0.115), slot="slot")
    scene = one_slot([inside])
    pose = Pose((0.125, 0.0, 0.135), (1.0, 0.0, 0.0, 0.0))
    problem = judged(scene, {"book": pose}, 1.0)
    assert isinstance(problem, Refused)
    assert problem.reason is SettlingFailure.LEFT_SLOT


def test_a_drift_or_a_new_pose_class_is_refused() -> None:
    scene = on_table([book("book")], [("book", "table", "on")])
    drifted = judged(scene, {"book": Pose((0.03, 0.0, TOP + 0.115), (1.0, 0.0, 0.0, 0.0))}, 1.0)
    assert isinstance(drifted, Refused)
    assert drifted.reason is SettlingFailure.DRIFTED
    turned = judged(scene, {"book": Pose((0.0, 0.0, TOP + 0.115), axis_angle((1, 0, 0), 12.0))}, 1.0)
    assert isinstance(turned, Refused)
    assert turned.reason is SettlingFailure.POSE_CHANGED


@pytest.mark.parametrize(
    ("degrees", "name"),
    [
        (0, "vertical"),
        (10, "vertical"),
        (12, None),
        (15, "tilted"),
        (75, "tilted"),
        (80, "flat"),
        (90, "flat"),
    ],
)
def test_pose_classes_are_those_of_the_language(degrees: float, name: str | None) -> None:
    leaning = book("book", rotation=axis_angle((1, 0, 0), degrees))
    assert pose_classes([leaning, evolve(leaning, upright=None), leaning]) == [name, None, name]


@pytest.mark.parametrize("world", ["tabletop", "shelf"])
def test_four_fifths_of_drawn_scenes_stay_valid(world: str) -> None:
    some = [scene for _, scene in draw_scenes(shipped_world(world), 12, 11)]
    kept = [result for scene in some if isinstance(result := PHYSICS.settle(scene), Settled)]
    assert len(kept) >= 0.8 * len(some)


@settings(deadline=None, max_examples=8, derandomize=True)
@given(found=scenes("tabletop") | scenes("shelf"))
def test_settled_scenes_are_at_rest_and_repeat_to_the_byte(found: Drawn) -> None:
    first, second = PHYSICS.settle(found.scene), PHYSICS.settle(found.scene)
    if isinstance(first, Refused):
        assert first == second
        return
    assert isinstance(second, Settled)
    assert dumps(first.scene) == dumps(second.scene)
    assert overlaps(first.scene) == ()
    again = PHYSICS.settle(first.scene)
    assert isinstance(again, Settled)
    assert max(again.drift.values()) < 0.005


@pytest.mark.parametrize(("world", "seed"), [("tabletop", 3), ("tabletop", 4), ("shelf", 5)])
def test_what_settled_stays_at_rest_for_seconds(world: str, seed: int) -> None:
    model = build_model(settled(drawn(world, "hard", seed).scene).scene)
    data = mujoco.MjData(model.compiled)
    before = data.qpos.copy()
    mujoco.mj_step(model.compiled, data, nstep=1500)
    assert np.abs(data.qpos - before).max() < 1e-3


def test_many_scenes_leave_no_memory_behind() -> None:
    scene = on_table([book("a"), book("b", y=0.2)], [("a", "table", "on")])
    for _ in range(10):
        settled(scene)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(60):
        settled(scene)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 10_000


@pytest.mark.parametrize("said", ["Error: engine error: Could not allocate memory", "could not allocate"])
def test_too_little_memory_is_not_the_scenes_fault(monkeypatch: pytest.MonkeyPatch, said: str) -> None:
    def refuse(_: object) -> None:
        raise ValueError(said)

    monkeypatch.setattr(mujoco.MjSpec, "compile", refuse)
    with pytest.raises(MemoryError):
        MujocoPhysics().settle(on_table([book("book")]))


@pytest.mark.parametrize("error", [mujoco.FatalError("gone"), RuntimeError("Caught an unknown exception!")])
def test_a_broken_engine_is_not_the_scenes_fault(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(mujoco, "mj_step", refuse)
    with pytest.raises(EngineFailedError):
        MujocoPhysics().settle(on_table([book("book")]))


def test_no_log_is_written_beside_us(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    one = mujoco.MjModel.from_xml_string(
        "<mujoco><worldbody><body><freejoint/><geom size='1'/></body></worldbody></mujoco>"
    )
    data = mujoco.MjData(one)
    data.qpos[0] = math.nan
    mujoco.mj_step(one, data)
    assert data.warning[mujoco.mjtWarning.mjWARN_BADQPOS].number == 1
    assert list(tmp_path.iterdir()) == []


spots = st.tuples(*[st.sampled_from([0.0, 0.1, 0.101, 0.103]) | st.floats(-0.3, 0.3)] * 3)


@given(st.lists(st.tuples(spots, st.sampled_from([0.0, 45.0, 90.0]) | st.floats(0, 90)), max_size=6))
def test_pairs_touch_whose_boxes_are_measured_to_be_near(
    others: list[tuple[tuple[float, float, float], float]],
) -> None:
    one = Box([0, 0, 0], np.eye(3), [0.05, 0.05, 0.05])
    pairs = [
        (one, Box(spot, matrix(axis_angle((1, 2, 3), degrees)), [0.05, 0.02, 0.05]))
        for spot, degrees in others
    ]
    near = [number for number, pair in enumerate(pairs) if box_distance(*pair) <= TOUCH]
    assert touching_pairs(pairs) == near
