"""Scenes with things that lack what programs ask for: to meet every way in which a row can fail."""

from __future__ import annotations

from attrs import evolve
from hypothesis import strategies as st

from espire_dsl.scene.graph import Scene
from espire_dsl.scene.node import UP, Node
from espire_dsl.testing.strategies import shelf_scenes, tabletop_scenes

CHANGES = (
    "none",
    "none",
    "no upright",
    "faces up",
    "size",
    "labels",
    "visible",
    "occupancy",
    "no slot",
    "flat",
)


def _changed(node: Node, change: str) -> Node:
    match change:
        case "no upright":
            return evolve(node, upright=None)
        case "faces up" if node.front is not None:
            return evolve(node, front=UP)
        case "size":
            return evolve(node, size=None if node.size else "tiny")
        case "labels":
            return evolve(node, labels={"color": "left"})
        case "visible":
            return evolve(node, visible={"world": 0.25})
        case "occupancy" if node.kind == "slot":
            return evolve(node, occupancy=1.0)
        case "no slot":
            return evolve(node, slot=None, row=None, column=None)
        case "flat":
            return evolve(node, extents=(0.0, *node.extents[1:]))
        case _:
            return node


@st.composite
def odd_scenes(draw: st.DrawFn) -> Scene:
    """A table or a shelf of which some things are not as they should be; maybe nobody looks."""
    scene = draw(st.one_of(tabletop_scenes(), shelf_scenes()))
    gone = draw(st.sampled_from(("nothing", "nothing", "viewer", "table", "robot", "in", "holds")))
    changes = st.sampled_from(CHANGES)
    nodes = [_changed(node, draw(changes)) for node in scene.nodes if node.kind != gone]
    ids = {node.id for node in nodes}
    edges = [edge for edge in scene.edges if edge[2] != gone and {edge[0], edge[1]} <= ids]
    return scene.with_parts(nodes, edges, {} if gone == "viewer" else None)
