"""The robot as shapes: the hull of its links, where a scene says how the arm stands."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np

from espire_dsl.scene.graph import Scene
from espire_dsl.scene.node import Node
from espire_dsl.scene.rotation import Array
from espire_sim.appearance.shape import Form, Shape
from espire_sim.robot.arm import JOINTS
from espire_sim.robot.body import BASE, FINGERS, hulls
from espire_sim.robot.stance import heading_of, opening_of, outward_of

_WHITE, _GREY = "robot_white", "robot_grey"
_GREY_LINKS: Final = frozenset({0, 7, *FINGERS})
_ROUND: Final = 0.01  # a capsule whose ends are nearer than this is drawn as a ball


def has_arm(robot: Node) -> bool:
    """Whether a scene says how the robot's arm stands."""
    return robot.configuration is not None and len(robot.configuration) == BASE + JOINTS


def arm_shapes(scene: Scene, robot: Node) -> Iterator[tuple[Shape, str]]:
    """The shapes of the whole robot with their paints."""
    heading = heading_of(outward_of(scene, robot))
    hull = hulls(np.array([robot.configuration]), heading, opening_of(scene, robot))
    capsules = zip(hull.starts[0], hull.ends[0], hull.radii.tolist(), hull.capsule_links, strict=True)
    for start, end, radius, link in capsules:
        for shape in _capsule(start, end, radius):
            yield shape, _paint(link)
    for center, axes, half, link in zip(
        hull.centers[0], hull.axes[0], hull.halves, hull.box_links, strict=True
    ):
        yield Shape(Form.BOX, center, axes * half), _paint(link)


def _paint(link: int) -> str:
    return _GREY if link in _GREY_LINKS else _WHITE


def _capsule(start: Array, end: Array, radius: float) -> Iterator[Shape]:
    way = end - start
    length = float(np.sqrt((way * way).sum()))
    middle = (start + end) / 2
    if length < _ROUND:
        yield Shape(Form.BALL, middle, np.eye(3) * (radius + length / 2))
        return
    along = way / length
    aside = np.cross(along, np.eye(3)[int(np.argmin(np.abs(along)))])
    aside = aside / np.sqrt((aside * aside).sum())
    yield Shape(
        Form.CONE,
        middle,
        np.column_stack([radius * aside, radius * np.cross(along, aside), length / 2 * along]),
    )
    for ball in (start, end):
        yield Shape(Form.BALL, ball, np.eye(3) * radius)
