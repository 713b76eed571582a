"""Reads a scene back from a stage: poses and sizes from geometry, the rest from the record of each prim."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pxr import Tf, Usd, UsdGeom

from espire_dsl.scene.graph import Scene
from espire_dsl.scene.json_io import scene_from_json
from espire_dsl.scene.validate import EDGE_KEYS
from espire_sim.usd.error import StageError
from espire_sim.usd.names import BOX, CAMERAS, THINGS, WORLD
from espire_sim.usd.optics import read_camera
from espire_sim.usd.placing import place_of
from espire_sim.usd.record import kept


def read_stage(path: Path) -> Scene:
    """The scene of a file that `write_stage` wrote, whatever has been moved on it since."""
    if not path.is_file():
        raise StageError(f"{path}: there is no such file")
    try:
        stage = Usd.Stage.Open(str(path))
    except Tf.ErrorException as error:
        raise StageError(f"{path}: USD cannot open it: {_first(error)}") from None
    try:
        return scene_of(stage)
    except StageError as error:
        raise StageError(f"{path}: {error}") from None


def scene_of(stage: Usd.Stage) -> Scene:
    """The scene of a stage; a SceneError if what it says makes no scene."""
    world = stage.GetPrimAtPath(WORLD)
    whole = kept(world) if world else None
    if whole is None:
        raise StageError(f"no scene is recorded at {WORLD}: this stage was not written by `write_stage`")
    prims = _children(stage, THINGS)
    nodes = {str(prim.GetPath()): _node(prim) for prim in prims}
    edges = [
        {"source": node["id"], "target": _target(nodes, str(target), path), "key": key}
        for path, node in nodes.items()
        for key in sorted(EDGE_KEYS)
        for target in _targets(stage.GetPrimAtPath(path), key)
    ]
    return scene_from_json(
        {
            "directed": True,
            "multigraph": True,
            "graph": {**whole, "cameras": dict(read_camera(prim) for prim in _children(stage, CAMERAS))},
            "nodes": list(nodes.values()),
            "edges": edges,
        }
    )


def _children(stage: Usd.Stage, path: str) -> list[Usd.Prim]:
    """What is recorded below a prim."""
    parent = stage.GetPrimAtPath(path)
    return [prim for prim in parent.GetChildren() if kept(prim) is not None] if parent else []


def _node(prim: Usd.Prim) -> dict[str, Any]:
    record = kept(prim) or {}
    if not isinstance(record.get("id"), str):
        raise StageError(f"{prim.GetPath()}: this thing has no id in its custom data")
    position, quaternion = place_of(prim)
    size = _size(prim)
    return {
        **record,
        "center": list(position),
        "quaternion": list(quaternion),
        **({} if size is None else {"extents": size}),
    }


def _size(prim: Usd.Prim) -> list[float] | None:
    """The lengths of a thing's box, if it has one."""
    box = prim.GetChild(BOX)
    if not box:
        return None
    ops = UsdGeom.Xformable(box).GetOrderedXformOps()
    if [op.GetOpType() for op in ops] != [UsdGeom.XformOp.TypeScale]:
        raise StageError(f"{box.GetPath()}: the box of a thing is stretched, and neither moved nor turned")
    side = UsdGeom.Cube(box).GetSizeAttr().Get()
    return [side * factor for factor in ops[0].Get()]


def _targets(prim: Usd.Prim, key: str) -> list[Any]:
    return list(prim.GetRelationship(f"espire:{key}").GetTargets())


def _target(nodes: dict[str, dict[str, Any]], target: str, source: str) -> str:
    if target not in nodes:
        raise StageError(f"{source}: it is related to {target}, which is no thing of the scene")
    id: str = nodes[target]["id"]
    return id


def _first(error: Exception) -> str:
    return str(error).strip().splitlines()[-1].strip()
