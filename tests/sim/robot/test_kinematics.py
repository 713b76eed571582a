"""The arm moves as the packaged Panda does, and postures turn the hand as asked."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from espire_dsl.scene.rotation import matrix, normalised
from espire_sim.robot.arm import JOINTS, panda
from espire_sim.robot.kinematics import frames, postures, tool_pose, within_limits
from tests.sim.robot import packaged

angles = st.tuples(*(st.floats(low, high) for low, high in panda().limits)).map(np.array)
rotations = (
    st.tuples(*[st.floats(-1, 1)] * 4)
    .filter(lambda numbers: math.hypot(*numbers) > 0.1)
    .map(lambda numbers: matrix(normalised(numbers)))
)


@given(angles)
def test_forward_kinematics_are_those_of_the_packaged_urdf(joints: packaged.Array) -> None:
    rotation, place = frames(joints)
    place = place + rotation[:, 2] * panda().flange
    expected = packaged.forward(joints)
    np.testing.assert_allclose(rotation, expected[0], atol=1e-6)
    np.testing.assert_allclose(place, expected[1], atol=1e-6)


@given(angles)
def test_the_tool_is_between_the_finger_tips_and_points_out_of_the_hand(joints: packaged.Array) -> None:
    flange, place = packaged.forward(joints)
    hand = flange @ packaged.about(2, -math.pi / 4)
    rotation, tool = tool_pose(joints)
    np.testing.assert_allclose(tool, place + hand[:, 2] * 0.1034, atol=1e-6)
    np.testing.assert_allclose(rotation[:, 0], hand[:, 2], atol=1e-9)
    np.testing.assert_allclose(rotation[:, 1], hand[:, 1], atol=1e-9)


def test_the_limits_are_those_of_the_packaged_urdf() -> None:
    expected = [packaged.joints()[f"joint{number}"].limits for number in range(1, JOINTS + 1)]
    low, high = zip(*expected, strict=True)  # type: ignore[arg-type]
    ours = np.array(panda().limits)
    # The maker's data sheet lets joint 6 go a degree below the zero that the package has.
    np.testing.assert_allclose(ours[:, 0], low, atol=0.02)
    np.testing.assert_allclose(ours[:, 1], high, atol=0.02)


def test_the_gripper_opens_as_the_packaged_one() -> None:
    fingers = packaged.joints("hand")
    assert fingers["finger_joint1"].xyz.tolist() == [0.0, 0.0, panda().finger_at]
    limits = [fingers[f"finger_joint{number}"].limits for number in (1, 2)]
    assert sum(limit[1] for limit in limits if limit) == pytest.approx(panda().opening)


@given(rotations)
def test_postures_turn_the_tool_as_asked_within_the_limits(rotation: packaged.Array) -> None:
    found = postures(rotation)
    assert len(found.joints) > 20
    made, places = tool_pose(found.joints)
    np.testing.assert_allclose(made, np.broadcast_to(rotation, made.shape), atol=1e-9)
    np.testing.assert_allclose(places, found.tools, atol=1e-9)
    assert within_limits(found.joints)


def test_a_joint_beyond_its_limit_is_seen() -> None:
    middle = np.mean(panda().limits, axis=1)
    assert within_limits(middle)
    for index, (low, high) in enumerate(panda().limits):
        for wrong in (low - 0.01, high + 0.01):
            outside = middle.copy()
            outside[index] = wrong
            assert not within_limits(outside)
