"""The robot's hand at its start, what it holds, and the camera at its wrist.

The hand stands for the robot: a box for the palm, about that of a Franka's gripper. Its own +x points
out of it, its fingers open along y. A held thing is gripped at the middle of an edge, with its thickness
between the fingers.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from attrs import evolve, frozen

from espire_dsl.catalogue.reader import Catalogue
from espire_dsl.scene.camera import Camera, intrinsics
from espire_dsl.scene.node import FORWARD, Node, Quaternion, Vector
from espire_dsl.scene.rotation import axis_angle, from_matrix, matrix, product, rotate_vector, yaw
from espire_sim.worlds.cameras import rounded_camera
from espire_sim.worlds.description import Hand, Rig
from espire_sim.worlds.dice import Dice
from espire_sim.worlds.drawing import draw_categories
from espire_sim.worlds.groups import draw_extents
from espire_sim.worlds.parts import Parts, node_of, rounded_point, rounded_turn
from espire_sim.worlds.regions import Ground
from espire_sim.worlds.result import EndEffector

ROBOT: Final = "robot"
HELD: Final = "held"
WRIST_CAMERA: Final = "wrist"

_PALM: Final[Vector] = (0.08, 0.204, 0.063)
_GRIP: Final = 0.02  # how deep a held thing reaches between the fingers, and how far the palm is behind them
_WRIST: Final[Vector] = (-0.06, 0.0, 0.08)
# Columns: right, up and back of a camera in the axes of the hand that it looks along.
_CAMERA_IN_HAND: Final = np.array([[0.0, 0.0, -1.0], [-1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])


@frozen
class Started:
    """The hand with what it holds."""

    pose: EndEffector
    parts: Parts
    wrist: Camera


def start(
    hand: Hand, rig: Rig, ground: Ground, camera: Camera, held: tuple[Node, ...], dice: Dice
) -> Started:
    """The hand below a camera, before the furniture, holding what it holds."""
    tool = rounded_point(
        (
            ground.front + dice.within(hand.before),
            dice.within(hand.lateral),
            camera.position[2] - dice.within(hand.below),
        )
    )
    turn = rounded_turn(
        hand_turn(
            dice.within(hand.pitch, 2), dice.within(hand.yaw, 2), dice.within(dice.one_of(hand.roll), 2)
        )
    )
    palm = Node(
        ROBOT,
        "robot",
        _ahead(tool, turn, (-_GRIP - _PALM[0] / 2, 0.0, 0.0)),
        turn,
        _PALM,
        front=FORWARD,
    )
    nodes = [palm]
    for node in held:
        center = _ahead(tool, turn, (node.extents[0] / 2 - _GRIP, 0.0, 0.0))
        nodes.append(evolve(node, center=center, quaternion=turn))
    edges = tuple((ROBOT, node.id, "holds") for node in held)
    return Started(EndEffector(tool, turn), Parts(tuple(nodes), edges), _wrist(rig, tool, turn))


def hand_turn(pitch: float, yaw_degrees: float, roll: float) -> Quaternion:
    """From facing the furniture: rolled about its own axis, then pitched up, then yawed to its left."""
    pitched = product(axis_angle((0.0, 1.0, 0.0), -pitch), axis_angle((1.0, 0.0, 0.0), roll))
    return product(yaw(180.0 + yaw_degrees), pitched)


def draw_held(hand: Hand, catalogue: Catalogue, dice: Dice) -> tuple[Node, ...]:
    """What the hand holds, not yet in it."""
    if hand.holds is None:
        return ()
    (category,) = draw_categories(hand.holds, 1, catalogue, dice)
    extents = draw_extents(category, dice, hand.holds.extents)
    return (node_of(category, HELD, (0.0, 0.0, 0.0), (1.0, 0.0, 0.0, 0.0), extents),)


def _ahead(point: Vector, turn: Quaternion, offset: Vector) -> Vector:
    away = rotate_vector(turn, offset)
    return rounded_point(a + b for a, b in zip(point, away, strict=True))


def _wrist(rig: Rig, tool: Vector, turn: Quaternion) -> Camera:
    return rounded_camera(
        Camera(
            _ahead(tool, turn, _WRIST),
            from_matrix(matrix(turn) @ _CAMERA_IN_HAND),
            intrinsics(rig.width, rig.height, rig.vertical_degrees),
            rig.width,
            rig.height,
        )
    )
