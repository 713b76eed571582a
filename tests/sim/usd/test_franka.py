"""A Franka asset on a stage: posed as our kinematics pose the robot, without physics, one thing by path."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from pxr import Usd, UsdGeom, UsdPhysics

from espire_dsl.scene.graph import Scene
from espire_dsl.scene.rotation import matrix
from espire_sim.appearance.robot import has_arm
from espire_sim.robot.body import BASE
from espire_sim.robot.kinematics import about_z, frames, tool_pose
from espire_sim.robot.stance import heading_of, opening_of, outward_of
from espire_sim.usd.appearance import Look
from espire_sim.usd.franka import joints_of
from espire_sim.usd.lint import problems_of
from espire_sim.usd.names import paths_of, thing_of
from espire_sim.usd.read import scene_of
from espire_sim.usd.write import stage_of, write_stage
from tests.nodes import node as new_node
from tests.sim.franka_asset import LINKS, link_turn, write_franka_asset
from tests.sim.handmade import on_table
from tests.sim.strategies import drawn


@pytest.fixture
def asset(tmp_path: Path) -> Path:
    return write_franka_asset(tmp_path / "assets" / "franka.usd")


def scene() -> Scene:
    found = drawn("tabletop", "easy", 4).scene
    assert has_arm(found.node("robot"))
    return found


def seen_parts(stage: Usd.Stage, path: str) -> list[Usd.Prim]:
    """The geometry below a prim that a renderer shows."""
    return [
        prim
        for prim in Usd.PrimRange(stage.GetPrimAtPath(path))
        if prim.IsA(UsdGeom.Gprim) and UsdGeom.Imageable(prim).ComputePurpose() == "default"
    ]


def test_links_stand_where_our_kinematics_have_them(asset: Path) -> None:
    found = scene()
    robot = found.node("robot")
    assert robot.configuration is not None
    stage = stage_of(found, None, look=Look(str(asset)))
    place = f"{paths_of(found)['robot']}/look/franka"
    heading = about_z(heading_of(outward_of(found, robot)))
    base, joints = np.array(robot.configuration[:BASE]), np.array(robot.configuration[BASE:])
    cache = UsdGeom.XformCache()

    def at(link: str) -> tuple[np.ndarray, np.ndarray]:
        own = cache.GetLocalToWorldTransform(stage.GetPrimAtPath(f"{place}/{link}"))
        return link_turn(own), np.array(own.ExtractTranslation())

    for number in range(8):
        turn, where = frames(joints, number)
        assert np.allclose(at(f"panda_link{number}")[0], heading @ turn, atol=1e-6)
        assert np.allclose(at(f"panda_link{number}")[1], base + heading @ where, atol=1e-6)
    fingers = [at("panda_leftfinger")[1], at("panda_rightfinger")[1]]
    assert np.linalg.norm(fingers[0] - fingers[1]) == pytest.approx(opening_of(found, robot), abs=1e-6)
    turn, tool = tool_pose(joints)
    ahead = heading @ turn[:, 0]
    middle = np.mean(fingers, axis=0) - (base + heading @ tool)
    assert np.allclose(np.cross(middle, ahead), 0, atol=1e-6), "fingers are about the axis of the tool"
    # It is the hand of the scene, which other tests hold against the same kinematics.
    assert np.allclose(ahead, matrix(robot.quaternion)[:, 0], atol=1e-4)


def test_nothing_of_its_physics_is_left_and_the_scene_comes_back(asset: Path, tmp_path: Path) -> None:
    found = scene()
    file = tmp_path / "scene.usda"
    write_stage(found, None, file, look=Look(str(asset)))
    stage = Usd.Stage.Open(str(file))
    assert scene_of(stage) == found
    assert problems_of(stage) == ()
    robot = stage.GetPrimAtPath(f"{paths_of(found)['robot']}/look/franka")
    for prim in Usd.PrimRange(robot):
        assert not prim.IsA(UsdPhysics.Joint)
        assert not prim.IsInstance()
        for api in (UsdPhysics.RigidBodyAPI, UsdPhysics.CollisionAPI, UsdPhysics.ArticulationRootAPI):
            assert not prim.HasAPI(api)
    bare = stage_of(found, None)
    colliders = [
        {str(prim.GetPath()) for prim in one.Traverse() if prim.HasAPI(UsdPhysics.CollisionAPI)}
        for one in (stage, bare)
    ]
    assert colliders[0] == colliders[1]


def test_one_of_both_looks_is_shown_and_all_of_it_is_the_robot(asset: Path) -> None:
    found = scene()
    path = paths_of(found)["robot"]
    stage = stage_of(found, None, look=Look(str(asset)))
    shown = seen_parts(stage, path)
    assert {str(prim.GetPath()).split("/")[5] for prim in shown} == {"franka"}
    assert len(shown) == len(LINKS)
    assert {thing_of(str(prim.GetPath())) for prim in shown} == {path}
    variants = stage.GetPrimAtPath(f"{path}/look").GetVariantSets().GetVariantSet("robot")
    assert sorted(variants.GetVariantNames()) == ["franka", "shapes"]
    variants.SetVariantSelection("shapes")
    ours = seen_parts(stage_of(found, None), path)
    assert [str(prim.GetPath()) for prim in seen_parts(stage, path)] == [str(prim.GetPath()) for prim in ours]


@pytest.mark.parametrize("without", ["panda_joint4", "panda_finger_joint2", "panda_hand", "panda_hand_joint"])
def test_what_is_no_franka_is_not_shown(tmp_path: Path, without: str) -> None:
    broken = write_franka_asset(tmp_path / "franka.usd", without)
    assert joints_of(str(broken)) is None
    found = scene()
    assert _text(found, str(broken)) == _text(found, None)


@pytest.mark.parametrize("kind", ["none", "text", "centimetres", "address"])
def test_an_asset_that_cannot_be_had_leaves_our_own_shapes(tmp_path: Path, kind: str) -> None:
    file = tmp_path / "franka.usd"
    address = str(file)
    if kind == "text":
        file.write_text("no stage at all", encoding="utf-8")
    elif kind == "centimetres":
        write_franka_asset(file, metres=0.01)
    elif kind == "address":
        address = "https://example.invalid/Isaac/franka.usd"
    found = scene()
    stage = stage_of(found, None, look=Look(address))
    assert seen_parts(stage, paths_of(found)["robot"])
    assert _text(found, address) == _text(found, None)


def test_a_hand_without_an_arm_keeps_its_own_shape(asset: Path) -> None:
    hand = new_node("robot", "robot", (0.5, 0, 1.3), extents=(0.08, 0.2, 0.06), front=(1, 0, 0))
    found = on_table([hand])
    assert _text(found, str(asset)) == _text(found, None)


def _text(found: Scene, asset: str | None) -> str:
    stage = stage_of(found, None, look=Look(asset))
    return str(stage.GetRootLayer().ExportToString())
