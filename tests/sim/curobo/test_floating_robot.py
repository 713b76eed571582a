"""The robot on sliding joints, as MuJoCo reads its URDF, is the robot of the embedded planner."""

from __future__ import annotations

from pathlib import Path

import mujoco
import numpy as np
import pytest

from espire_sim.curobo.robot import BASE_JOINTS, MOVING_JOINTS, floating_config, floating_urdf, with_fingers
from espire_sim.robot.arm import panda
from espire_sim.robot.kinematics import TOOL_IN_HAND, tool_pose
from tests.sim.curobo.doubles.content import config, urdf

# Links without a mass, which is what MuJoCo would refuse, and every link kept.
KEPT = '<mujoco><compiler fusestatic="false" boundmass="0.01" boundinertia="0.01"/></mujoco>'


def model_of(text: str) -> mujoco.MjModel:
    return mujoco.MjModel.from_xml_string(text.replace("</robot>", f"{KEPT}</robot>"))


def test_its_hand_is_where_the_kinematics_say() -> None:
    model = model_of(floating_urdf(urdf()))
    data = mujoco.MjData(model)
    dice = np.random.default_rng(4)
    low, high = np.array(panda().limits).T
    for _ in range(20):
        base, joints = dice.uniform(-1, 1, 3), dice.uniform(low, high)
        for name, value in zip(MOVING_JOINTS, (*base, *joints), strict=True):
            data.joint(name).qpos[0] = value
        mujoco.mj_kinematics(model, data)
        hand = data.body("panda_hand")
        rotation, place = tool_pose(joints)
        own = hand.xmat.reshape(3, 3)
        assert np.allclose(own @ TOOL_IN_HAND, rotation, atol=1e-9)
        assert np.allclose(hand.xpos + own[:, 2] * panda().tool, base + place, atol=1e-9)


def test_its_base_slides_first_within_limits() -> None:
    model = model_of(floating_urdf(urdf()))
    names = [model.joint(number).name for number in range(model.njnt)]
    assert tuple(names) == MOVING_JOINTS
    assert [model.joint(name).type[0] for name in BASE_JOINTS] == [mujoco.mjtJoint.mjJNT_SLIDE] * 3
    assert model.joint("base_z").range.tolist() == pytest.approx([0.004, 2.5])


def test_its_configuration_has_all_joints_and_changes_no_other_copy() -> None:
    shipped = config()
    changed = floating_config(shipped, Path("floating.urdf"))["robot_cfg"]["kinematics"]
    assert changed["base_link"] == "floor"
    assert changed["urdf_path"] == "floating.urdf"
    space = changed["cspace"]
    assert tuple(space["joint_names"][:10]) == MOVING_JOINTS
    for key in ("default_joint_position", "cspace_distance_weight", "null_space_weight"):
        assert len(space[key]) == len(space["joint_names"])
    assert changed["lock_joints"] == {"panda_finger_joint1": 0.04, "panda_finger_joint2": 0.04}
    assert shipped == config()


def test_its_fingers_are_locked_where_they_are() -> None:
    wide = floating_config(config(), Path("floating.urdf"))
    narrow = with_fingers(wide, 0.03)
    locked = narrow["robot_cfg"]["kinematics"]["lock_joints"]
    assert locked == pytest.approx({"panda_finger_joint1": 0.015, "panda_finger_joint2": 0.015})
    assert wide == floating_config(config(), Path("floating.urdf"))
    del wide["robot_cfg"]["kinematics"]["lock_joints"]["panda_finger_joint2"]
    with pytest.raises(ValueError, match="not its two fingers"):
        with_fingers(wide, 0.03)
