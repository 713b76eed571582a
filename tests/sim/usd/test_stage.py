"""What stands on a stage: bodies, colliders, masses, labels, shapes, materials and lamps."""

from __future__ import annotations

import itertools

import mujoco
import numpy as np
import pytest
from pxr import Gf, Usd, UsdGeom, UsdLux, UsdPhysics, UsdSemantics, UsdShade

from espire_dsl.scene.box import box_of
from espire_sim.appearance.materials import apply_materials
from espire_sim.mujoco.model import build_model
from espire_sim.rendering.shade import colour_of
from espire_sim.settling.bodies import moving_bodies, static_boxes
from espire_sim.usd.lint import problems_of
from espire_sim.usd.names import paths_of
from espire_sim.usd.read import scene_of
from espire_sim.usd.write import stage_of
from tests.nodes import node as new_node
from tests.sim.handmade import book, on_table, one_slot
from tests.sim.strategies import drawn


def prims(stage: Usd.Stage, api: type) -> set[str]:
    return {str(prim.GetPath()) for prim in stage.Traverse() if prim.HasAPI(api)}


def corners(prim: Usd.Prim) -> np.ndarray:
    """Of a cube of the size 2, in the world."""
    matrix = UsdGeom.XformCache().GetLocalToWorldTransform(prim)
    signs = itertools.product((-1, 1), repeat=3)
    return np.array([list(matrix.Transform(Gf.Vec3d(*sign))) for sign in signs])


def same_points(one: np.ndarray, other: np.ndarray) -> bool:
    """In whatever order."""
    return bool((np.linalg.norm(one[:, None] - other[None], axis=2).min(axis=1) < 1e-8).all())


@pytest.mark.parametrize(("world", "level"), [("tabletop", "hard"), ("shelf", "medium")])
def test_what_moves_in_the_embedded_engine_moves_here_with_the_same_mass(world: str, level: str) -> None:
    scene = drawn(world, level, 7).scene
    stage = stage_of(scene, None)
    paths = paths_of(scene)
    model = build_model(scene)
    moving = {
        path
        for path in prims(stage, UsdPhysics.RigidBodyAPI)
        if not UsdPhysics.RigidBodyAPI(stage.GetPrimAtPath(path)).GetKinematicEnabledAttr().Get()
    }
    assert moving == {paths[id] for id in model.moving}
    for id in model.moving:
        mass = UsdPhysics.MassAPI(stage.GetPrimAtPath(paths[id])).GetMassAttr().Get()
        body = mujoco.mj_name2id(model.compiled, mujoco.mjtObj.mjOBJ_BODY, id)
        assert mass == pytest.approx(model.compiled.body_mass[body], rel=1e-6)


@pytest.mark.parametrize(("world", "level"), [("tabletop", "medium"), ("shelf", "hard")])
def test_colliders_are_where_the_embedded_engine_has_them(world: str, level: str) -> None:
    scene = drawn(world, level, 8).scene
    stage = stage_of(scene, None)
    bodies = [box_of(node).corners for node in moving_bodies(scene)]
    wanted = bodies + [box.corners for box in static_boxes(scene)]
    kinematic = {"robot", "held"}
    kept = {path for id, path in paths_of(scene).items() if id in kinematic}
    found = [
        corners(stage.GetPrimAtPath(path))
        for path in sorted(prims(stage, UsdPhysics.CollisionAPI))
        if path.rsplit("/", 1)[0] not in kept
    ]
    assert len(found) == len(wanted)
    for box in found:
        assert any(same_points(box, other) for other in wanted)


def test_what_the_hand_holds_hangs_in_it_and_a_slot_collides_with_nothing() -> None:
    hand = new_node("robot", "robot", (0.5, 0, 1.3), extents=(0.08, 0.2, 0.06), front=(1, 0, 0))
    scene = on_table([hand, book("held", 0.38, 0.0, 1.3)], [("robot", "held", "holds")])
    stage = stage_of(scene, None)
    for id in ("robot", "held"):
        body = UsdPhysics.RigidBodyAPI(stage.GetPrimAtPath(paths_of(scene)[id]))
        assert body.GetKinematicEnabledAttr().Get() is True
    shelf = one_slot()
    stage = stage_of(shelf, None)
    slot, body = paths_of(shelf)["slot"], paths_of(shelf)["shelf"]
    assert f"{slot}/box" not in prims(stage, UsdPhysics.CollisionAPI)
    assert f"{body}/box" not in prims(stage, UsdPhysics.CollisionAPI)
    assert f"{body}/boards/board_1" in prims(stage, UsdPhysics.CollisionAPI)


