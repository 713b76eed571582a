"""The model for collisions stands where the kinematics say, and knows when the robot touches itself."""

from __future__ import annotations

import math

import mujoco
import numpy as np
from hypothesis import given

from espire_dsl.scene.rotation import from_matrix
from espire_sim.robot.arm import panda
from espire_sim.robot.kinematics import about_x, about_z, tool_pose
from espire_sim.robot.model import add_carried, add_free_hand, add_robot
from tests.sim.robot.packaged import Array
from tests.sim.robot.test_kinematics import angles

HEADING = 2.3
HOME = (0.0, -0.785, 0.0, -2.356, 0.0, 1.571, 0.785)


def posed(spec: mujoco.MjSpec, positions: list[float]) -> tuple[mujoco.MjModel, mujoco.MjData]:
    model = spec.compile()
    data = mujoco.MjData(model)
    data.qpos[:] = positions
    mujoco.mj_kinematics(model, data)
    mujoco.mj_collision(model, data)
    return model, data


def robot_with_box() -> mujoco.MjSpec:
    spec = mujoco.MjSpec()
    add_carried(add_robot(spec, HEADING), (0.05, 0.01, -0.02), about_x(30.0), (0.06, 0.01, 0.1))
    return spec


@given(angles)
def test_a_carried_box_is_where_the_kinematics_say(joints: Array) -> None:
    model, data = posed(robot_with_box(), [1.0, -2.0, 0.5, *joints, 0.01, 0.01])
    rotation, place = tool_pose(joints)
    rotation, place = about_z(HEADING) @ rotation, about_z(HEADING) @ place + (1.0, -2.0, 0.5)
    box = model.geom("carried").id
    np.testing.assert_allclose(data.geom_xpos[box], place + rotation @ (0.05, 0.01, -0.02), atol=1e-9)
    np.testing.assert_allclose(data.geom_xmat[box].reshape(3, 3), rotation @ about_x(30.0), atol=1e-9)


@given(angles)
def test_the_hand_alone_is_the_hand_of_the_whole_robot(joints: Array) -> None:
    rotation, place = tool_pose(joints)
    rotation, place = about_z(HEADING) @ rotation, about_z(HEADING) @ place
    alone = mujoco.MjSpec()
    add_carried(add_free_hand(alone), (0.05, 0.01, -0.02), about_x(30.0), (0.06, 0.01, 0.1))
    small, hand = posed(alone, [*place, *from_matrix(rotation), 0.02, 0.02])
    large, robot = posed(robot_with_box(), [0.0, 0.0, 0.0, *joints, 0.02, 0.02])
    count = small.ngeom
    np.testing.assert_allclose(hand.geom_xpos, robot.geom_xpos[large.ngeom - count :], atol=1e-9)
    np.testing.assert_array_equal(small.geom_size, large.geom_size[large.ngeom - count :])


def test_at_home_the_robot_touches_nothing_of_itself() -> None:
    spec = mujoco.MjSpec()
    add_robot(spec, 0.0)
    assert posed(spec, [0.0, 0.0, 0.0, *HOME, 0.04, 0.04])[1].ncon == 0


def test_a_hand_folded_into_the_base_touches_it() -> None:
    spec = mujoco.MjSpec()
    add_robot(spec, 0.0)
    folded = [0.0, 1.7, 0.0, -3.0, 0.0, 1.6, math.pi / 4]
    assert posed(spec, [0.0, 0.0, 0.0, *folded, 0.04, 0.04])[1].ncon > 0


def test_fingers_are_as_far_apart_as_the_gripper_is_open() -> None:
    spec = mujoco.MjSpec()
    add_free_hand(spec)
    model, data = posed(spec, [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.03, 0.03])
    middles = [data.geom_xpos[model.body(name).geomadr[0]] for name in ("left", "right")]
    inner = panda().finger.blocks[0].center[1]
    np.testing.assert_allclose(middles[0] - middles[1], (0.0, 0.06 + 2 * inner, 0.0), atol=1e-9)
