"""Small scenes made by hand: a table with things on it, and a shelf of one slot."""

from __future__ import annotations

import math
from collections.abc import Iterable

from espire_dsl.scene.camera import Camera, look_at
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.node import Node, Quaternion, Vector
from espire_dsl.scene.rotation import axis_angle
from espire_dsl.scene.validate import Edge
from tests.nodes import node as new_node

TOP = 0.7
FLOOR = new_node("floor", "floor", (0, 0, -0.05), extents=(8, 8, 0.1))
TABLE = new_node("table", "table", (0, 0, TOP / 2), extents=(0.6, 1.4, TOP), front=(1, 0, 0))
FRONT_VIEW = look_at((1.2, 0.0, 1.2), (0.0, 0.0, 0.75))


def on_table(
    things: Iterable[Node], edges: Iterable[Edge] = (), camera: Camera = FRONT_VIEW, **others: Camera
) -> Scene:
    return Scene.build([FLOOR, TABLE, *things], edges, {"world": camera, **others})


def book(
    id: str,
    x: float = 0.0,
    y: float = 0.0,
    z: float | None = None,
    *,
    rotation: Quaternion = (1.0, 0.0, 0.0, 0.0),
    extents: Vector = (0.16, 0.022, 0.23),
) -> Node:
    """An upright book on the table, unless it is said to be higher or turned."""
    level = TOP + extents[2] / 2 if z is None else z
    return new_node(id, "book", (x, y, level), rotation, extents, category="book_medium", size="medium")


def leaning(degrees: float = 30.0, edge: float = 0.15) -> tuple[Node, Node]:
    """A book that leans towards +y on the upper edge of a support at y = 0, in exact contact."""
    sine, cosine = math.sin(math.radians(degrees)), math.cos(math.radians(degrees))
    start = -edge * sine / cosine
    width, thickness, height = 0.16, 0.022, 0.23
    one = book(
        "book",
        0.0,
        start + (height * sine - thickness * cosine) / 2,
        TOP + (height * cosine + thickness * sine) / 2,
        rotation=axis_angle((1, 0, 0), -degrees),
        extents=(width, thickness, height),
    )
    return one, new_node(
        "support", "support", (0, 0.05, TOP + edge / 2), extents=(0.1, 0.1, edge), category="bookend"
    )


def lying(shift: float) -> tuple[Node, Node]:
    """A book that lies on a riser, its middle shifted along its height from that of the riser."""
    riser = new_node("riser", "support", (0, 0, TOP + 0.03), extents=(0.1, 0.1, 0.06), category="riser")
    flat = book("book", 0.0, shift, TOP + 0.06 + 0.011, rotation=axis_angle((1, 0, 0), -90.0))
    return flat, riser


def one_slot(things: Iterable[Node] = (), spaces: Iterable[Node] = (), **cameras: Camera) -> Scene:
    """A shelf with one slot whose floor is at 0.02, 0.96 wide, 0.46 high, open towards +x at x = 0.2."""
    shelf = new_node("shelf", "shelf", (0, 0, 0.25), extents=(0.4, 1.0, 0.5), front=(1, 0, 0))
    slot = new_node(
        "slot", "slot", (0.01, 0, 0.25), extents=(0.38, 0.96, 0.46), row=1, column=1, occupancy=0.0
    )
    things, spaces = tuple(things), tuple(spaces)
    edges = [("slot", "shelf", "in")]
    edges += [(thing.id, "slot", "in") for thing in (*things, *spaces)]
    edges += [(thing.id, "shelf", "on") for thing in things]
    return Scene.build([FLOOR, shelf, slot, *things, *spaces], edges, cameras)
