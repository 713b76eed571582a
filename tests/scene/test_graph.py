"""Building scenes, and what is refused."""

from __future__ import annotations

import math
import pickle

import networkx as nx
import numpy as np
import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from espire_dsl.scene.camera import Camera, look_at, viewer_of
from espire_dsl.scene.error import SceneError
from espire_dsl.scene.frames import floor_front
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.node import Node
from espire_dsl.scene.rotation import rotate_vector
from espire_dsl.testing.strategies import shelf_scenes, tabletop_scenes
from tests.nodes import node as new_node

TABLE = new_node("table", "table", (0, 0, 0.35), extents=(0.6, 1.4, 0.7), front=(1, 0, 0))
BOOK = new_node("a", "book", (0, 0, 0.8), extents=(0.15, 0.02, 0.2))
SLOT = new_node("s", "slot", (0, 0, 1), extents=(0.4, 0.5, 0.3))


def problems(*nodes: Node, edges: tuple[tuple[str, str, str], ...] = (), **cameras: Camera) -> str:
    with pytest.raises(SceneError) as caught:
        Scene.build(nodes, edges, cameras)
    return str(caught.value)


def test_lookups() -> None:
    scene = Scene.build([TABLE, BOOK, SLOT], [("a", "table", "on"), ("a", "s", "in")])
    assert [node.id for node in scene.nodes] == ["a", "s", "table"]
    assert scene.node("a") == BOOK
    assert scene.of_kind("slot", "table") == (SLOT, TABLE)
    assert scene.targets("a", "on") == ("table",)
    assert scene.targets("a", "in") == ("s",)
    assert scene.sources("table", "on") == ("a",)
    assert scene.sources("table", "in") == ()
    assert "a" in scene
    assert "b" not in scene


def test_a_missing_node_is_named_with_a_suggestion() -> None:
    scene = Scene.build([TABLE])
    with pytest.raises(SceneError, match=r'no node "tabel" \(did you mean "table"\?\)'):
        scene.node("tabel")
    with pytest.raises(SceneError, match='no edges "onn"'):
        scene.targets("table", "onn")


def test_the_world_camera_becomes_the_viewer() -> None:
    scene = Scene.build([TABLE], cameras={"world": look_at((0, -2, 1.5), (0, 0, 0.5))})
    viewer = scene.viewer
    assert viewer.id == "viewer"
    assert viewer.center == (0, -2, 1.5)
    assert viewer.extents == (0, 0, 0)
    assert viewer.perspective == "own"
    assert viewer.front is not None
    expected = np.array([0, 2, -1]) / math.sqrt(5)
    np.testing.assert_allclose(rotate_vector(viewer.quaternion, viewer.front), expected, atol=1e-12)
    np.testing.assert_allclose(floor_front(viewer), (0, 1, 0), atol=1e-12)


def test_a_given_viewer_is_kept() -> None:
    me = new_node("me", "viewer", (1, 1, 1), front=(1, 0, 0))
    scene = Scene.build([me], cameras={"world": look_at((0, -2, 1.5), (0, 0, 0.5))})
    assert scene.viewer == me


def test_a_scene_without_viewer_says_so_when_asked() -> None:
    with pytest.raises(SceneError, match="no viewer"):
        _ = Scene.build([TABLE]).viewer


def test_a_camera_that_looks_straight_down_has_north_at_the_top() -> None:
    viewer = viewer_of(look_at((0, 0, 2), (0, 0, 0)))
    np.testing.assert_allclose(floor_front(viewer), (0, 1, 0), atol=1e-12)
    turned = viewer_of(look_at((0, 0, 2), (0, 0, 0), up=(-1, 0, 0)))
    np.testing.assert_allclose(floor_front(turned), (-1, 0, 0), atol=1e-12)


def test_a_camera_looks_at_another_place_than_its_own_and_not_along_its_up() -> None:
    with pytest.raises(SceneError, match="where it stands"):
        look_at((0, 0, 2), (0, 0, 2))
    with pytest.raises(SceneError, match="up in the picture"):
        look_at((0, 0, 2), (0, 0, 0), up=(0, 0, 3))


