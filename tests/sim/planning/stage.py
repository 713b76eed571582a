"""Scenes for plans, made by hand: a robot before a table, or before a shelf of one slot, with a book."""

from __future__ import annotations

from collections.abc import Iterable

import networkx as nx
import numpy as np
from attrs import evolve

from espire_dsl.scene.graph import Scene
from espire_dsl.scene.node import FORWARD, Node, Vector
from espire_dsl.scene.rotation import matrix, vector
from espire_sim.worlds.hand import hand_turn
from tests.nodes import node as new_node
from tests.sim.handmade import on_table, one_slot

HELD_EXTENTS: Vector = (0.13, 0.018, 0.18)


def hand(tool: Vector, pitch: float = 0.0, yaw: float = 0.0, roll: float = 0.0) -> Node:
    """The palm of a hand whose finger tips are about a point, facing the furniture but for these degrees."""
    rotation = hand_turn(pitch, yaw, roll)
    center = vector(np.asarray(tool) - matrix(rotation)[:, 0] * 0.06)
    return new_node("robot", "robot", center, rotation, (0.08, 0.204, 0.063), front=FORWARD)


def before_table(things: Iterable[Node], tool: Vector = (0.5, 0.0, 1.0)) -> Scene:
    return on_table([*things, hand(tool, roll=20.0)])


def before_shelf(
    things: Iterable[Node] = (),
    spaces: Iterable[Node] = (),
    *,
    extents: Vector = HELD_EXTENTS,
    lifted: float = 0.0,
    holding: bool = True,
) -> Scene:
    """The slot is open towards +x at x = 0.2, 0.96 wide, 0.46 high, its floor at 0.02 and so much lifted."""
    scene = one_slot(things, spaces)
    raised = [
        node if node.kind == "floor" else evolve(node, center=(*node.center[:2], node.center[2] + lifted))
        for node in scene.nodes
    ]
    robot = hand((0.8, 0.1, 0.9), pitch=10.0, yaw=-15.0, roll=80.0)
    if not holding:
        return scene.with_parts([*raised, robot])
    rotation = matrix(robot.quaternion)
    center = np.asarray(robot.center) + rotation[:, 0] * (0.06 + extents[0] / 2 - 0.02)
    held = new_node("held", "book", vector(center), robot.quaternion, extents)
    return scene.with_parts([*raised, robot, held], [*scene.edges, ("robot", "held", "holds")])


def with_node(scene: Scene, node: Node) -> Scene:
    """The scene with another node in place of that with its id, whatever is wrong with it."""
    graph = nx.MultiDiGraph(scene.graph)
    graph.nodes[node.id]["node"] = node
    return evolve(scene, graph=nx.freeze(graph))
