"""The hull of the robot in the world, against MuJoCo's own kinematics and rays; balls against the hull."""

from __future__ import annotations

import mujoco
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from espire_dsl.scene.camera import look_at
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.node import FORWARD, Vector
from espire_dsl.scene.projection import rays_of
from espire_dsl.scene.rotation import Array, vector
from espire_sim.rendering.observe import observe
from espire_sim.robot.arm import panda
from espire_sim.robot.balls import balls_of
from espire_sim.robot.body import hulls
from espire_sim.robot.kinematics import about_z, tool_pose
from espire_sim.robot.model import add_robot
from tests.nodes import node as new_node

LIMITS = [(low, high) for low, high in panda().limits]
CONFIGURATIONS = st.tuples(
    st.floats(-1, 1), st.floats(-1, 1), st.floats(0.1, 1), *(st.floats(low, high) for low, high in LIMITS)
)


def modelled(configuration: Array, heading: float, opening: float) -> tuple[mujoco.MjModel, mujoco.MjData]:
    spec = mujoco.MjSpec()
    add_robot(spec, heading)
    model = spec.compile()
    data = mujoco.MjData(model)
    data.qpos[:-2] = configuration
    data.qpos[-2:] = opening / 2
    mujoco.mj_kinematics(model, data)
    return model, data


@settings(deadline=None, max_examples=40, derandomize=True)
@given(CONFIGURATIONS, st.floats(-3, 3), st.floats(0, 0.08))
def test_shapes_are_where_the_engine_has_them(
    configuration: tuple[float, ...], heading: float, opening: float
) -> None:
    row = np.array(configuration)
    model, data = modelled(row, heading, opening)
    hull = hulls(row[None], heading, opening)
    places = np.concatenate([(hull.starts[0] + hull.ends[0]) / 2, hull.centers[0]])
    assert len(places) == model.ngeom
    away = np.linalg.norm(places[:, None] - data.geom_xpos[None], axis=2)
    assert away.min(axis=1).max() < 3e-6
    assert sorted(np.argmin(away, axis=1).tolist()) == list(range(model.ngeom))


HOME = np.array([1.0, 0.2, 0.4, 0.1, 0.3, -0.2, -1.9, 0.2, 2.2, 0.5])


def alone(configuration: Array, camera_at: Vector) -> Scene:
    """The robot alone, its hand where the configuration brings it."""
    rotation, place = tool_pose(configuration[3:])
    ahead = (about_z(np.pi) @ rotation)[:, 0]
    center = configuration[:3] + about_z(np.pi) @ place - ahead * 0.06
    robot = new_node(
        "robot",
        "robot",
        vector(center),
        extents=(0.08, 0.204, 0.063),
        front=FORWARD,
        configuration=tuple(configuration.tolist()),
    )
    far = new_node("table", "table", (-3.0, 0.0, 0.35), extents=(0.6, 1.4, 0.7), front=FORWARD)
    camera = look_at(camera_at, (0.7, 0.1, 0.9), width=96, height=72)
    return Scene.build([robot, far], cameras={"world": camera})


@pytest.mark.parametrize("at", [(2.5, 0.5, 1.4), (0.8, 2.0, 1.0), (1.0, -1.6, 0.5)])
def test_the_whole_arm_is_in_ids_and_depths(at: Vector) -> None:
    """Compared with the engine's rays at the hulls of links: what is seen is most of them, and within them,
    but for pixels at outlines."""
    scene = alone(HOME, at)
    sight = observe(scene, "world")
    model, data = modelled(HOME, np.pi, panda().opening / 2)
    rays = rays_of(scene.cameras["world"])
    seen = sight.mask("robot")
    met, depth = np.zeros_like(seen), np.zeros(seen.shape)
    hit = np.zeros(1, dtype=np.int32)
    for row in range(seen.shape[0]):
        for column in range(seen.shape[1]):
            way = rays.direction(np.asarray(column + 0.5), np.asarray(row + 0.5))
            length = np.linalg.norm(way)
            distance = mujoco.mj_ray(
                model, data, np.asarray(scene.cameras["world"].position), way / length, None, 1, -1, hit
            )
            met[row, column] = distance >= 0
            depth[row, column] = distance / length
    assert met.sum() > 200
    assert (seen & ~met).sum() <= 0.02 * met.sum() + 4
    assert seen.sum() >= 0.7 * met.sum()
    behind = (sight.distance_to_image_plane - depth)[seen & met]
    assert np.mean(behind < -0.002) <= 0.03
    assert np.median(behind) < 0.02


@settings(deadline=None, max_examples=15, derandomize=True)
@given(CONFIGURATIONS, st.tuples(*[st.floats(-0.4, 0.4)] * 3))
def test_balls_hide_what_the_hull_hides_or_is_near_to_hiding(
    configuration: tuple[float, ...], off: tuple[float, float, float]
) -> None:
    row = np.array(configuration)
    model, data = modelled(row, 0.0, 0.04)
    eye = row[:3] + np.array([3.0, 1.0, 1.0])
    targets = row[:3] + off + np.random.default_rng(0).uniform(-1, 1, (60, 3)) - (1.0, 0.3, 0.0)
    hidden = balls_of(row[None], 0.0, 0.04).hiding(eye, targets)[0]
    hit = np.zeros(1, dtype=np.int32)
    for target, behind in zip(targets, hidden.tolist(), strict=True):
        way = target - eye
        length = float(np.linalg.norm(way))
        distances = [
            mujoco.mj_ray(model, data, eye, (way + shift) / length, None, 1, -1, hit)
            for shift in (0.0 * way, *(s * 0.06 * axis for axis in np.eye(3) for s in (-1, 1)))
        ]
        through = [0 <= distance <= length + 0.1 for distance in distances]
        if not any(through):
            assert not behind
        if all(0 <= distance <= length - 0.15 for distance in distances):
            assert behind


def test_a_robot_that_is_folded_into_itself_is_told() -> None:
    folded = np.array([0.0, 0.0, 0.5, 0.0, 1.7, 0.0, -3.0, 0.0, 0.1, 0.0])
    assert balls_of(np.array([HOME, folded]), 0.0, 0.04).clear_of_themselves().tolist() == [True, False]


def test_distances_to_boxes() -> None:
    balls = balls_of(HOME[None], 0.0, 0.04)
    lowest = float((balls.centers[0, :, 2] - balls.radii).min())
    for below, clear in ((lowest - 0.05, True), (lowest - 0.02, False)):
        floor = np.array([[0.0, 0.0, below - 0.5]])
        halves = np.array([[9.0, 9.0, 0.5]])
        assert balls.clear_of(floor, np.eye(3)[None], halves, 0.03).tolist() == [clear]
