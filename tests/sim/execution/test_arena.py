"""An arena: what is seen follows what is done, nothing moves that is refused, and the end can be judged."""

from __future__ import annotations

import math
from functools import cache
from itertools import combinations

import numpy as np
import pytest
from attrs import evolve

from espire_dsl.domain.worlds import WRIST_CAMERA
from espire_dsl.scene.acting import AXES, ActingError, Arena, Axis, MoveResult
from espire_dsl.scene.box import box_of
from espire_dsl.scene.camera import WORLD_CAMERA, look_at
from espire_dsl.scene.faces import face_of
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.node import Vector
from espire_dsl.scene.projection import project
from espire_dsl.scene.rotation import Array, from_matrix, matrix, vector
from espire_sim.execution.arena import STANDOFFS, SceneArena, arena_of
from espire_sim.execution.turning import angles_of, axes_of_face, axes_of_place
from espire_sim.interfaces import Pick, Settled
from espire_sim.mujoco import BACKEND
from espire_sim.mujoco.physics import MujocoPhysics
from espire_sim.planning.planner import ArmPlanner
from espire_sim.rendering.renderer import RayRenderer
from espire_sim.robot.kinematics import tool_pose
from espire_sim.simulator import PartsSimulator
from espire_sim.worlds.hand import turn_to_see, wrist_camera
from tests.sim.handmade import TOP, book
from tests.sim.planning.replay import heading_of
from tests.sim.planning.stage import before_shelf, before_table
from tests.sim.strategies import drawn

SMALL = {"width": 160, "height": 120}
FRONT: Vector = (0.08, 0.0, TOP + 0.115)
"""In the middle of the side of the book that faces the robot."""
HIGH = 0.5
FLOOR = 0.02 + HIGH


def with_cameras(scene: Scene) -> Scene:
    """Small pictures, from before the furniture and from the wrist."""
    world = look_at((1.5, 0.1, 1.6), (0.0, 0.0, 0.75), **SMALL)
    robot = scene.node("robot")
    tool = np.asarray(robot.center) + matrix(robot.quaternion)[:, 0] * 0.06
    wrist = wrist_camera(world, vector(tool), robot.quaternion)
    return scene.with_parts(scene.nodes, cameras={WORLD_CAMERA: world, WRIST_CAMERA: wrist})


def opened(scene: Scene) -> SceneArena:
    return arena_of(with_cameras(scene), None, MujocoPhysics(), RayRenderer(), ArmPlanner(), 0)


def table_arena() -> SceneArena:
    return opened(before_table([book("book"), book("other", 0.0, 0.3)]))


def shelf_arena() -> SceneArena:
    return opened(before_shelf(lifted=HIGH))


def repositioned(arena: Arena, point: Vector, toward: str) -> MoveResult:
    return arena.reposition(point, arena.scene.cameras[WORLD_CAMERA].position, toward)


def camera_in_hand(scene: Scene) -> Array:
    """The pose of the wrist camera in the axes of the hand: place and turn in one row."""
    robot, camera = scene.node("robot"), scene.cameras[WRIST_CAMERA]
    inward = matrix(robot.quaternion).T
    place = inward @ (np.asarray(camera.position) - np.asarray(robot.center))
    return np.concatenate([place, (inward @ matrix(camera.quaternion)).ravel()])


def assert_arm_behind_hand(arena: SceneArena) -> None:
    """The configuration of the state brings the hand to where the state has it, by kinematics alone."""
    configuration = np.array(arena.robot.configuration)
    rotation, place = tool_pose(configuration[3:])
    base = heading_of(arena.scene)
    np.testing.assert_allclose(configuration[:3] + base @ place, arena.tool.position, atol=1e-6)
    np.testing.assert_allclose(base @ rotation, matrix(arena.tool.quaternion), atol=1e-6)


MOVES: tuple[tuple[str, Vector], ...] = (("book", (0.25, 0.2, TOP)), ("other", (0.1, -0.3, TOP)))


