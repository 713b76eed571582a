"""Writes a scene as a stage: metres, z up, one Xform a node, and all it takes to read an equal scene back.

The same scene and look give the same text.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from pxr import Usd, UsdGeom, UsdSemantics

from espire_dsl.scene.graph import Scene
from espire_dsl.scene.json_io import scene_to_json
from espire_sim.usd.appearance import Look, write_appearance
from espire_sim.usd.bodies import write_body, write_physics
from espire_sim.usd.error import StageError
from espire_sim.usd.names import CAMERAS, MATERIALS, TEXTURES, THINGS, WORLD, camera_paths, paths_of
from espire_sim.usd.optics import write_camera
from espire_sim.usd.placing import place
from espire_sim.usd.record import keep
from espire_sim.worlds.boards import shelf_boards
from espire_sim.worlds.result import Appearance

WHOLE: Final = ("id", "world", "level", "seed")  # of a scene's JSON, what concerns all of it
PLACED: Final = ("center", "quaternion", "extents")  # of a node's JSON, what USD itself says
_USUAL: Final = Look()


def write_stage(
    scene: Scene, appearance: Appearance | None, path: Path, *, seen: bool = True, look: Look = _USUAL
) -> None:
    """A scene as a .usda file, with the pictures of its patterns in the folder `textures` beside it; where
    nobody looks at it, without all that is only seen."""
    pictures: dict[str, bytes] = {}
    # Named, as its layer lives no longer than the stage.
    stage = stage_of(scene, appearance, seen=seen, look=look, pictures=pictures)
    file = path
    try:
        path.write_text(stage.GetRootLayer().ExportToString(), encoding="utf-8", newline="\n")
        for name, png in pictures.items():
            file = path.parent / TEXTURES / name
            file.parent.mkdir(exist_ok=True)
            file.write_bytes(png)
    except OSError as error:
        raise StageError(f"{file} cannot be written: {error.strerror}") from None


def stage_of(
    scene: Scene,
    appearance: Appearance | None,
    *,
    seen: bool = True,
    look: Look = _USUAL,
    pictures: dict[str, bytes] | None = None,
) -> Usd.Stage:
    """A scene as a stage in memory; without a look, everything has the first one of its kind.

    Files of pictures are added to `pictures`, by their names; without it, a pattern is one colour.
    """
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
        write_appearance(stage, scene, appearance, paths, look, pictures)
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