@pytest.mark.parametrize(
    ("node", "message"),
    [
        (evolve(BOOK, center=(0, math.nan, 0)), 'node "a": field center: every number must be finite'),
        (evolve(BOOK, extents=(0, math.inf, 0)), 'node "a": field extents: every number must be finite'),
        (evolve(BOOK, extents=(0.1, -0.1, 0)), 'node "a": field extents: a length is negative'),
        (evolve(BOOK, quaternion=(0, 0, 0, 0)), 'node "a": field quaternion: it has length 0 instead of 1'),
        (evolve(BOOK, quaternion=(1.00001, 0, 0, 0)), 'node "a": field quaternion'),
        (evolve(BOOK, quaternion=(1, 0, 0)), "it has 3 numbers instead of 4"),
        *(
            (
                evolve(BOOK, quaternion=(large,) * 4),
                f"field quaternion: it has length {2 * large:g} instead of 1",
            )
            for large in (1e153, 1.2e154, 1e160, 8e307)
        ),
        (evolve(BOOK, quaternion=(1.7e308,) * 4), "field quaternion: it has length inf instead of 1"),
        (evolve(BOOK, front=(0, 2, 0)), 'node "a": field front: it has length 2 instead of 1'),
        (evolve(BOOK, upright=(0, 0, 0)), 'node "a": field upright'),
        (evolve(BOOK, oriented=True), 'node "a": field front: an oriented thing needs a front'),
        (Node("a", "bok"), 'unknown kind "bok"'),
        (Node("a", "bok"), 'did you mean "book"?'),
        (evolve(BOOK, perspective="mine"), 'node "a": field perspective'),
        (evolve(BOOK, slot="t"), 'node "a": field slot: there is no node "t"'),
        (evolve(BOOK, row=0), 'node "a": field row'),
        (evolve(BOOK, column=-1), 'node "a": field column'),
        (evolve(BOOK, occupancy=1.5), 'node "a": field occupancy'),
        (evolve(BOOK, visible={"world": -0.1}), 'node "a": field visible'),
        (evolve(BOOK, id=""), "it is empty"),
    ],
)
def test_bad_nodes_are_refused(node: Node, message: str) -> None:
    assert message in problems(node)


@given(st.lists(st.floats(), min_size=4, max_size=4))
def test_four_numbers_are_a_unit_quaternion_or_refused(numbers: list[float]) -> None:
    node = evolve(BOOK, quaternion=tuple(numbers))
    is_unit = abs(math.hypot(*numbers) - 1) < 1e-5
    assert is_unit or 'node "a": field quaternion' in problems(node)


def test_bad_graphs_are_refused() -> None:
    assert 'node "a": field id: 2 nodes have this id' in problems(BOOK, BOOK)
    assert 'edge "a" on "tabel": there is no node "tabel"' in problems(
        BOOK, TABLE, edges=(("a", "tabel", "on"),)
    )
    assert 'unknown key "under"' in problems(BOOK, TABLE, edges=(("a", "table", "under"),))
    one, two = (new_node(id, "viewer", front=(1, 0, 0)) for id in ("v", "w"))
    assert 'node "w": field kind: a scene has one viewer' in problems(one, two)
    assert "kept for the viewer" in problems(
        new_node("viewer", "object"), world=look_at((1, 0, 1), (0, 0, 0))
    )
    assert 'camera "world": field position' in problems(world=Camera((math.nan, 0, 0)))
    assert 'camera "world": field K' in problems(world=Camera((0, 0, 0), K=((1, 0, 0),)))
    assert "no picture" in problems(world=Camera((0, 0, 0), width=0))


def test_all_problems_are_listed_at_once() -> None:
    bad = evolve(BOOK, center=(math.nan, 0, 0), extents=(-1, 0, 0), kind="thing", roles=())
    with pytest.raises(SceneError) as caught:
        Scene.build([bad, TABLE], [("a", "nowhere", "on")])
    assert len(caught.value.problems) == 4
    assert "4 problems" in str(caught.value)


def test_nearly_unit_quaternions_are_made_unit() -> None:
    scene = Scene.build([evolve(BOOK, quaternion=(1 + 5e-7, 0, 0, 0))])
    assert scene.node("a").quaternion == (1, 0, 0, 0)


def test_a_scene_cannot_be_changed() -> None:
    scene = Scene.build([TABLE])
    with pytest.raises(nx.NetworkXError):
        scene.graph.add_node("b")


@settings(deadline=None, max_examples=20, derandomize=True)
@given(tabletop_scenes() | shelf_scenes())
def test_scenes_are_compared_by_value_and_can_be_sent(scene: Scene) -> None:
    again = scene.with_parts(reversed(scene.nodes), reversed(scene.edges))
    assert again == scene
    assert again.nodes == scene.nodes
    assert hash(again) == hash(scene)
    assert pickle.loads(pickle.dumps(scene)) == scene
    moved = evolve(scene.nodes[0], center=(9, 9, 9))
    assert scene.with_parts([moved, *scene.nodes[1:]]) != scene
