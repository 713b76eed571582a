"""A Franka of somebody else's on a stage, in place of the robot's own shapes: an asset of USD, referenced.

It is posed by its own joints: from their frames follows where each link is for the configuration of a scene.
Of its part in physics nothing is left, as the robot of a scene is one box there. Both looks stay on the
stage, as variants; an asset that cannot be read, or is no Franka, is never referenced.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import numpy as np
from attrs import frozen
from pxr import Gf, Tf, Usd, UsdGeom, UsdPhysics

from espire_dsl.scene.graph import Scene
from espire_dsl.scene.node import Node
from espire_dsl.scene.rotation import Array, matrix
from espire_sim.appearance.robot import has_arm
from espire_sim.robot.arm import JOINTS
from espire_sim.robot.body import BASE
from espire_sim.robot.kinematics import about_z
from espire_sim.robot.stance import heading_of, opening_of, outward_of

VARIANTS: Final = "robot"
SHAPES, FRANKA = "shapes", "franka"
"""The looks that a robot may have."""

_ROOT: Final = "panda_link0"
_ARM: Final = tuple(f"panda_joint{number}" for number in range(1, JOINTS + 1))
_FINGERS: Final = ("panda_finger_joint1", "panda_finger_joint2")
_OP: Final = "espire"
_PHYSICS: Final = (UsdPhysics.ArticulationRootAPI, UsdPhysics.RigidBodyAPI, UsdPhysics.CollisionAPI)
_AXES: Final = {"X": 0, "Y": 1, "Z": 2}


@frozen(eq=False)
class Joint:
    """A joint of an asset: the names of the links that it joins, its frame in each, and how it moves."""

    name: str
    links: tuple[str, str]
    frames: tuple[Array, Array]
    axis: int
    slides: bool

    def motion(self, value: float) -> Array:
        """By radians, or by metres."""
        moved = np.eye(4)
        if self.slides:
            moved[self.axis, 3] = value
        else:
            order = [(self.axis + 1) % 3, (self.axis + 2) % 3, self.axis]
            moved[np.ix_(order, order)] = about_z(value)
        return moved


def show_franka(stage: Usd.Stage, scene: Scene, robot: Node, look: str, asset: str | None) -> bool:
    """Puts the asset into the look of a robot, posed as the scene says; whether it is shown."""
    if asset is None or not has_arm(robot):
        return False
    joints = joints_of(asset)
    if joints is None:
        return False
    assert robot.configuration is not None
    values = dict(zip(_ARM, robot.configuration[BASE:], strict=True))
    values |= dict.fromkeys(_FINGERS, opening_of(scene, robot) / 2)
    variants = stage.GetPrimAtPath(look).GetVariantSets().AddVariantSet(VARIANTS)
    for name in (SHAPES, FRANKA):
        variants.AddVariant(name)
    variants.SetVariantSelection(FRANKA)
    with variants.GetVariantEditContext():
        for part in stage.GetPrimAtPath(look).GetChildren():
            part.SetActive(False)
        root = UsdGeom.Xform.Define(stage, f"{look}/{FRANKA}").GetPrim()
        root.GetReferences().AddReference(asset)
        _pose(root, _base(scene, robot))
        for link, place in link_poses(joints, values).items():
            _pose(root.GetChild(link), place)
        _without_physics(root)
    return True


def joints_of(asset: str) -> tuple[Joint, ...] | None:
    """The joints of an asset; None if it cannot be read, or is no Franka in metres with its links side by
    side."""
    try:
        stage = Usd.Stage.Open(asset)
    except Tf.ErrorException:
        return None
    root = stage.GetDefaultPrim()
    if not root or UsdGeom.GetStageMetersPerUnit(stage) != UsdGeom.LinearUnits.meters:
        return None
    joints = tuple(_joints(root))
    links = {link for joint in joints for link in joint.links}
    named = {joint.name for joint in joints}
    if not {*_ARM, *_FINGERS} <= named:
        return None
    if not all(root.GetChild(link).IsA(UsdGeom.Xformable) for link in links):
        return None
    reached = link_poses(joints, dict.fromkeys(named, 0.0))
    return joints if links <= set(reached) else None


def link_poses(joints: Sequence[Joint], values: Mapping[str, float]) -> dict[str, Array]:
    """Where links are, seen from the first one; joints without a value stay as they are."""
    poses = {_ROOT: np.eye(4)}
    left = list(joints)
    while True:
        next_ = [joint for joint in left if joint.links[0] in poses and joint.links[1] not in poses]
        if not next_:
            return poses
        for joint in next_:
            parent, child = joint.frames
            moved = parent @ joint.motion(values.get(joint.name, 0.0)) @ np.linalg.inv(child)
            poses[joint.links[1]] = poses[joint.links[0]] @ moved


def _joints(root: Usd.Prim) -> Iterator[Joint]:
    """Those between two links; a joint that holds the robot to the world has one."""
    for prim in Usd.PrimRange(root):
        if not prim.IsA(UsdPhysics.Joint):
            continue
        joint = UsdPhysics.Joint(prim)
        ends = [body.GetTargets() for body in (joint.GetBody0Rel(), joint.GetBody1Rel())]
        if not all(ends) or any(end[0].GetParentPath() != root.GetPath() for end in ends):
            continue
        moves = UsdPhysics.PrismaticJoint(prim) or UsdPhysics.RevoluteJoint(prim)
        yield Joint(
            prim.GetName(),
            (ends[0][0].name, ends[1][0].name),
            (
                _frame(joint.GetLocalPos0Attr().Get(), joint.GetLocalRot0Attr().Get()),
                _frame(joint.GetLocalPos1Attr().Get(), joint.GetLocalRot1Attr().Get()),
            ),
            _AXES[str(moves.GetAxisAttr().Get())] if moves else 0,
            prim.IsA(UsdPhysics.PrismaticJoint),
        )


def _frame(position: Any, turn: Any) -> Array:
    frame = np.eye(4)
    frame[:3, :3] = matrix((turn.GetReal(), *turn.GetImaginary()))
    frame[:3, 3] = position
    return frame


def _base(scene: Scene, robot: Node) -> Array:
    """The base of the robot, seen from the thing that it is."""
    assert robot.configuration is not None
    own, turn = np.eye(4), matrix(robot.quaternion)
    own[:3, :3] = turn.T @ about_z(heading_of(outward_of(scene, robot)))
    own[:3, 3] = turn.T @ (np.asarray(robot.configuration[:BASE]) - np.asarray(robot.center))
    return own


def _pose(prim: Usd.Prim, place: Array) -> None:
    """Puts a prim there, whatever its asset says, by an operation of a name that no asset has."""
    xform = UsdGeom.Xformable(prim)
    xform.ClearXformOpOrder()
    xform.AddTransformOp(opSuffix=_OP).Set(Gf.Matrix4d(place.T.tolist()))


def _without_physics(root: Usd.Prim) -> None:
    """Takes joints, bodies and colliders away. Nothing is an instance any more, as instances of others cannot
    be changed, and as a renderer may not say which robot they are part of."""
    while instances := [prim for prim in Usd.PrimRange(root) if prim.IsInstance()]:
        for prim in instances:
            prim.SetInstanceable(False)
    for prim in list(Usd.PrimRange(root)):
        if prim.IsA(UsdPhysics.Joint):
            prim.SetActive(False)
        for api in _PHYSICS:
            if prim.HasAPI(api):
                prim.RemoveAPI(api)
