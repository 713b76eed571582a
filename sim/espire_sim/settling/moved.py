"""A scene with its things in other poses, and all that follows from poses found again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from attrs import evolve, frozen

from espire_dsl.scene.box import Box, box_of
from espire_dsl.scene.exact import exact
from espire_dsl.scene.footprint import covered_fraction
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.node import Node, Quaternion, Vector
from espire_dsl.scene.places import contents, slot_of
from espire_sim.settling.pairs import pair_distances
from espire_sim.worlds.parts import rounded_point, rounded_turn

_GRAZE: Final = 0.001  # what reaches less far into a space than contacts give way does not enter it


@frozen
class Pose:
    """Where a thing is, and how it is turned ([w, x, y, z])."""

    center: Vector
    quaternion: Quaternion


def with_poses(scene: Scene, poses: Mapping[str, Pose]) -> Scene:
    """The scene with some things moved: numbers rounded, occupancies new, spaces that are entered left out.

    What was seen of things before says nothing about where they are now, and is forgotten.
    """
    moved = scene.with_parts(_moved(node, poses) for node in scene.nodes)
    entered = _entered(moved)
    nodes = [_occupied(moved, node) for node in moved.nodes if node.id not in entered]
    edges = [edge for edge in moved.edges if edge[0] not in entered and edge[1] not in entered]
    return moved.with_parts(nodes, edges)


def _moved(node: Node, poses: Mapping[str, Pose]) -> Node:
    pose = poses.get(node.id)
    if pose is None:
        return evolve(node, visible={})
    return evolve(
        node, center=rounded_point(pose.center), quaternion=rounded_turn(pose.quaternion), visible={}
    )


def _entered(scene: Scene) -> frozenset[str]:
    """The spaces that something in their slot reaches into."""
    boxes = {slot.id: [box_of(body) for body in contents(scene, slot.id)] for slot in scene.of_kind("slot")}
    pairs = [
        (space.id, _shrunk(box_of(space)), body)
        for space in scene.of_kind("space")
        for body in boxes.get(slot_of(scene, space.id) or "", ())
    ]
    distances = pair_distances([(space, body) for _, space, body in pairs])
    return frozenset(id for (id, _, _), distance in zip(pairs, distances, strict=True) if distance == 0)


def _shrunk(box: Box) -> Box:
    return Box(box.center, box.axes, box.half - _GRAZE)


def _occupied(scene: Scene, node: Node) -> Node:
    if node.kind != "slot" or node.occupancy is None:
        return node
    bodies = [box_of(body) for body in contents(scene, node.id)]
    return evolve(node, occupancy=exact(covered_fraction(box_of(node), bodies)))
