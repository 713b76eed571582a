"""What is wrong with a stage: all that USD's own validators find, and what they miss.

They let rigid bodies inside rigid bodies and bodies without colliders pass, which engines treat each in its
own way, and do not know that our stages are in metres with z up.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from attrs import frozen
from pxr import Usd, UsdGeom, UsdPhysics, UsdValidation


@frozen
class StageProblem:
    """The name of a rule, the path of the prim that breaks it, and a sentence about it."""

    rule: str
    path: str
    detail: str

    def __str__(self) -> str:
        return f"{self.path}: {self.detail} ({self.rule})"


def problems_of(stage: Usd.Stage) -> tuple[StageProblem, ...]:
    """Everything that is wrong with a stage, sorted by path."""
    found = [*_of_usd(stage), *_units(stage), *_gravity(stage), *_bodies(stage)]
    return tuple(sorted(found, key=lambda problem: (problem.path, problem.rule, problem.detail)))


def _of_usd(stage: Usd.Stage) -> Iterator[StageProblem]:
    validators = UsdValidation.ValidationRegistry().GetOrLoadAllValidators()
    for error in UsdValidation.ValidationContext(validators).Validate(stage):
        yield StageProblem(str(error.GetIdentifier()), _site(error.GetSites()), error.GetMessage())


def _site(sites: Sequence[Any]) -> str:
    """The path of the first place that an error names; the root for what concerns the whole stage."""
    for site in sites:
        if site.IsProperty():
            return str(site.GetProperty().GetPath())
        if site.IsPrim():
            return str(site.GetPrim().GetPath())
    return "/"


def _units(stage: Usd.Stage) -> Iterator[StageProblem]:
    metres = UsdGeom.GetStageMetersPerUnit(stage)
    if metres != UsdGeom.LinearUnits.meters:
        yield StageProblem("espire:units", "/", f"a unit is {metres:g} m, and not a metre")
    axis = UsdGeom.GetStageUpAxis(stage)
    if axis != UsdGeom.Tokens.z:
        yield StageProblem("espire:up", "/", f"{axis} is up, and not Z")


def _gravity(stage: Usd.Stage) -> Iterator[StageProblem]:
    scenes = [prim for prim in stage.Traverse() if prim.IsA(UsdPhysics.Scene)]
    if len(scenes) != 1:
        yield StageProblem(
            "espire:physics_scene", "/", f"there are {len(scenes)} physics scenes, and not one"
        )


def _bodies(stage: Usd.Stage) -> Iterator[StageProblem]:
    for prim in stage.Traverse():
        if not prim.HasAPI(UsdPhysics.RigidBodyAPI):
            continue
        outer = _body_around(prim)
        if outer is not None:
            yield StageProblem(
                "espire:nested_body", str(prim.GetPath()), f"it is a body inside the body {outer}"
            )
        if not any(_collides(child) for child in Usd.PrimRange(prim)):
            yield StageProblem(
                "espire:no_collider", str(prim.GetPath()), "it is a body that collides with nothing"
            )


def _body_around(prim: Usd.Prim) -> str | None:
    parent = prim.GetParent()
    while parent:
        if parent.HasAPI(UsdPhysics.RigidBodyAPI):
            return str(parent.GetPath())
        parent = parent.GetParent()
    return None


def _collides(prim: Usd.Prim) -> bool:
    if not prim.HasAPI(UsdPhysics.CollisionAPI):
        return False
    return bool(UsdPhysics.CollisionAPI(prim).GetCollisionEnabledAttr().Get())
