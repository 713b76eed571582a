"""Nodes and edges as they come together: numbers rounded so that every platform writes the same ones."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from attrs import evolve, frozen

from espire_dsl.catalogue.reader import Category
from espire_dsl.scene.node import Node, Quaternion, Vector
from espire_dsl.scene.rotation import normalised, product, rotate_vector, yaw
from espire_dsl.scene.things import thing
from espire_dsl.scene.validate import Edge
from espire_sim.worlds.groups import SURFACE, ThingGroup
from espire_sim.worlds.placing import GroupPose

_METRE_DIGITS: Final = 6
_TURN_DIGITS: Final = 9


@frozen
class Parts:
    """Nodes and edges that become part of a scene."""

    nodes: tuple[Node, ...] = ()
    edges: tuple[Edge, ...] = ()

    def joined(self, *others: Parts) -> Parts:
        """This and the others."""
        every = (self, *others)
        return Parts(
            tuple(node for parts in every for node in parts.nodes),
            tuple(edge for parts in every for edge in parts.edges),
        )


def rounded_point(point: Iterable[float]) -> Vector:
    """A position to the micrometre; never a negative zero."""
    x, y, z = (round(value, _METRE_DIGITS) + 0.0 for value in point)
    return (x, y, z)


def rounded_turn(quaternion: Sequence[float]) -> Quaternion:
    """A unit quaternion without the digits in which platforms differ."""
    return normalised([round(part, _TURN_DIGITS) for part in quaternion])


def node_of(category: Category, id: str, center: Vector, quaternion: Quaternion, extents: Vector) -> Node:
    """A thing of a category, with rounded numbers."""
    return thing(category, id, rounded_point(center), rounded_turn(quaternion), extents)


def put(
    group: ThingGroup, place: GroupPose, level: float, id: str, surface: str, slot: str | None = None
) -> Parts:
    """The nodes and edges of a group at a place on a surface, in a slot if there is one.

    The main thing has the id; its support is called after it.
    """
    turn = yaw(place.degrees)
    ids = [id, *(f"{id}_support" for _ in group.pieces[1:])]
    nodes = []
    for name, piece in zip(ids, group.pieces, strict=True):
        x, y, z = rotate_vector(turn, piece.center)
        node = node_of(
            piece.category,
            name,
            (place.x + x, place.y + y, level + z),
            product(turn, piece.quaternion),
            piece.extents,
        )
        nodes.append(evolve(node, slot=slot))
    edges = [
        (ids[source], surface if target == SURFACE else ids[target], key)
        for source, target, key in group.edges
    ]
    if slot is not None:
        edges += [(name, slot, "in") for name in ids]
    return Parts(tuple(nodes), tuple(edges))
