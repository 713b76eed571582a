"""Edges of spatial relations say what the functions of programs give."""

from __future__ import annotations

from typing import Any

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from espire_dsl.language.core.function import Invocation
from espire_dsl.language.core.values import FrameValue, ThingRef, ThingSet, TypeValue
from espire_dsl.program.relations import relations
from espire_dsl.program.single import call_function
from espire_dsl.scene.error import SceneError
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.quantize import quantize
from espire_dsl.testing.strategies import shelf_scenes, tabletop_scenes
from tests.nodes import node as new_node
from tests.program.odd_scenes import odd_scenes

SIDES = {"left": ("Left", "Right"), "front": ("Front", "Behind")}


def called(name: str, scene: Scene, **arguments: Any) -> Any:
    """What a program gets from a function; None where it has no value."""
    try:
        return call_function(name, Invocation(arguments, scene)).value
    except SceneError:
        return None


def measured(scene: Scene, a: str, b: str, side: str, frame: FrameValue) -> Any:
    """What a side type measures of one thing."""
    arguments = {"xs": ThingSet((a,), scene), "type": TypeValue(side), "of": ThingRef(b, scene), "in": frame}
    try:
        return call_function("filter_orientation", Invocation(arguments, scene)).measured[a]
    except SceneError:
        return None


@settings(max_examples=40)
@given(st.data())
def test_edges_agree_with_programs(data: st.DataObject) -> None:
    scene = data.draw(st.one_of(tabletop_scenes(), shelf_scenes(), odd_scenes()))
    ids = [node.id for node in scene.nodes]
    if len(ids) < 2:
        return
    a, b = data.draw(st.lists(st.sampled_from(ids), min_size=2, max_size=2, unique=True))
    edges = relations(scene)[a][b]
    one, other = ThingRef(a, scene), ThingRef(b, scene)
    for way in ("edges", "centres"):
        assert edges["distance"][way] == called("distance", scene, a=one, to=other, by=way)
    assert edges["absolute"]["direction"] == called("map_direction", scene, a=one, **{"from": other})
    heights = [called("elevation", scene, a=thing) for thing in (one, other)]
    assert edges["absolute"]["up"] == quantize(heights[0] - heights[1])
    for frame in (FrameValue("relative"), FrameValue("intrinsic", b)):
        found = edges.get(frame.kind)
        direction = called("direction", scene, a=one, **{"from": other, "in": frame})
        assert (found is None) == (direction is None)
        if found is None:
            continue
        assert found["direction"] == direction
        assert found["hour"] == called("clock_hour", scene, a=one, **{"of": other, "in": frame})
        for axis, (positive, negative) in SIDES.items():
            assert found[axis] == measured(scene, a, b, positive, frame)
            assert -found[axis] == measured(scene, a, b, negative, frame)


def test_the_graph_is_made_once_and_keeps_what_the_scene_has() -> None:
    table = new_node("table", "table", (0, 0, 0.35), extents=(0.6, 1.4, 0.7), front=(1, 0, 0))
    scene = Scene.build([table, new_node("a", "book", (0, 0.3, 0.8))], [("a", "table", "on")])
    graph = relations(scene)
    assert relations(scene) is graph
    assert set(graph["a"]["table"]) == {"on", "distance", "intrinsic", "absolute"}
    assert graph.nodes["a"]["node"] == scene.node("a")
    assert graph["a"]["table"]["intrinsic"]["direction"] == "left"
    assert "intrinsic" not in graph["table"]["a"]
    assert set(scene.graph["a"]["table"]) == {"on"}
    assert Scene.from_networkx(graph) == scene
    with pytest.raises(nx.NetworkXError):
        graph.remove_node("a")
