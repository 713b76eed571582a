"""The scene in which a plan ends: the hand where it went with the arm behind it and its camera, and what it
took or put."""

from __future__ import annotations

from typing import Final

import numpy as np
from attrs import evolve

from espire_dsl.domain.worlds import WRIST_CAMERA
from espire_dsl.scene.camera import Camera
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.node import Node
from espire_dsl.scene.rotation import Array, from_matrix, matrix, vector
from espire_dsl.scene.validate import SUPPORTS
from espire_sim.interfaces import Put
from espire_sim.planning.placements import GAP, Placement
from espire_sim.planning.robot_context import ToolFrame
from espire_sim.robot.stance import PALM_BEHIND
from espire_sim.worlds.hand import wrist_camera

_RESTS: Final = frozenset({"on", "in"})


def after_reach(
    scene: Scene, tool: ToolFrame, held: Node | None, before: ToolFrame, configuration: Array
) -> Scene:
    """The hand is elsewhere than before, and what it holds with it."""
    nodes = [_moved_hand(node, tool, configuration) if node.kind == "robot" else node for node in scene.nodes]
    if held is not None:
        rotation = tool.rotation @ before.rotation.T
        center = tool.place + rotation @ (np.asarray(held.center) - before.place)
        quaternion = from_matrix(rotation @ matrix(held.quaternion))
        moved = evolve(held, center=vector(center), quaternion=quaternion)
        nodes = [moved if node.id == held.id else node for node in nodes]
    return scene.with_parts(nodes, cameras=_cameras(scene, tool))


def after_pick(scene: Scene, target: Node, tool: ToolFrame, configuration: Array) -> Scene:
    """The hand is about the thing and holds it; nothing else does any longer."""
    nodes = [_moved_hand(node, tool, configuration) if node.kind == "robot" else node for node in scene.nodes]
    (robot,) = scene.of_kind("robot")
    edges = [
        edge
        for edge in scene.edges
        if not (edge[0] == target.id and edge[2] in _RESTS)
        and not (edge[1] == target.id and edge[2] == SUPPORTS)
    ]
    return scene.with_parts(nodes, [*edges, (robot.id, target.id, "holds")], _cameras(scene, tool))


def put_by(placement: Placement) -> Put:
    """Where the thing rests once it is let go."""
    return vector(placement.center - (0.0, 0.0, GAP)), from_matrix(placement.rotation)


def after_place(
    scene: Scene, held: Node, slot: Node, placement: Placement, tool: ToolFrame, configuration: Array
) -> Scene:
    """The thing is in the slot, and the hand before it."""
    center, quaternion = put_by(placement)
    moved = evolve(held, center=center, quaternion=quaternion, slot=slot.id)
    hands = {robot.id: _moved_hand(robot, tool, configuration) for robot in scene.of_kind("robot")}
    nodes = [moved if node.id == held.id else hands.get(node.id, node) for node in scene.nodes]
    edges = [edge for edge in scene.edges if edge[1] != held.id or edge[2] != "holds"]
    edges.append((held.id, slot.id, "in"))
    edges += [(held.id, shelf, "on") for shelf in scene.targets(slot.id, "in")]
    return scene.with_parts(nodes, edges, _cameras(scene, tool))


def _moved_hand(robot: Node, tool: ToolFrame, configuration: Array) -> Node:
    """The hand elsewhere, with the arm behind it."""
    center = tool.place - tool.rotation[:, 0] * (robot.extents[0] / 2 + PALM_BEHIND)
    return evolve(
        robot,
        center=vector(center),
        quaternion=from_matrix(tool.rotation),
        configuration=tuple(configuration.tolist()),
    )


def _cameras(scene: Scene, tool: ToolFrame) -> dict[str, Camera]:
    """The cameras, that at the wrist where the hand is."""
    return {
        name: wrist_camera(camera, vector(tool.place), from_matrix(tool.rotation))
        if name == WRIST_CAMERA
        else camera
        for name, camera in scene.cameras.items()
    }