def test_the_wrist_camera_is_rigid_with_the_hand_and_looks_at_the_target() -> None:
    arena = table_arena()
    before = camera_in_hand(arena.scene)
    for target, point in MOVES:
        assert repositioned(arena, point, target).moved
        np.testing.assert_allclose(camera_in_hand(arena.scene), before, atol=1e-5)
        camera = arena.scene.cameras[WRIST_CAMERA]
        seen = project(camera, arena.scene.node(target).center)
        assert seen is not None
        np.testing.assert_allclose(seen, (camera.width / 2, camera.height / 2), atol=1.0)
        np.testing.assert_allclose(matrix(camera.quaternion)[2, 0], 0.0, atol=1e-6)
    assert arena.attempt("book", FRONT).accepted
    np.testing.assert_allclose(camera_in_hand(arena.scene), before, atol=1e-5)


def test_every_world_mounts_its_wrist_camera_so() -> None:
    """What moves with the hand is what worlds draw at its start."""
    for world in ("tabletop", "shelf"):
        result = drawn(world, "easy", 3)
        assert result.robot_pose is not None
        pose = result.robot_pose
        wrist = result.scene.cameras[WRIST_CAMERA]
        assert wrist_camera(wrist, pose.position, pose.quaternion) == wrist


def test_the_arm_keeps_its_posture_between_moves() -> None:
    arena = table_arena()
    for target, point in MOVES:
        repositioned(arena, point, target)
        assert_arm_behind_hand(arena)
        # The next way begins in the posture in which the last one ended.
        plan = ArmPlanner().reach(arena.scene, Pick("book"))
        assert plan.reached
        np.testing.assert_array_equal(plan.path[0][:10], arena.robot.configuration)
    assert arena.attempt("book", FRONT).accepted
    assert_arm_behind_hand(arena)


def test_a_reposition_stops_before_the_point_and_is_never_accepted() -> None:
    arena = table_arena()
    eye = np.asarray(arena.scene.cameras[WORLD_CAMERA].position)
    for target, point in MOVES:
        before = arena.tool
        result = repositioned(arena, point, target)
        assert (result.moved, result.accepted, result.before, result.after) == (
            True,
            False,
            before,
            arena.tool,
        )
        assert result.goal is not None
        np.testing.assert_allclose(arena.tool.position, result.goal.position, atol=1e-6)
        way = np.asarray(point) - np.asarray(arena.tool.position)
        assert min(abs(np.linalg.norm(way) - standoff) for standoff in STANDOFFS) < 1e-6
        ray = (np.asarray(point) - eye) / np.linalg.norm(np.asarray(point) - eye)
        np.testing.assert_allclose(way / np.linalg.norm(way), ray, atol=1e-6)


def test_what_is_held_stops_before_the_point_too() -> None:
    arena = shelf_arena()
    point = (0.2, 0.0, FLOOR + 0.2)
    assert repositioned(arena, point, "slot").moved
    apart = np.linalg.norm(np.asarray(arena.tool.position) - point)
    assert apart >= STANDOFFS[0] + 0.11 - 1e-6, "the book reaches 11 cm out of the hand"


def test_a_refused_move_changes_nothing() -> None:
    arena = table_arena()
    scene = arena.scene
    under = arena.reposition((-0.2, 0.0, 0.2), (0.2, 0.0, 0.2), "book")
    cover = arena.attempt("book", (0.0, 0.011, TOP + 0.115))
    for result in (under, cover):
        assert (result.moved, result.accepted) == (False, False)
        assert result.before == result.after == arena.tool
        assert result.detail
    assert arena.scene is scene
    assert (cover.status, cover.goal) == ("out_of_limits", None)


def test_a_picked_thing_is_held_and_then_lifted() -> None:
    arena = table_arena()
    result = arena.attempt("book", FRONT)
    assert result.accepted
    assert result.goal is not None
    np.testing.assert_allclose(result.goal.position, result.after.position, atol=1e-6)
    start = np.asarray(arena.scene.node("book").center)
    finished = arena.finish()
    assert (finished.speed, finished.detail) == (None, "")
    assert finished.scene.targets("robot", "holds") == ("book",)
    np.testing.assert_allclose(
        finished.scene.node("book").center, start + np.array([0.0, 0.0, 0.1]), atol=1e-6
    )
    np.testing.assert_allclose(camera_in_hand(finished.scene), camera_in_hand(table_arena().scene), atol=1e-5)