def test_units_gravity_friction_and_labels() -> None:
    scene = on_table([book("a_book")])
    stage = stage_of(scene, None)
    assert UsdGeom.GetStageMetersPerUnit(stage) == 1.0
    assert UsdGeom.GetStageUpAxis(stage) == "Z"
    physics = UsdPhysics.Scene(stage.GetPrimAtPath("/World/PhysicsScene"))
    assert physics.GetGravityDirectionAttr().Get() == Gf.Vec3f(0, 0, -1)
    assert physics.GetGravityMagnitudeAttr().Get() == pytest.approx(9.81)
    prim = stage.GetPrimAtPath(paths_of(scene)["a_book"])
    assert list(UsdSemantics.LabelsAPI(prim, "class").GetLabelsAttr().Get()) == ["book_medium"]
    assert list(UsdSemantics.LabelsAPI(prim, "instance").GetLabelsAttr().Get()) == ["a_book"]
    box = stage.GetPrimAtPath(f"{prim.GetPath()}/box")
    bound, _ = UsdShade.MaterialBindingAPI(box).ComputeBoundMaterial("physics")
    assert UsdPhysics.MaterialAPI(bound.GetPrim()).GetStaticFrictionAttr().Get() == pytest.approx(0.6)


def test_the_shapes_of_the_ray_caster_stand_where_it_has_them_and_collide_with_nothing() -> None:
    found = drawn("tabletop", "easy", 9)
    stage = stage_of(found.scene, found.appearance)
    textured = apply_materials(found.scene, found.appearance)
    cache = UsdGeom.XformCache()
    parts = [prim for prim in stage.Traverse() if prim.GetName().startswith("part_")]
    assert len(parts) == len(textured.shapes)
    own = [np.array(cache.GetLocalToWorldTransform(prim)) for prim in parts]
    for shape in textured.shapes:
        rows = np.vstack([shape.axes.T, shape.center])
        assert any(np.allclose(matrix[:, :3], rows, atol=1e-9) for matrix in own)
    assert not any(prim.HasAPI(UsdPhysics.CollisionAPI) for prim in parts)
    for prim in parts:
        material, _ = UsdShade.MaterialBindingAPI(prim).ComputeBoundMaterial()
        assert material.ComputeSurfaceSource()[0].GetIdAttr().Get() == "UsdPreviewSurface"


def test_boxes_of_things_are_seen_by_no_camera_and_their_looks_are() -> None:
    scene = on_table([book("book")])
    stage = stage_of(scene, None)
    path = paths_of(scene)["book"]
    assert UsdGeom.Imageable(stage.GetPrimAtPath(f"{path}/box")).ComputePurpose() == "guide"
    assert UsdGeom.Imageable(stage.GetPrimAtPath(f"{path}/look/part_1")).ComputePurpose() == "default"


def test_a_stage_that_nobody_looks_at_has_the_same_scene_and_the_same_bodies() -> None:
    found = drawn("shelf", "easy", 9)
    bare, whole = stage_of(found.scene, None, seen=False), stage_of(found.scene, found.appearance)
    assert scene_of(bare) == found.scene
    for api in (UsdPhysics.RigidBodyAPI, UsdPhysics.CollisionAPI):
        assert prims(bare, api) == prims(whole, api)
    assert not any(prim.GetName().startswith("part_") for prim in bare.Traverse())
    assert problems_of(bare) == ()


def test_lamps_are_those_of_the_look() -> None:
    found = drawn("tabletop", "easy", 10)
    stage = stage_of(found.scene, found.appearance)
    lamps = [UsdLux.SphereLight(prim) for prim in stage.Traverse() if prim.IsA(UsdLux.SphereLight)]
    places = [tuple(lamp.GetPrim().GetAttribute("xformOp:translate").Get()) for lamp in lamps]
    assert places == [light.position for light in found.appearance.lights]
    for lamp, light in zip(lamps, found.appearance.lights, strict=True):
        assert tuple(lamp.GetColorAttr().Get()) == pytest.approx(colour_of(light.kelvin).tolist())
    plain = stage_of(found.scene, None)
    assert [str(prim.GetPath()) for prim in plain.Traverse() if prim.IsA(UsdLux.DomeLight)] == [
        "/World/Lights/sky"
    ]
