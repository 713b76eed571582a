"""Scenes from graphs of NetworkX, and back."""

from __future__ import annotations

import networkx as nx
import numpy as np
import pytest
from attrs import evolve
from hypothesis import given, settings

from espire_dsl.scene.camera import look_at
from espire_dsl.scene.error import SceneError
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.json_io import scene_to_json
from espire_dsl.testing.strategies import shelf_scenes, tabletop_scenes
from tests.nodes import node as new_node


@settings(max_examples=25)
@given(tabletop_scenes() | shelf_scenes())
def test_a_scene_is_that_of_its_graph(scene: Scene) -> None:
    scene = evolve(scene, id="mine", world="tabletop", level="easy", seed=3)
    assert Scene.from_networkx(scene.graph) == scene
    assert Scene.from_networkx(nx.node_link_graph(scene_to_json(scene), edges="edges")) == scene


def test_a_scene_with_another_name_leaves_the_graph_of_the_first_alone() -> None:
    one = Scene.build([new_node("a", "book")], id="one")
    other = evolve(one, id="other")
    assert (one.graph.graph["id"], other.graph.graph["id"]) == ("one", "other")
    assert one.with_parts([new_node("b", "book")]).graph.graph["id"] == "one"
    assert nx.is_frozen(other.graph)


def by_hand() -> nx.MultiDiGraph[str]:
    graph: nx.MultiDiGraph[str] = nx.MultiDiGraph(
        id="desk", cameras={"world": look_at((0, -2, 1.5), (0, 0, 0.8))}
    )
    graph.add_node(
        "table", kind="table", extents=(0.6, 1.4, 0.7), center=np.array([0, 0, 0.35]), front=(1, 0, 0)
    )
    graph.add_node("a", node=new_node("a", "book", (0.1, 0, 0.8), extents=(0.15, 0.02, 0.2)))
    graph.add_edge("a", "table", "on")
    return graph


def test_a_graph_by_hand() -> None:
    scene = Scene.from_networkx(by_hand())
    assert [node.id for node in scene.nodes] == ["a", "table", "viewer"]
    assert scene.node("table").center == (0, 0, 0.35)
    assert scene.targets("a", "on") == ("table",)
    assert scene.id == "desk"


def test_a_changed_graph_is_another_scene() -> None:
    graph = nx.MultiDiGraph(Scene.from_networkx(by_hand()).graph)
    graph.remove_node("a")
    graph.add_edge("viewer", "table", "supports", derived=True)
    scene = Scene.from_networkx(graph)
    assert "a" not in scene
    assert scene.edges == ()


def refused(graph: nx.Graph[str]) -> str:
    with pytest.raises(SceneError) as caught:
        Scene.from_networkx(graph)  # type: ignore[arg-type]
    return str(caught.value)


def test_what_is_no_scene_is_told() -> None:
    assert "networkx.MultiDiGraph" in refused(nx.path_graph(3))
    graph = by_hand()
    graph.add_node("b", kind="bok", centre=(0, 0, 1))
    assert refused(graph) == 'node "b": field centre: there is no such field (did you mean "center"?)'
    graph = by_hand()
    graph.add_node("b", node="a book")
    graph.add_node("c", node=new_node("d", "book"))
    assert refused(graph).splitlines()[1:] == [
        '  - node "b": the attribute "node" must be a Node, and is a str',
        '  - node "c": its attribute "node" has the id "d"',
    ]
    graph = by_hand()
    graph.add_edge("a", "table", "under")
    assert 'unknown key "under"' in refused(graph)
    graph.graph["cameras"] = [1]
    assert refused(graph) == "graph: field cameras: it must be an object"
    graph = by_hand()
    graph.add_node(7, kind="book")  # type: ignore[arg-type]
    assert refused(graph) == 'node "7": field id: it must be a text'
