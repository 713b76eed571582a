"""The robot that cuRobo plans for: its own Franka, put on a base that slides along x, y and z.

cuRobo ships an arm that stands still. Three sliding joints below it, and their entries in its configuration,
make it the robot of the embedded planner.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from pathlib import Path
from typing import Any, Final
from xml.etree import ElementTree

from espire_sim.robot.arm import JOINTS
from espire_sim.robot.stance import BASE_HEIGHTS

FLOOR: Final = "floor"
BASE_JOINTS: Final = ("base_x", "base_y", "base_z")
ARM_JOINTS: Final = tuple(f"panda_joint{number}" for number in range(1, JOINTS + 1))
MOVING_JOINTS: Final = BASE_JOINTS + ARM_JOINTS
"""The joints in the order of our configurations."""
CARRIED_LINK: Final = "attached_object"
CARRIED_SPHERES: Final = 64
FINGER_JOINTS: Final = ("panda_finger_joint1", "panda_finger_joint2")
ABOUT_THE_THING: Final = ("panda_hand", "panda_leftfinger", "panda_rightfinger", CARRIED_LINK)
"""The links that touch a thing that is grasped, put down or let go, or nearly do."""

_FARTHEST: Final = 10.0
_SPEED: Final = 1.0
_EFFORT: Final = 1000.0
_BEFORE_FURNITURE: Final = (-1.5, 0.0, 0.3)  # where the base stands while cuRobo warms up
_AXES: Final = ("1 0 0", "0 1 0", "0 0 1")


def floating_urdf(text: str) -> str:
    """A robot's URDF with three sliding joints between the floor and what was its root."""
    robot = ElementTree.fromstring(text)
    children = {child.attrib["link"] for child in robot.iterfind("joint/child")}
    (root,) = (link.attrib["name"] for link in robot.iterfind("link") if link.attrib["name"] not in children)
    ElementTree.SubElement(robot, "link", name=FLOOR)
    links = (FLOOR, *(f"{joint}_link" for joint in BASE_JOINTS[:-1]), root)
    low_high = ((-_FARTHEST, _FARTHEST), (-_FARTHEST, _FARTHEST), BASE_HEIGHTS)
    for joint, axis, (low, high), parent, child in zip(
        BASE_JOINTS, _AXES, low_high, links[:-1], links[1:], strict=True
    ):
        if child != root:
            ElementTree.SubElement(robot, "link", name=child)
        slide = ElementTree.SubElement(robot, "joint", name=joint, type="prismatic")
        ElementTree.SubElement(slide, "origin", rpy="0 0 0", xyz="0 0 0")
        ElementTree.SubElement(slide, "parent", link=parent)
        ElementTree.SubElement(slide, "child", link=child)
        ElementTree.SubElement(slide, "axis", xyz=axis)
        limits = {"effort": _EFFORT, "lower": low, "upper": high, "velocity": _SPEED}
        ElementTree.SubElement(slide, "limit", {name: f"{value:g}" for name, value in limits.items()})
    return ElementTree.tostring(robot, encoding="unicode")


def floating_config(config: Mapping[str, Any], urdf: Path) -> dict[str, Any]:
    """The configuration of the arm that cuRobo ships, for that URDF; a carried book is 64 spheres."""
    changed = deepcopy(dict(config))
    kinematics = changed["robot_cfg"]["kinematics"]
    kinematics["urdf_path"] = str(urdf)
    kinematics["base_link"] = FLOOR
    kinematics["extra_collision_spheres"] = {CARRIED_LINK: CARRIED_SPHERES}
    space = kinematics["cspace"]
    space["joint_names"] = [*BASE_JOINTS, *space["joint_names"]]
    space["default_joint_position"] = [*_BEFORE_FURNITURE, *space["default_joint_position"]]
    for weights in ("cspace_distance_weight", "null_space_weight"):
        space[weights] = [1.0] * len(BASE_JOINTS) + [float(weight) for weight in space[weights]]
    return changed


def with_fingers(config: Mapping[str, Any], opening: float) -> dict[str, Any]:
    """The configuration with the fingers locked so far apart; cuRobo ships them wide open."""
    changed = deepcopy(dict(config))
    locked = changed["robot_cfg"]["kinematics"]["lock_joints"]
    if set(locked) != set(FINGER_JOINTS):
        raise ValueError(f"cuRobo's arm locks {', '.join(sorted(locked))}, and not its two fingers")
    locked.update(dict.fromkeys(FINGER_JOINTS, opening / 2))
    return changed