def test_a_thing_under_a_lid_is_held_and_not_lifted() -> None:
    lid = evolve(book("lid", extents=(0.5, 1.2, 0.05)), fixed=True, center=(-0.1, 0.0, TOP + 0.32))
    arena = opened(before_table([book("book"), lid]))
    assert arena.attempt("book", FRONT).accepted
    finished = arena.finish()
    assert "not lifted" in finished.detail
    assert finished.scene.targets("robot", "holds") == ("book",)
    assert finished.scene.node("book") == arena.scene.node("book")


def test_a_placed_thing_is_let_go_and_settles() -> None:
    arena = shelf_arena()
    result = arena.attempt("slot", (0.15, 0.1, FLOOR))
    assert result.accepted, result.detail
    assert arena.scene.targets("robot", "holds") == ()
    put = arena.scene.node("held")
    finished = arena.finish()
    assert finished.speed is None
    settled = finished.scene.node("held")
    assert math.dist(settled.center, put.center) < 0.003
    slot = box_of(finished.scene.node("slot"))
    own = np.abs((box_of(settled).corners - slot.center) @ slot.axes)
    assert (own <= slot.half + 0.002).all()


def test_what_falls_over_is_judged_where_it_fell() -> None:
    """Balanced on an edge, and let go: physics says where it ends, and a sentence that it fell."""
    arena = shelf_arena()
    assert arena.attempt("slot", (0.15, 0.0, FLOOR)).accepted
    put = arena.scene.node("held")
    askew = evolve(
        put,
        center=(put.center[0], 0.0, FLOOR + 0.1),
        quaternion=from_matrix(
            matrix((math.cos(math.radians(12)), math.sin(math.radians(12)), 0.0, 0.0))
            @ matrix(put.quaternion)
        ),
    )
    arena.scene = arena.scene.with_parts([askew if n.id == "held" else n for n in arena.scene.nodes])
    finished = arena.finish()
    assert "held" in finished.detail
    assert finished.scene.node("held").center[2] < FLOOR + 0.05


def test_without_a_move_the_state_is_judged_as_it_is() -> None:
    arena = table_arena()
    assert arena.finish().scene is arena.scene


@pytest.mark.parametrize("world", ["tabletop", "shelf"])
def test_views_show_the_present_state(world: str) -> None:
    settled = MujocoPhysics().settle(drawn(world, "easy", 5).scene)
    assert isinstance(settled, Settled)
    scene = settled.scene
    arena = arena_of(scene, None, MujocoPhysics(), RayRenderer(), ArmPlanner(), 0)
    target = scene.of_kind("book" if world == "tabletop" else "slot")[0].id
    first = arena.look(WRIST_CAMERA)
    moved = False
    for standing in (0.0, 0.15, 0.3):
        x, y, z = scene.node(target).center
        moved = moved or repositioned(arena, (x + 0.15, y + standing, z + 0.1), target).moved
    assert moved
    second = arena.look(WRIST_CAMERA)
    assert second.optics == arena.scene.cameras[WRIST_CAMERA] != first.optics
    assert not np.array_equal(first.rgb, second.rgb)
    # In the world view the hand is seen where it is now: nothing is behind its own surface there.
    view = arena.look(WORLD_CAMERA)
    seen = project(view.optics, arena.robot.center)
    assert seen is not None
    if view.contains(*seen):
        point = view.lift(*seen)
        assert point is not None
        eye = view.optics.position
        assert math.dist(eye, point) <= math.dist(eye, arena.robot.center) + 1e-6
    sight = arena.sight(second, target)
    assert sight.pixels == int(arena.mask(second, target).sum())
    assert 0 <= sight.pixels <= sight.alone
    assert sight.behind_robot + sight.behind_others <= sight.alone


