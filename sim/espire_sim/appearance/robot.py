"""The robot as shapes: the shells, joints and fingers of its links, where a scene says how the arm stands."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Final

import numpy as np
from attrs import frozen

from espire_dsl.scene.graph import Scene
from espire_dsl.scene.node import Node
from espire_dsl.scene.rotation import Array, matmul
from espire_sim.appearance.shape import Form, Shape
from espire_sim.robot.arm import JOINTS
from espire_sim.robot.body import BASE, FINGERS, link_frames
from espire_sim.robot.stance import heading_of, opening_of, outward_of

_SHELL: Final = "robot_white"


@frozen(eq=False)
class LinkPart:
    """A part of a link, as a shape in the axes of the link, and its paint."""

    link: int
    shape: Shape
    paint: str


def has_arm(robot: Node) -> bool:
    """Whether a scene says how the robot's arm stands."""
    return robot.configuration is not None and len(robot.configuration) == BASE + JOINTS


def arm_shapes(scene: Scene, robot: Node) -> Iterator[tuple[Shape, str]]:
    """The shapes of the whole robot with their paints."""
    heading = heading_of(outward_of(scene, robot))
    turns, places = link_frames(np.array([robot.configuration]), heading, opening_of(scene, robot))
    for part in link_parts():
        yield _moved(part.shape, turns[0, part.link], places[0, part.link]), part.paint


@cache
def link_parts() -> tuple[LinkPart, ...]:
    """All parts of the arm, the hand and the fingers, with the numbers of their links."""
    text = files("espire_sim.appearance").joinpath("panda.toml").read_text(encoding="utf-8")
    data = tomllib.loads(text)
    links = (*data["links"], data["hand"], *(data["finger"] for _ in FINGERS))
    return tuple(
        LinkPart(number, _shape(part), part.get("paint", _SHELL))
        for number, link in enumerate(links)
        for part in link["parts"]
    )


def _moved(shape: Shape, turn: Array, place: Array) -> Shape:
    """Rounded, so that it is the same everywhere."""
    center = np.round(place + matmul(turn, shape.center), 6)
    return Shape(shape.form, center, np.round(matmul(turn, shape.axes), 9), shape.top)


def _shape(part: Mapping[str, Any]) -> Shape:
    if "cone" in part:
        start, end, below, above = part["cone"]
        return _cone(np.array(start), np.array(end), below, above / below, part.get("across"))
    form = Form.BALL if "ball" in part else Form.BOX
    center, half = part[form]
    return Shape(form, np.array(center), np.diag(half))


def _cone(start: Array, end: Array, radius: float, top: float, across: list[float] | None) -> Shape:
    way = end - start
    up = way if across is None else np.array(across)
    up = up / np.sqrt((up * up).sum())
    aside = np.cross(up, np.eye(3)[int(np.argmin(np.abs(up)))])
    aside = aside / np.sqrt((aside * aside).sum())
    axes = np.column_stack([radius * aside, radius * np.cross(up, aside), way / 2])
    return Shape(Form.CONE, (start + end) / 2, axes, top)
