"""Writes a scene as a stage: metres, z up, one Xform a node, and all it takes to read an equal scene back.

The same scene and look give the same text.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from pxr import Usd, UsdGeom, UsdSemantics

from espire_dsl.scene.graph import Scene
from espire_dsl.scene.json_io import scene_to_json
from espire_sim.usd.appearance import write_appearance
from espire_sim.usd.bodies import write_body, write_physics
from espire_sim.usd.error import StageError
from espire_sim.usd.names import CAMERAS, MATERIALS, THINGS, WORLD, camera_paths, paths_of
from espire_sim.usd.optics import write_camera
from espire_sim.usd.placing import place
from espire_sim.usd.record import keep
from espire_sim.worlds.boards import shelf_boards
from espire_sim.worlds.result import Appearance

WHOLE: Final = ("id", "world", "level", "seed")  # of a scene's JSON, what concerns all of it
PLACED: Final = ("center", "quaternion", "extents")  # of a node's JSON, what USD itself says


def write_stage(scene: Scene, appearance: Appearance | None, path: Path, *, seen: bool = True) -> None:
    """A scene as a .usda file; where nobody looks at it, without all that is only seen."""
    stage = stage_of(scene, appearance, seen=seen)  # named, as its layer lives no longer than the stage
    try:
        path.write_text(stage.GetRootLayer().ExportToString(), encoding="utf-8", newline="\n")
    except OSError as error:
        raise StageError(f"{path} cannot be written: {error.strerror}") from None


def stage_of(scene: Scene, appearance: Appearance | None, *, seen: bool = True) -> Usd.Stage:
    """A scene as a stage in memory; without a look, everything has the first one of its kind."""
    stage = Usd.Stage.CreateInMemory(".usda")
    UsdGeom.SetStageMetersPerUnit(stage, UsdGeom.LinearUnits.meters)
    UsdGeom.SetStageUpAxis(stage, UsdGeom.Tokens.z)
    data = scene_to_json(scene)
    world = UsdGeom.Xform.Define(stage, WORLD).GetPrim()
    stage.SetDefaultPrim(world)
    keep(world, {name: data["graph"][name] for name in WHOLE})
    write_physics(stage)
    paths = paths_of(scene)
    for parent in (THINGS, CAMERAS, MATERIALS):
        UsdGeom.Scope.Define(stage, parent)
    _write_things(stage, scene, data["nodes"], paths)
    for source, target, key in scene.edges:
        prim = stage.GetPrimAtPath(paths[source])
        prim.CreateRelationship(f"espire:{key}", custom=True).AddTarget(paths[target])
    for name, camera in camera_paths(scene).items():
        write_camera(stage, camera, name, scene.cameras[name])
    if seen:
        write_appearance(stage, scene, appearance, paths)
    return stage


def _write_things(
    stage: Usd.Stage, scene: Scene, records: list[dict[str, Any]], paths: dict[str, str]
) -> None:
    boards = shelf_boards(scene)
    for node, record in zip(scene.nodes, records, strict=True):
        xform = UsdGeom.Xform.Define(stage, paths[node.id])
        place(xform, node.center, node.quaternion)
        prim = xform.GetPrim()
        boxed = min(node.extents) > 0
        keep(
            prim, {name: value for name, value in record.items() if name not in PLACED or _flat(name, boxed)}
        )
        for taxonomy, label in (("class", node.category), ("instance", node.id)):
            UsdSemantics.LabelsAPI.Apply(prim, taxonomy).CreateLabelsAttr([label])
        write_body(stage, scene, node, paths[node.id], boards.get(node.id, ()))


def _flat(name: str, boxed: bool) -> bool:
    """A thing without volume has no box on the stage that could say its size."""
    return name == "extents" and not boxed
