"""What moves and what collides: rigid bodies with a mass, colliders, and the material of surfaces."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from pxr import Gf, Usd, UsdGeom, UsdPhysics, UsdShade

from espire_dsl.domain.kinds import ROBOT
from espire_dsl.scene.box import Box
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.node import Node
from espire_dsl.scene.rotation import matrix
from espire_sim.settling.bodies import FRICTION, GRAVITY, moving_bodies, static_bodies
from espire_sim.usd.names import BOARDS, BOX, PHYSICS_MATERIAL, PHYSICS_SCENE
from espire_sim.usd.placing import put, stretch


def write_physics(stage: Usd.Stage) -> None:
    """Gravity, and the one material of all surfaces."""
    scene = UsdPhysics.Scene.Define(stage, PHYSICS_SCENE)
    scene.CreateGravityDirectionAttr(Gf.Vec3f(0, 0, -1))
    scene.CreateGravityMagnitudeAttr(GRAVITY)
    material = UsdShade.Material.Define(stage, PHYSICS_MATERIAL)
    surface = UsdPhysics.MaterialAPI.Apply(material.GetPrim())
    surface.CreateStaticFrictionAttr(FRICTION)
    surface.CreateDynamicFrictionAttr(FRICTION)
    surface.CreateRestitutionAttr(0.0)


def write_body(stage: Usd.Stage, scene: Scene, node: Node, path: str, boards: Sequence[Box]) -> None:
    """The box of a thing below its prim, and its part in physics.

    What falls is a rigid body; the hand and what it holds stay where they are put; furniture is fixed, a
    shelf by its boards. Slots, spaces and the viewer are only there to be read back.
    """
    if min(node.extents) <= 0:
        return
    box = _box(stage, f"{path}/{BOX}")
    stretch(box, [length / 2 for length in node.extents])
    if node in static_bodies(scene):
        _collide(box)
    elif node in moving_bodies(scene):
        _collide(box)
        UsdPhysics.RigidBodyAPI.Apply(stage.GetPrimAtPath(path))
        _weigh(stage.GetPrimAtPath(path), node)
    elif node.is_a(ROBOT) or any(target == node.id for _, target, key in scene.edges if key == "holds"):
        _collide(box)
        UsdPhysics.RigidBodyAPI.Apply(stage.GetPrimAtPath(path)).CreateKinematicEnabledAttr(True)
        _weigh(stage.GetPrimAtPath(path), node)
    if boards:
        _write_boards(stage, node, path, boards)


def mass_of(node: Node) -> float:
    """Kilograms."""
    return float(np.prod(node.extents)) * node.density


def _write_boards(stage: Usd.Stage, shelf: Node, path: str, boards: Sequence[Box]) -> None:
    UsdGeom.Scope.Define(stage, f"{path}/{BOARDS}")
    turn = matrix(shelf.quaternion)
    for number, board in enumerate(boards, start=1):
        prim = _box(stage, f"{path}/{BOARDS}/board_{number}")
        own = turn.T @ (board.center - np.asarray(shelf.center))
        put(prim, own, turn.T @ board.axes * board.half)
        _collide(prim)


def _box(stage: Usd.Stage, path: str) -> UsdGeom.Cube:
    """A cube of the size 2, so that it is stretched by half of each length; seen by no camera."""
    cube = UsdGeom.Cube.Define(stage, path)
    cube.CreateSizeAttr(2.0)
    cube.CreatePurposeAttr(UsdGeom.Tokens.guide)
    return cube


def _collide(gprim: UsdGeom.Gprim) -> None:
    prim = gprim.GetPrim()
    UsdPhysics.CollisionAPI.Apply(prim)
    material = UsdShade.Material(prim.GetStage().GetPrimAtPath(PHYSICS_MATERIAL))
    binding = UsdShade.MaterialBindingAPI.Apply(prim)
    binding.Bind(material, UsdShade.Tokens.weakerThanDescendants, "physics")


def _weigh(prim: Usd.Prim, node: Node) -> None:
    UsdPhysics.MassAPI.Apply(prim).CreateMassAttr(mass_of(node))
