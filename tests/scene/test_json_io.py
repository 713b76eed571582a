"""Scenes as JSON: what is written reads back equal, validates, and is plain NetworkX data."""

from __future__ import annotations

import json
import math
from typing import Any

import jsonschema
import networkx as nx
import pytest
from attrs import evolve, fields
from hypothesis import given, settings
from hypothesis import strategies as st

from espire_dsl.catalogue.reader import load_catalogue
from espire_dsl.scene.camera import Camera
from espire_dsl.scene.error import SceneError
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.json_io import (
    dumps,
    loads,
    scene_as_written,
    scene_from_json,
    scene_to_json,
    schema,
)
from espire_dsl.scene.json_shapes import CAMERA, GRAPH, NODE
from espire_dsl.scene.node import Node
from espire_dsl.scene.transform import rotate
from espire_dsl.scene.validate import EDGE_KEYS
from espire_dsl.testing.strategies import shelf_scenes, tabletop_scenes
from tests.nodes import node as new_node

VALIDATOR = jsonschema.Draft202012Validator(schema())
SMALL = Scene.build(
    [
        new_node(
            "a",
            "book",
            (0.1, 1 / 3, 1e-17),
            extents=(0.1, 0.2, 0.3),
            size="small",
            occupancy=0.5,
            visible={"world": 0.25, "wrist": 1},
            labels={"colour": "grün"},
            pixels={"world": 812},
            instance=7,
        ),
        new_node("v", "viewer", front=(1, 0, 0)),
    ],
    [("a", "v", "on"), ("a", "v", "in")],
    {"world": Camera((0, 0, 1))},
    id="one",
    world="tabletop",
    level="easy",
    seed=2**60,
)


@settings(deadline=None, max_examples=30, derandomize=True)
@given(tabletop_scenes() | shelf_scenes(), st.integers(0, 359))
def test_what_is_written_reads_back_equal_and_validates(scene: Scene, degrees: int) -> None:
    turned = rotate(scene, degrees)
    text = dumps(turned)
    VALIDATOR.validate(json.loads(text))
    assert loads(text) == turned
    assert dumps(loads(text)) == text
    assert dumps(scene_as_written(json.loads(text))) == text
    assert scene_as_written(json.loads(text)) == turned
    assert "\n" not in text


def test_every_field_survives() -> None:
    VALIDATOR.validate(scene_to_json(SMALL))
    assert loads(dumps(SMALL)) == SMALL
    assert "grün" in dumps(SMALL)


def test_assets_of_a_scene_survive_and_validate() -> None:
    asset = evolve(next(iter(load_catalogue())), id="my_own")
    thing = new_node("b", "book", extents=(0.1, 0.2, 0.3), category="my_own")
    scene = Scene.build([thing], id="two", world="tabletop", assets=[asset])
    VALIDATOR.validate(json.loads(dumps(scene)))
    assert loads(dumps(scene)).assets == (asset,)


def test_networkx_reads_it() -> None:
    graph = nx.node_link_graph(json.loads(dumps(SMALL)), edges="edges")
    assert isinstance(graph, nx.MultiDiGraph)
    assert set(graph) == {"a", "v"}
    assert set(graph.edges(keys=True)) == {("a", "v", "on"), ("a", "v", "in")}
    assert graph.nodes["a"]["labels"] == {"colour": "grün"}
    assert graph.graph["seed"] == 2**60


def test_the_order_of_keys_is_fixed() -> None:
    data = scene_to_json(SMALL)
    assert list(data) == ["directed", "multigraph", "graph", "nodes", "edges"]
    assert list(data["graph"]) == ["id", "world", "level", "seed", "units", "up", "cameras"]
    assert list(data["nodes"][0])[:3] == ["id", "kind", "roles"]


def test_schema_and_shapes_and_classes_have_the_same_fields() -> None:
    definitions = schema()["$defs"]
    assert (
        set(NODE) == {attribute.name for attribute in fields(Node)} == set(definitions["node"]["properties"])
    )
    assert set(CAMERA) == {attribute.name for attribute in fields(Camera)}
    assert set(CAMERA) == set(definitions["camera"]["properties"])
    assert set(GRAPH) == set(schema()["properties"]["graph"]["properties"])
    assert set(definitions["edge"]["properties"]["key"]["enum"]) == EDGE_KEYS
    jsonschema.Draft202012Validator.check_schema(schema())


def test_a_scene_written_by_hand_may_leave_fields_out() -> None:
    data = {
        "directed": True,
        "multigraph": True,
        "graph": {},
        "nodes": [{"id": "a", "kind": "book"}],
        "edges": [],
    }
    assert scene_from_json(data) == Scene.build([new_node("a", "book")])


def changed(**changes: Any) -> dict[str, Any]:
    data = json.loads(dumps(SMALL))
    for path, value in changes.items():
        *parents, last = path.split("__")
        inner = data
        for parent in parents:
            inner = inner[int(parent) if parent.isdigit() else parent]
        inner[last] = value
    return data  # type: ignore[no-any-return]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ([], "scene: it must be an object"),
        ({}, "scene: field nodes: it is missing"),
        (changed(directed=False), "scene: field directed: it must be true"),
        (changed(nodes={}), "scene: field nodes: it must be a list"),
        (changed(graph__units="cm"), 'graph: field units: it must be "m"'),
        (changed(graph__seed=0.5), "graph: field seed: it must be a whole number or null"),
        (changed(nodes__0__center="here"), 'node "a": field center: it must be a list of finite numbers'),
        (changed(nodes__0__center=[0, 0]), "it has 2 numbers instead of 3"),
        (changed(nodes__0__center=[0, 0, math.nan]), 'node "a": field center'),
        (changed(nodes__0__center=[0, 0, 10**400]), 'node "a": field center'),
        (changed(nodes__0__row=True), 'node "a": field row: it must be a whole number or null'),
        (
            changed(nodes__0__centre=[0, 0, 0]),
            'field centre: there is no such field (did you mean "center"?)',
        ),
        (changed(nodes__0__labels={"colour": 3}), "an object of texts"),
        (changed(nodes__0__pixels={"world": 1.5}), "an object of whole numbers"),
        (changed(nodes__0__pixels={"world": -1}), '-1 for camera "world" is less than 0'),
        (changed(nodes__0__visible={"world": "much"}), "an object of finite numbers"),
        (changed(nodes=["a"]), "node 0: it must be an object"),
        (changed(graph__cameras={"world": {}}), 'camera "world": field position: it is missing'),
        (changed(graph__cameras={"world": {"position": [0, 0, 0], "K": [1]}}), "a list of lists"),
        (changed(edges=[["a", "v"]]), "edge 0: it must be an object"),
        (changed(edges=[{"source": "a", "target": "v"}]), "edge 0: field key: it is missing"),
    ],
)
def test_what_is_no_scene_is_refused_with_a_reason(data: Any, message: str) -> None:
    with pytest.raises(SceneError) as caught:
        scene_from_json(data)
    assert message in str(caught.value)


@pytest.mark.parametrize("text", ["{", "", '{"nodes": NaN}', '{"nodes": -Infinity}'])
def test_text_that_is_no_json_is_refused(text: str) -> None:
    with pytest.raises(SceneError, match=r"not JSON|must be finite"):
        loads(text)
