"""What is in what: programs say what the scene graph says, read by NetworkX."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from espire_dsl.language.core.values import ThingRef
from espire_dsl.language.kinds import ANYTHING
from espire_dsl.language.types import Thing, Type
from espire_dsl.program.family_evaluation import evaluate_family
from espire_dsl.program.reference import evaluate
from espire_dsl.scene.graph import Scene
from espire_dsl.testing.strategies import shelf_scenes
from tests.language.reading import typed
from tests.nodes import node as new_node
from tests.tasks.helpers import answering, family_from

NAMES: dict[str, Type] = {"p": Thing(ANYTHING), "q": Thing(ANYTHING)}


def value(text: str, scene: Scene, **things: str) -> object:
    return evaluate(typed(text, NAMES)[0], scene, {n: ThingRef(id, scene) for n, id in things.items()}).value


def containing(scene: Scene) -> nx.DiGraph:
    """Only the edges that lead from a thing to what it is in."""
    graph = nx.DiGraph()
    graph.add_nodes_from(node.id for node in scene.nodes)
    graph.add_edges_from((source, target) for source, target, key in scene.edges if key == "in")
    return graph


@settings(max_examples=20, deadline=None)
@given(shelf_scenes(), st.data())
def test_contents_are_the_ancestors_in_the_graph(scene: Scene, data: st.DataObject) -> None:
    graph = containing(scene)
    whole = data.draw(st.sampled_from([node.id for node in scene.nodes]))
    part = data.draw(st.sampled_from([node.id for node in scene.nodes]))
    found = value("contents(p)", scene, p=whole)
    assert found.ids == tuple(sorted(nx.ancestors(graph, whole)))  # type: ignore[attr-defined]
    expected = part != whole and nx.has_path(graph, part, whole)
    assert value("inside(q, of: p)", scene, p=whole, q=part) == expected


def test_rooms_within_rooms() -> None:
    """As deep as one likes: a thing in a box in a room in a house."""
    ids = [f"n{i}" for i in range(20)]
    scene = Scene.build([new_node(id, "object") for id in ids], [(a, b, "in") for a, b in pairwise(ids)])
    assert value("count(contents(p))", scene, p="n19") == 19
    assert value("inside(q, of: p)", scene, p="n19", q="n0") is True
    assert value("inside(p, of: q)", scene, p="n19", q="n0") is False


def test_what_a_camera_shows() -> None:
    nodes = [
        new_node("a", "book", pixels={"world": 500, "wrist": 0}),
        new_node("b", "book", pixels={"world": 10}),
        new_node("c", "book"),
    ]
    scene = Scene.build(nodes)
    assert value("in_view(books)", scene).ids == ("a", "c")  # type: ignore[attr-defined]
    assert value('in_view(books, camera: "wrist")', scene).ids == ("b", "c")  # type: ignore[attr-defined]


@pytest.mark.parametrize(("book_in", "answer"), [("p", 1), ("q", 0)])
def test_a_question_about_what_is_inside(book_in: str, answer: int, tmp_path: Path) -> None:
    text = """let P in near
      program count(filter_attribute(filter_books(contents(shelf)), Small))
      require visibility(P) > 0
      say "How many small books are in the shelf, not counting {{ P }}?"
    """
    family = family_from(tmp_path, answering(text, "attribute coarse").replace("tabletop", "shelf"))
    nodes = [
        *(new_node("shelf", "shelf"), new_node("p", "slot"), new_node("q", "object")),
        *(new_node("o", "near", category="pagoda"), new_node("b", "book", size="small")),
    ]
    scene = Scene.build(nodes, [("p", "shelf", "in"), ("b", book_in, "in")])
    assert evaluate_family(family, scene, {"P": ThingRef("o", scene)}).answer == answer
