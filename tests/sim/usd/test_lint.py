"""Our stages have no problems, and each kind of broken stage is caught."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from pxr import Sdf, Usd, UsdGeom, UsdPhysics, UsdShade

from espire_sim.usd.lint import problems_of
from espire_sim.usd.write import stage_of
from espire_sim.worlds.result import Drawn
from tests.sim.handmade import book, on_table
from tests.sim.strategies import scenes

BOOK = "/World/Things/book"


@pytest.fixture
def stage() -> Usd.Stage:
    return stage_of(on_table([book("book")]), None)


def rules(stage: Usd.Stage) -> set[tuple[str, str]]:
    return {(problem.rule, problem.path) for problem in problems_of(stage)}


@settings(max_examples=4)
@given(found=scenes("tabletop") | scenes("shelf"))
def test_stages_of_drawn_scenes_have_no_problems(found: Drawn) -> None:
    stage = stage_of(found.scene, found.appearance)
    assert problems_of(stage) == ()


def test_a_body_inside_a_body(stage: Usd.Stage) -> None:
    UsdPhysics.RigidBodyAPI.Apply(stage.GetPrimAtPath(f"{BOOK}/box"))
    assert ("espire:nested_body", f"{BOOK}/box") in rules(stage)


def test_a_body_without_colliders(stage: Usd.Stage) -> None:
    stage.GetPrimAtPath(f"{BOOK}/box").RemoveAPI(UsdPhysics.CollisionAPI)
    assert rules(stage) == {("espire:no_collider", BOOK)}


def test_a_body_whose_collider_is_switched_off(stage: Usd.Stage) -> None:
    UsdPhysics.CollisionAPI(stage.GetPrimAtPath(f"{BOOK}/box")).CreateCollisionEnabledAttr(False)
    assert rules(stage) == {("espire:no_collider", BOOK)}


def test_other_units_and_another_axis(stage: Usd.Stage) -> None:
    UsdGeom.SetStageMetersPerUnit(stage, 0.01)
    UsdGeom.SetStageUpAxis(stage, UsdGeom.Tokens.y)
    assert rules(stage) == {("espire:units", "/"), ("espire:up", "/")}


def test_no_physics_scene_and_two(stage: Usd.Stage) -> None:
    UsdPhysics.Scene.Define(stage, "/World/Another")
    assert rules(stage) == {("espire:physics_scene", "/")}
    stage.RemovePrim("/World/Another")
    stage.RemovePrim("/World/PhysicsScene")
    assert rules(stage) == {("espire:physics_scene", "/")}


def test_what_the_validators_of_usd_find_is_told_too(stage: Usd.Stage) -> None:
    stage.ClearDefaultPrim()
    assert any("StageMetadataChecker" in rule for rule, _ in rules(stage))
    shader = UsdShade.Shader.Define(stage, "/World/Materials/loose/shader")
    shader.CreateIdAttr("UsdPreviewSurface")
    shader.CreateInput("roughness", Sdf.ValueTypeNames.Color3f)
    assert any(path.startswith("/World/Materials/loose/shader") for _, path in rules(stage))


def test_a_problem_reads_as_a_sentence(stage: Usd.Stage) -> None:
    stage.GetPrimAtPath(f"{BOOK}/box").RemoveAPI(UsdPhysics.CollisionAPI)
    assert [str(problem) for problem in problems_of(stage)] == [
        f"{BOOK}: it is a body that collides with nothing (espire:no_collider)"
    ]
