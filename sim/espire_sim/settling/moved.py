"""A scene with its things in other poses, and all that follows from poses found again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import evolve, frozen

from espire_dsl.domain.kinds import CELL
from espire_dsl.scene.box import box_of
from espire_dsl.scene.footprint import covered_fraction
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.node import Node, Quaternion, Vector
from espire_dsl.scene.quantize import quantize
from espire_dsl.scene.spaces import with_spaces
from espire_sim.worlds.parts import rounded_point, rounded_turn


@frozen
class Pose:
    """Where a thing is, and how it is turned ([w, x, y, z])."""

    center: Vector
    quaternion: Quaternion


def with_poses(scene: Scene, poses: Mapping[str, Pose]) -> Scene:
    """The scene with some things moved: numbers rounded, occupancies new, and where it has spaces, they are
    cut again from the room that is free now.

    What was seen of things before says nothing about where they are now, and is forgotten.
    """
    moved = {node.id: _moved(node, poses) for node in scene.nodes}
    # What is in a slot stays in it wherever it is moved.
    bodies = {slot: [moved[node.id] for node in inside] for slot, inside in scene.contents.items()}
    return with_spaces(scene.with_parts(_occupied(node, bodies.get(node.id, ())) for node in moved.values()))


def _moved(node: Node, poses: Mapping[str, Pose]) -> Node:
    pose = poses.get(node.id)
    if pose is None:
        return evolve(node, visible={}) if node.visible else node
    return evolve(
        node, center=rounded_point(pose.center), quaternion=rounded_turn(pose.quaternion), visible={}
    )


def _occupied(node: Node, inside: Sequence[Node]) -> Node:
    if not node.is_a(CELL) or node.occupancy is None:
        return node
    return evolve(node, occupancy=quantize(covered_fraction(box_of(node), list(map(box_of, inside)))))
