"""An asset that is laid out as Isaac Sim's Franka is: links side by side, joints in them, looks as instances.

Its frames are those of Franka's published tables; the right finger is turned, as an asset may have it.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from pxr import Gf, Sdf, Usd, UsdGeom, UsdPhysics

from espire_dsl.scene.rotation import axis_angle
from espire_sim.robot.arm import panda

LINKS = (
    *(f"panda_link{number}" for number in range(9)),
    "panda_hand",
    "panda_leftfinger",
    "panda_rightfinger",
)


def write_franka_asset(path: Path, without: str = "", metres: float = 1.0) -> Path:
    """Writes the asset; `without` is a joint or a link that it does not have."""
    path.parent.mkdir(parents=True, exist_ok=True)
    stage = Usd.Stage.CreateInMemory(".usda")
    UsdGeom.SetStageMetersPerUnit(stage, metres)
    UsdGeom.SetStageUpAxis(stage, UsdGeom.Tokens.z)
    root = UsdGeom.Xform.Define(stage, "/panda")
    root.AddTranslateOp(UsdGeom.XformOp.PrecisionDouble).Set(Gf.Vec3d(7, 8, 9))
    stage.SetDefaultPrim(root.GetPrim())
    UsdPhysics.ArticulationRootAPI.Apply(root.GetPrim())
    for link in LINKS:
        if link != without:
            _link(stage, link)
    held = UsdPhysics.FixedJoint.Define(stage, "/panda/root_joint")
    held.CreateBody1Rel().SetTargets(["/panda/panda_link0"])
    for name, kind, parent, child, at, turn in _joints():
        if name != without:
            _joint(stage, name, kind, (parent, child), at, turn)
    path.write_text(stage.GetRootLayer().ExportToString(), encoding="utf-8")
    return path


def _link(stage: Usd.Stage, name: str) -> None:
    """With a look and a hull that are instances of what is in no tree."""
    link = UsdGeom.Xform.Define(stage, f"/panda/{name}")
    link.AddOrientOp(UsdGeom.XformOp.PrecisionFloat).Set(Gf.Quatf(1.0))
    UsdPhysics.RigidBodyAPI.Apply(link.GetPrim())
    source = UsdGeom.Xform.Define(stage, f"/{name}_parts").GetPrim()
    source.SetSpecifier(Sdf.SpecifierClass)
    UsdGeom.Cube.Define(stage, f"/{name}_parts/look").CreateSizeAttr(0.05)
    hull = UsdGeom.Cube.Define(stage, f"/{name}_parts/hull")
    hull.CreatePurposeAttr(UsdGeom.Tokens.guide)
    UsdPhysics.CollisionAPI.Apply(hull.GetPrim())
    parts = UsdGeom.Xform.Define(stage, f"/panda/{name}/parts").GetPrim()
    parts.GetReferences().AddInternalReference(f"/{name}_parts")
    parts.SetInstanceable(True)


def _joints() -> list[tuple[str, type, str, str, tuple[float, ...], tuple[float, ...]]]:
    arm = panda()
    rows: list[tuple[str, type, str, str, tuple[float, ...], tuple[float, ...]]] = [
        (
            f"panda_joint{number}",
            UsdPhysics.RevoluteJoint,
            f"panda_link{number - 1}",
            f"panda_link{number}",
            arm.links[number].at,
            axis_angle((1, 0, 0), arm.links[number].turned),
        )
        for number in range(1, 8)
    ]
    spun = axis_angle((0, 0, 1), arm.hand_spun)
    finger = (0.0, 0.0, arm.finger_at)
    along_y = (1.0, 0.0, 0.0, 0.0)
    return [
        *rows,
        ("panda_joint8", UsdPhysics.FixedJoint, "panda_link7", "panda_link8", (0, 0, arm.flange), along_y),
        ("panda_hand_joint", UsdPhysics.FixedJoint, "panda_link8", "panda_hand", (0, 0, 0), spun),
        (
            "panda_finger_joint1",
            UsdPhysics.PrismaticJoint,
            "panda_hand",
            "panda_leftfinger",
            finger,
            along_y,
        ),
        (
            "panda_finger_joint2",
            UsdPhysics.PrismaticJoint,
            "panda_hand",
            "panda_rightfinger",
            finger,
            axis_angle((0, 0, 1), 180),
        ),
    ]


def _joint(
    stage: Usd.Stage,
    name: str,
    kind: type,
    links: tuple[str, str],
    at: tuple[float, ...],
    turn: tuple[float, ...],
) -> None:
    joint = kind.Define(stage, f"/panda/{links[0]}/{name}")  # type: ignore[attr-defined]
    joint.CreateBody0Rel().SetTargets([f"/panda/{links[0]}"])
    joint.CreateBody1Rel().SetTargets([f"/panda/{links[1]}"])
    joint.CreateLocalPos0Attr(Gf.Vec3f(*at))
    w, *rest = turn
    joint.CreateLocalRot0Attr(Gf.Quatf(w, *rest))
    joint.CreateLocalPos1Attr(Gf.Vec3f(0))
    joint.CreateLocalRot1Attr(Gf.Quatf(1.0))
    if kind is not UsdPhysics.FixedJoint:
        joint.CreateAxisAttr("Y" if kind is UsdPhysics.PrismaticJoint else "Z")


def link_turn(matrix: Gf.Matrix4d) -> np.ndarray:
    """The turn of a prim as columns, from USD's matrix of rows."""
    return np.array(matrix)[:3, :3].T