@cache
def played() -> tuple[list[MoveResult], Scene]:
    arena = table_arena()
    results = [repositioned(arena, point, target) for target, point in MOVES]
    results += [arena.attempt("book", (0.0, 0.011, TOP + 0.115)), arena.attempt("book", FRONT)]
    return results, arena.finish().scene


def test_the_same_moves_give_the_same_results() -> None:
    first = played()
    played.cache_clear()
    assert played() == first


def test_asking_what_would_be_accepted_moves_nothing() -> None:
    asked, told = table_arena(), table_arena()
    scene = asked.scene
    assert asked.offsets("book", FRONT) == {}
    assert asked.offsets("book", (0.0, 0.011, TOP + 0.115)) is None
    assert asked.scene is scene
    assert asked.attempt("book", FRONT) == told.attempt("book", FRONT)


SUBSETS = [axes for count in (1, 2, 3) for axes in combinations(AXES, count)]


@pytest.mark.parametrize("axes", SUBSETS)
def test_with_the_right_offsets_an_attempt_is_accepted_whatever_is_asked(axes: tuple[Axis, ...]) -> None:
    for made, target, point, constraint in (
        (table_arena, "book", FRONT, None),
        (shelf_arena, "slot", (0.15, 0.1, FLOOR), None),
        (shelf_arena, "slot", (0.15, 0.1, FLOOR), {"pose": "Flat", "angle": None}),
    ):
        arena = made()
        scene = arena.scene
        offsets = arena.offsets(target, point, axes, constraint)
        assert offsets is not None
        assert tuple(offsets) == axes
        assert arena.scene is scene
        now = angles_of(matrix(arena.robot.quaternion), _axes(arena, target, point))
        moved = arena.attempt(target, point, offsets, constraint)
        assert moved.accepted, moved.detail
        for axis, degrees in offsets.items():
            assert abs(math.remainder(moved.rotation[axis] - now[axis] - degrees, 360.0)) < 0.01


def _axes(arena: SceneArena, target: str, point: Vector) -> Array:
    node = arena.scene.node(target)
    if target == "slot":
        return axes_of_place(node)
    return axes_of_face(box_of(node), face_of(box_of(node), point), np.array([1.0, 0.0, 0.0]))


def test_the_hand_as_it_is_takes_nothing_that_needs_a_turn() -> None:
    """So offsets matter: those of nothing are refused where others are accepted."""
    arena = table_arena()
    above = (0.0, 0.0, TOP + 0.23)
    assert not arena.attempt("book", above, dict.fromkeys(AXES, 0.0)).accepted
    assert arena.attempt("book", above, arena.offsets("book", above, AXES)).accepted


def test_a_point_at_the_eye_and_scenes_without_a_robot_are_refused_in_words() -> None:
    arena = table_arena()
    eye = arena.scene.cameras[WORLD_CAMERA].position
    with pytest.raises(ActingError, match="no ray"):
        arena.reposition(eye, eye, "book")
    scene = arena.scene
    without = scene.with_parts([node for node in scene.nodes if node.id != "robot"])
    with pytest.raises(ActingError, match="0 robots"):
        arena_of(without, None, MujocoPhysics(), RayRenderer(), ArmPlanner(), 0)


def test_a_backend_without_a_planner_says_so() -> None:
    simulator = PartsSimulator(MujocoPhysics(), RayRenderer(), None, "")
    with pytest.raises(ActingError, match="no planner"):
        simulator.arena(table_arena().scene, None, 0)
    opened_backend = BACKEND.open("rays")
    assert opened_backend is not None
    assert opened_backend.arena(table_arena().scene, None, 0).tool == table_arena().tool


def test_a_hand_whose_camera_is_straight_above_a_point_keeps_its_turn() -> None:
    """The camera is 6 cm behind the tool, 7 cm beside and 6 cm above it: there is no level horizon."""
    now = (1.0, 0.0, 0.0, 0.0)
    assert turn_to_see((0.0, 0.0, 1.0), (-0.06, 0.07, 0.5), now) == now
    assert turn_to_see((0.0, 0.0, 1.0), (-0.6, 0.07, 0.5), now) != now
