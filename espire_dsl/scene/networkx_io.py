"""Scenes from graphs of NetworkX: from the `graph` of a scene, changed or not, or from one made by hand.

A node carries {"node": Node}, or the fields of a node as plain attributes (`kind="book", center=(0, 0, 1)`).
Edges have the keys `on`, `in`, `supports` and `holds`. The graph's own attributes are `id`, `world`, `level`,
`seed` and `cameras`. `networkx.node_link_graph` of a stored scene gives such a graph. Edges that were derived
from a scene (`derived=True`, as `espire_dsl.program.relations` makes them) are no part of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

import networkx as nx
import numpy as np

from espire_dsl.catalogue.json_format import category_to_json
from espire_dsl.catalogue.reader import Category
from espire_dsl.scene.camera import Camera
from espire_dsl.scene.error import SceneError
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.json_io import Json, fields_of, scene_from_json
from espire_dsl.scene.json_shapes import CAMERA, NODE
from espire_dsl.scene.node import Node

DERIVED: Final = "derived"
"""The attribute of edges that were computed from a scene."""


def scene_from_networkx(graph: nx.MultiDiGraph[str]) -> Scene:
    """The scene of a graph, or a SceneError that lists all that is wrong with it."""
    if not (isinstance(graph, nx.Graph) and graph.is_directed() and graph.is_multigraph()):
        kind = type(graph).__name__
        raise SceneError(f"a scene is a directed multigraph (networkx.MultiDiGraph), and this is a {kind}")
    problems = tuple(_problems(graph))
    if problems:
        raise SceneError(*problems)
    about = {name: value for name, value in graph.graph.items() if name != "cameras"}
    about |= {name: list(map(_asset, value)) for name, value in about.items() if name == "assets"}
    cameras = graph.graph.get("cameras", {})
    return scene_from_json(
        {
            "directed": True,
            "multigraph": True,
            "graph": {**_plain(about), "cameras": {name: _camera(item) for name, item in cameras.items()}},
            "nodes": [_node(id, data) for id, data in graph.nodes(data=True)],
            "edges": [
                {"source": source, "target": target, "key": key}
                for source, target, key, derived in graph.edges(keys=True, data=DERIVED)
                if not derived
            ],
        }
    )


def _asset(asset: Any) -> Any:
    return category_to_json(asset) if isinstance(asset, Category) else asset


def _problems(graph: nx.MultiDiGraph[str]) -> Iterator[str]:
    if not isinstance(graph.graph.get("cameras", {}), Mapping):
        yield "graph: field cameras: it must be an object"
    for id, data in graph.nodes(data=True):
        node = data.get("node")
        if node is not None and not isinstance(node, Node):
            yield f'node "{id}": the attribute "node" must be a Node, and is a {type(node).__name__}'
        elif node is not None and node.id != id:
            yield f'node "{id}": its attribute "node" has the id "{node.id}"'


def _node(id: Any, data: Mapping[str, Any]) -> Json:
    node = data.get("node")
    return {**_plain(data), "id": id} if node is None else fields_of(node, NODE)


def _camera(camera: Any) -> Any:
    return fields_of(camera, CAMERA) if isinstance(camera, Camera) else _plain(camera)


def _plain(value: Any) -> Any:
    """A value as JSON has it: lists for tuples and arrays, plain numbers for those of NumPy."""
    if isinstance(value, Mapping):
        return {name: _plain(part) for name, part in value.items()}
    if isinstance(value, tuple | list):
        return [_plain(part) for part in value]
    return value.tolist() if isinstance(value, np.ndarray | np.generic) else value
