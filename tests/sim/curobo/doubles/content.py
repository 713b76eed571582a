"""Files as cuRobo ships them: the configuration of its Franka, and a URDF in the same layout as its own."""

from __future__ import annotations

import json
import math
from pathlib import Path

from espire_sim.robot.arm import Link, panda

FINGERS = ("panda_finger_joint1", "panda_finger_joint2")


def write_content(folder: Path) -> None:
    robots = folder / "configs" / "robot"
    assets = folder / "assets" / "robot" / "franka_description"
    robots.mkdir(parents=True)
    assets.mkdir(parents=True)
    (robots / "franka.yml").write_text(json.dumps(config()), encoding="utf-8")
    (assets / "franka_panda.urdf").write_text(urdf(), encoding="utf-8")


def config() -> dict[str, object]:
    """The fields of the shipped configuration that concern us."""
    joints = [*(f"panda_joint{number}" for number in range(1, 8)), *FINGERS]
    return {
        "robot_cfg": {
            "kinematics": {
                "asset_root_path": "robot/franka_description",
                "urdf_path": "robot/franka_description/franka_panda.urdf",
                "base_link": "panda_link0",
                "tool_frames": ["panda_hand"],
                "extra_collision_spheres": {"attached_object": 4},
                "lock_joints": dict.fromkeys(FINGERS, 0.04),
                "cspace": {
                    "joint_names": joints,
                    "default_joint_position": [0.0, -1.3, 0.0, -2.5, 0.0, 1.5, 0.8, 0.04, 0.04],
                    "cspace_distance_weight": [1] * 9,
                    "null_space_weight": [1] * 9,
                    "max_acceleration": 15.0,
                    "max_jerk": 500.0,
                },
            }
        }
    }


def urdf() -> str:
    """A Panda with the root `base_link`, fixed to its first link."""
    arm = panda()
    parts = [
        '<robot name="panda"><link name="base_link"/><link name="panda_link0"/>',
        _fixed("panda_fixed", "base_link", "panda_link0", (0, 0, 0), 0.0),
    ]
    for number, link in enumerate(arm.links[1:], start=1):
        parts.append(f'<link name="panda_link{number}"/>{_revolute(number, link)}')
    parts.append('<link name="panda_hand"/>')
    spun = math.radians(arm.hand_spun)
    parts.append(_fixed("panda_hand_joint", "panda_link7", "panda_hand", (0, 0, arm.flange), spun))
    return "".join([*parts, "</robot>"])


def _revolute(number: int, link: Link) -> str:
    (x, y, z), (low, high) = link.at, link.limits
    return (
        f'<joint name="panda_joint{number}" type="revolute">'
        f'<origin rpy="{math.radians(link.turned)!r} 0 0" xyz="{x!r} {y!r} {z!r}"/>'
        f'<parent link="panda_link{number - 1}"/><child link="panda_link{number}"/><axis xyz="0 0 1"/>'
        f'<limit effort="87" lower="{low}" upper="{high}" velocity="2.175"/></joint>'
    )


def _fixed(name: str, parent: str, child: str, place: tuple[float, float, float], spun: float) -> str:
    x, y, z = place
    return (
        f'<joint name="{name}" type="fixed"><origin rpy="0 0 {spun!r}" xyz="{x} {y} {z}"/>'
        f'<parent link="{parent}"/><child link="{child}"/></joint>'
    )
