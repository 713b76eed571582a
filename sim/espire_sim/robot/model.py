"""Builds the robot into a MuJoCo model, whole or only its hand, for asking what touches what.

Nothing here moves by itself: the models have kinematics and collisions and are never stepped.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import mujoco
import numpy as np

from espire_dsl.scene.rotation import from_matrix
from espire_sim.robot.arm import Arm, Link, panda
from espire_sim.robot.kinematics import TOOL_IN_HAND, about_x, about_z

BASE_JOINTS: Final = 3
# Bits of collision: obstacles meet the robot and what it carries; parts of the robot meet one another.
OBSTACLE: Final = 1
ROBOT: Final = 2


def add_robot(spec: mujoco.MjSpec, heading: float) -> mujoco.MjsBody:
    """The robot on a base that slides along x, y and z and faces a heading in radians; gives its hand.

    Positions: three of the base, seven of the arm, two of the fingers.
    """
    arm = panda()
    body = spec.worldbody.add_body(name="link0", quat=from_matrix(about_z(heading)))
    for index in range(BASE_JOINTS):
        # In the world's directions, whatever the heading.
        axis = about_z(-heading) @ np.eye(3)[index]
        body.add_joint(type=mujoco.mjtJoint.mjJNT_SLIDE, axis=axis)
    _add_shapes(body, arm.links[0])
    for number, link in enumerate(arm.links[1:], 1):
        body = body.add_body(name=f"link{number}", pos=link.at, quat=from_matrix(about_x(link.turned)))
        body.add_joint(type=mujoco.mjtJoint.mjJNT_HINGE, axis=(0.0, 0.0, 1.0))
        _add_shapes(body, link)
    hand = _add_hand(body, arm, (0.0, 0.0, arm.flange))
    for one, other in sorted(arm.neighbours):
        spec.add_exclude(bodyname1=f"link{one}", bodyname2=f"link{other}")
    return hand


def add_free_hand(spec: mujoco.MjSpec) -> mujoco.MjsBody:
    """A hand alone with the last link, at any pose of its tool; gives the hand.

    Positions: seven of the tool's pose, two of the fingers. The frame of the free body is that of the tool.
    """
    arm = panda()
    tool = spec.worldbody.add_body(name="tool")
    tool.add_freejoint()
    rotation = TOOL_IN_HAND.T @ about_z(np.radians(-arm.hand_spun))
    seventh = tool.add_body(name="link7", pos=(-arm.tool - arm.flange, 0.0, 0.0), quat=from_matrix(rotation))
    _add_shapes(seventh, arm.links[7])
    return _add_hand(seventh, arm, (0.0, 0.0, arm.flange))


def add_carried(
    hand: mujoco.MjsBody, center: Sequence[float], rotation: np.ndarray, half: Sequence[float]
) -> None:
    """A box held rigidly by the hand, its pose that in the axes of the tool."""
    arm = panda()
    place = TOOL_IN_HAND @ np.asarray(center) + (0.0, 0.0, arm.tool)
    hand.add_geom(
        name="carried",
        type=mujoco.mjtGeom.mjGEOM_BOX,
        pos=place,
        quat=from_matrix(TOOL_IN_HAND @ rotation),
        size=half,
        contype=ROBOT,
        conaffinity=OBSTACLE,
    )


def _add_hand(parent: mujoco.MjsBody, arm: Arm, place: Sequence[float]) -> mujoco.MjsBody:
    hand = parent.add_body(name="hand", pos=place, quat=from_matrix(about_z(np.radians(arm.hand_spun))))
    _add_shapes(hand, arm.hand)
    for name, spun in (("left", 0.0), ("right", np.pi)):
        finger = hand.add_body(name=name, pos=(0.0, 0.0, arm.finger_at), quat=from_matrix(about_z(spun)))
        finger.add_joint(type=mujoco.mjtJoint.mjJNT_SLIDE, axis=(0.0, 1.0, 0.0))
        _add_shapes(finger, arm.finger, itself=False)
    return hand


def _add_shapes(body: mujoco.MjsBody, link: Link, *, itself: bool = True) -> None:
    """The shapes of a link; those that never meet the rest of the robot need not be asked about it."""
    meets = OBSTACLE | ROBOT if itself else OBSTACLE
    kind = ROBOT if itself else 0
    for capsule in link.capsules:
        body.add_geom(
            type=mujoco.mjtGeom.mjGEOM_CAPSULE,
            fromto=(*capsule.start, *capsule.end),
            size=(capsule.radius, 0.0, 0.0),
            contype=kind,
            conaffinity=meets,
        )
    for block in link.blocks:
        body.add_geom(
            type=mujoco.mjtGeom.mjGEOM_BOX,
            pos=block.center,
            size=block.half,
            contype=kind,
            conaffinity=meets,
        )
