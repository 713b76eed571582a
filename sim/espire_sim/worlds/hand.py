"""The robot's hand at its start, what it holds, and the camera at its wrist.

The node of the robot is a box for the palm, about that of a Franka's gripper, and tells how the arm stands
behind it. Its own +x points out of it, its fingers open along y. A held thing is gripped at the middle of an
edge, with its thickness between the fingers. The camera is beside the hand and looks past what is held.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

import numpy as np
from attrs import evolve, frozen

from espire_dsl.catalogue.reader import Catalogue
from espire_dsl.domain.worlds import Hand
from espire_dsl.scene.box import box_of
from espire_dsl.scene.camera import Camera, intrinsics
from espire_dsl.scene.node import FORWARD, IDENTITY, Node, Quaternion, Vector
from espire_dsl.scene.random_stream import RandomStream
from espire_dsl.scene.rotation import Array, axis_angle, from_matrix, matrix, product, rotate_vector, yaw
from espire_sim.robot.arm import panda
from espire_sim.worlds.cameras import pixels_of, rounded_camera
from espire_sim.worlds.drawing import draw_categories
from espire_sim.worlds.error import Blocked
from espire_sim.worlds.groups import draw_extents
from espire_sim.worlds.parts import Parts, node_of, rounded_point, rounded_turn
from espire_sim.worlds.regions import Ground
from espire_sim.worlds.result import EndEffector
from espire_sim.worlds.seeing import Boxes, covered_share

ROBOT: Final = "robot"
HELD: Final = "held"

_PALM: Final[Vector] = (0.08, 0.204, 0.063)
_GRIP: Final = 0.02  # how deep a held thing reaches between the fingers, and how far the palm is behind them
_WRIST: Final[Vector] = (-0.06, 0.07, 0.06)
_DRAWS: Final = 24
_APPROXIMATIONS: Final = 12  # until the eye, which is beside the hand, is where its turn has it
_STEEP: Final = 0.02  # a camera that looks straight down has no level horizon
_NEAR: Final = 0.02
_EDGE: Final = 0.1  # of the width and the height of a picture
_MOST_COVERED: Final = 0.5  # of the wrist camera's picture, by what is held
# Columns: right, up and back of a camera in the axes of the hand that it looks along.
_CAMERA_IN_HAND: Final = np.array([[0.0, 0.0, -1.0], [-1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])


@frozen
class Started:
    """The hand with what it holds."""

    pose: EndEffector
    parts: Parts
    wrist: Camera

    @property
    def robot(self) -> Node:
        return self.parts.nodes[0]

    @property
    def held(self) -> tuple[Node, ...]:
        return self.parts.nodes[1:]

    @property
    def opening(self) -> float:
        """How far the gripper is open."""
        return max((node.extents[1] for node in self.held), default=panda().opening / 2)

    def with_arm(self, configuration: tuple[float, ...]) -> Started:
        """The hand with the arm behind it in a configuration."""
        nodes = (evolve(self.robot, configuration=configuration), *self.held)
        return evolve(self, parts=evolve(self.parts, nodes=nodes))


def start(hand: Hand, ground: Ground, camera: Camera, held: tuple[Node, ...], dice: RandomStream) -> Started:
    """The hand below a camera, before the furniture, holding what it holds.

    It is drawn again until its own camera has the middle of the furniture's front, or top, in its picture, of
    which what is held covers at most half.
    """
    focus = ground.focus
    for _ in range(_DRAWS):
        pose = _drawn(hand, ground, camera, dice)
        wrist = wrist_camera(camera, pose.position, pose.quaternion)
        if not _well_inside(focus, wrist):
            continue
        parts = _put(pose, held)
        boxes = [box_of(node) for node in parts.nodes[1:]]
        if not boxes or covered_share(Boxes.of(boxes), wrist) <= _MOST_COVERED:
            return Started(pose, parts, wrist)
    raise Blocked("the wrist camera does not see the furniture")


def _well_inside(point: Array, camera: Camera) -> bool:
    """Whether a point is in the picture, and not just at its edge."""
    u, v = (float(part[0]) for part in pixels_of(point[None], camera))
    across, down = _EDGE * camera.width, _EDGE * camera.height
    return across <= u <= camera.width - across and down <= v <= camera.height - down


def _drawn(hand: Hand, ground: Ground, camera: Camera, dice: RandomStream) -> EndEffector:
    """Where a hand may start."""
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
    return EndEffector(tool, turn)


def _put(pose: EndEffector, held: tuple[Node, ...]) -> Parts:
    """The palm of a hand in a pose, and in it what it holds."""
    tool, turn = pose.position, pose.quaternion
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
    return Parts(tuple(nodes), tuple((ROBOT, node.id, "holds") for node in held))


def hand_turn(pitch: float, yaw_degrees: float, roll: float) -> Quaternion:
    """From facing the furniture: rolled about its own axis, then pitched up, then yawed to its left."""
    pitched = product(axis_angle((0.0, 1.0, 0.0), -pitch), axis_angle((1.0, 0.0, 0.0), roll))
    return product(yaw(180.0 + yaw_degrees), pitched)


def draw_held(
    hand: Hand, slots: Sequence[Node], catalogue: Catalogue, dice: RandomStream
) -> tuple[Node, ...]:
    """What the hand holds, not yet in it; rather something that does not stand upright in some slot."""
    if hand.holds is None:
        return ()
    lowest = min((slot.extents[2] for slot in slots), default=math.inf)
    draws = []
    for category in draw_categories(hand.holds, hand.held_draws, catalogue, dice):
        extents = draw_extents(category, dice, hand.holds.extents)
        draws.append(node_of(category, HELD, (0.0, 0.0, 0.0), IDENTITY, extents))
    return (next((node for node in draws if node.extents[2] > lowest), draws[0]),)


def _ahead(point: Vector, turn: Quaternion, offset: Vector) -> Vector:
    away = rotate_vector(turn, offset)
    return rounded_point(a + b for a, b in zip(point, away, strict=True))


def turn_to_see(tool: Vector, target: Vector, now: Quaternion) -> Quaternion:
    """The turn of a hand at a place with a point in the middle of its camera's picture, the horizon level; as
    it is now where there is no such turn."""
    turn = now
    for _ in range(_APPROXIMATIONS):
        eye = _ahead(tool, turn, _WRIST)
        out = np.asarray(target) - np.asarray(eye)
        aside = np.cross((0.0, 0.0, 1.0), out)
        if np.linalg.norm(aside) < _STEEP * np.linalg.norm(out) or np.linalg.norm(out) < _NEAR:
            return now
        out, aside = out / np.linalg.norm(out), aside / np.linalg.norm(aside)
        turn = from_matrix(np.column_stack([out, aside, np.cross(out, aside)]))
    return rounded_turn(turn)


def wrist_camera(like: Camera, tool: Vector, turn: Quaternion) -> Camera:
    """The camera at the wrist of a hand that is there and turned so, with the lens of another."""
    return rounded_camera(
        Camera(
            _ahead(tool, turn, _WRIST),
            from_matrix(matrix(turn) @ _CAMERA_IN_HAND),
            intrinsics(like.width, like.height) if like.is_orthographic else like.K,
            like.width,
            like.height,
        )
    )
