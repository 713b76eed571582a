"""Final states: a book put down in a place, in a pose, or taken into the hand."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from attrs import evolve

from espire_dsl.scene.box import box_of
from espire_dsl.scene.fit import free_intervals
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.node import Node
from espire_dsl.scene.places import slot_of
from espire_dsl.scene.rotation import axis_angle, product
from tests.nodes import node as new_node

LYING, STANDING = 90.0, 0.0


def room_of(scene: Scene, place: str) -> Node:
    """The slot that a place is, or is cut from."""
    slot = slot_of(scene, place)
    assert slot is not None
    return scene.node(slot)


def middle_of(scene: Scene, place: str, book: str) -> tuple[float, float]:
    """Where in its slot the middle of a place is, in depth and sideways; of a slot, its widest gap."""
    slot, node = room_of(scene, place), scene.node(place)
    if node.kind == "space":
        room = box_of(slot)
        depth, side, _ = ((np.asarray(node.center) - room.center) @ room.axes).tolist()
        return depth, side
    free = max(free_intervals(scene, place, book), key=lambda ends: ends[1] - ends[0])
    return 0.0, sum(free) / 2


def put(
    scene: Scene,
    book: str,
    slot: Node,
    at: tuple[float, float],
    tilt: float = STANDING,
    *,
    lift: float = 0.0,
    leaning: bool = True,
) -> Scene:
    """The scene with the book on the floor of a slot, leaning sideways by the tilt; what leans is propped."""
    node = scene.node(book)
    room = box_of(slot)
    rotation = product(slot.quaternion, axis_angle((1.0, 0.0, 0.0), tilt))
    lean = math.radians(tilt)
    _, thickness, height = node.extents
    tall = height * abs(math.cos(lean)) + thickness * abs(math.sin(lean))
    wide = height * abs(math.sin(lean)) + thickness * abs(math.cos(lean))
    own = np.array([*at, tall / 2 - room.half[2] + lift])
    placed = evolve(node, center=tuple(room.center + room.axes @ own), quaternion=rotation, slot=slot.id)
    nodes: list[Node] = [*(n for n in scene.nodes if n.id != book), placed]
    if leaning and 10.0 < tilt < 80.0:
        beside = own - [0.0, wide / 2 + 0.005, 0.0]
        prop = new_node(
            "prop", "support", tuple(room.center + room.axes @ beside), slot.quaternion, (0.1, 0.01, tall)
        )
        nodes.append(prop)
    return scene.with_parts(nodes, [e for e in scene.edges if book not in e[:2]])


def put_in(scene: Scene, book: str, place: str, tilt: float = STANDING, **options: Any) -> Scene:
    """The book in the middle of a slot or space."""
    return put(scene, book, room_of(scene, place), middle_of(scene, place, book), tilt, **options)


def with_held(scene: Scene, *books: str) -> Scene:
    """The scene with these books in hand."""
    (robot,) = scene.of_kind("robot")
    kept = [edge for edge in scene.edges if edge[2] != "holds" and edge[0] not in books]
    return scene.with_parts(scene.nodes, [*kept, *((robot.id, book, "holds") for book in books)])
