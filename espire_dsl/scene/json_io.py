"""Scenes as text: NetworkX node-link JSON (a directed multigraph, with the key "edges"), one scene a line.

`networkx.node_link_graph(data, edges="edges")` reads it without this package; what concerns the scene as a
whole stands under "graph". Floats are written so that they read back equal, keys always in the same order.
The layout is stated in scene.schema.json, beside this file.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from importlib.resources import files
from itertools import chain
from typing import Any, Final, NoReturn

from espire_dsl.catalogue.json_format import category_from_json, category_to_json
from espire_dsl.catalogue.reader import Category
from espire_dsl.scene.camera import PERSPECTIVE, Camera
from espire_dsl.scene.error import SceneError
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.json_shapes import CAMERA, EDGE, GRAPH, NODE, SCENE, misshapen
from espire_dsl.scene.node import Node

Json = dict[str, Any]

SELDOM: Final[Mapping[str, object]] = {"fixed": False, "projection": PERSPECTIVE}
"""Fields that are only written where they have another value than this."""


_ALWAYS: Final = object()


def scene_to_json(scene: Scene) -> Json:
    """A scene as plain JSON values."""
    return {
        "directed": True,
        "multigraph": True,
        "graph": {
            "id": scene.id,
            "world": scene.world,
            "level": scene.level,
            "seed": scene.seed,
            "units": "m",
            "up": "z",
            "cameras": {name: fields_of(camera, CAMERA) for name, camera in sorted(scene.cameras.items())},
            **({"assets": [category_to_json(asset) for asset in scene.assets]} if scene.assets else {}),
        },
        "nodes": [fields_of(node, NODE) for node in scene.nodes],
        "edges": [{"source": source, "target": target, "key": key} for source, target, key in scene.edges],
    }


def scene_from_json(data: Mapping[str, Any]) -> Scene:
    """The scene of plain JSON values, or a SceneError that says what is wrong with them.

    Fields of a node or a camera that have a default may be left out, as in scenes written by hand.
    """
    _refuse_misshapen(misshapen(data, SCENE, "scene"))
    whole, nodes, edges = data["graph"], data["nodes"], data["edges"]
    _refuse_misshapen(misshapen(whole, GRAPH, "graph"))
    cameras = whole.get("cameras", {})
    _refuse_misshapen(
        chain(
            *(misshapen(item, CAMERA, f'camera "{name}"') for name, item in cameras.items()),
            *(misshapen(item, NODE, _node(item, place)) for place, item in enumerate(nodes)),
            *(misshapen(item, EDGE, f"edge {place}") for place, item in enumerate(edges)),
        )
    )
    return _scene_of(data, Scene.build)


def scene_as_written(data: Mapping[str, Any], assets: Iterable[Category] | None = None) -> Scene:
    """The scene of JSON values that are known to be what `scene_to_json` gave: they are not checked again,
    which takes most of the time of reading. `assets` stand for its own, where their files can be read."""
    return _scene_of(data, Scene.assembled, Node.as_written, assets)


def _scene_of(
    data: Mapping[str, Any],
    make: Callable[..., Scene],
    node: Callable[..., Node] = Node,
    assets: Iterable[Category] | None = None,
) -> Scene:
    whole, cameras = data["graph"], data["graph"].get("cameras", {})
    return make(
        [node(**item) for item in data["nodes"]],
        [(edge["source"], edge["target"], edge["key"]) for edge in data["edges"]],
        {name: Camera(**item) for name, item in cameras.items()},
        **{name: whole[name] for name in ("id", "world", "level", "seed") if name in whole},
        assets=_assets(whole.get("assets", [])) if assets is None else assets,
    )


def _assets(data: list[Any]) -> list[Category]:
    found = [category_from_json(entry) for entry in data]
    if None in found:
        raise SceneError(f"graph: field assets: number {found.index(None) + 1} is no asset")
    return [asset for asset in found if asset is not None]


def dumps(scene: Scene) -> str:
    """A scene as one line of JSON, without the line's end."""
    return json.dumps(scene_to_json(scene), ensure_ascii=False, allow_nan=False, separators=(", ", ": "))


def loads(text: str) -> Scene:
    """The scene of one JSON text."""
    try:
        data = json.loads(text, parse_constant=_refuse)
    except json.JSONDecodeError as error:
        raise SceneError(f"not JSON: {error.msg} at character {error.pos}") from None
    return scene_from_json(data)


def schema() -> Json:
    """The JSON Schema (2020-12) of a scene."""
    text = files("espire_dsl.scene").joinpath("scene.schema.json").read_text(encoding="utf-8")
    result: Json = json.loads(text)
    return result


def _refuse(constant: str) -> NoReturn:
    raise SceneError(f"the number {constant} has no place in a scene: every number must be finite")


def _refuse_misshapen(problems: Iterable[str]) -> None:
    if found := tuple(problems):
        raise SceneError(*found)


def _node(item: object, place: int) -> str:
    return f'node "{item["id"]}"' if isinstance(item, Mapping) and "id" in item else f"node {place}"


def fields_of(thing: object, names: Iterable[str]) -> Json:
    """Some fields of a node or a camera, as plain JSON values; those that few have are left out elsewhere."""
    return {
        name: _plain_value(value)
        for name in names
        if (value := getattr(thing, name)) != SELDOM.get(name, _ALWAYS)
    }


def _plain_value(value: object) -> object:
    if isinstance(value, tuple):
        return [_plain_value(part) for part in value]
    return dict(sorted(value.items())) if isinstance(value, Mapping) else value
