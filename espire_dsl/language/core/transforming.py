"""Scenes from scenes: what laws compare. Everything keeps its id."""

from __future__ import annotations

import math

from espire_dsl.language.core.function import Invocation, define
from espire_dsl.language.core.values import ThingRef
from espire_dsl.scene import transform
from espire_dsl.scene.frames import floor_front
from espire_dsl.scene.graph import Scene


@define("mirror(scene: Scene) -> Scene", "the mirror image of {scene}")
def mirror(call: Invocation) -> Scene:
    """The scene in a mirror: left and right change places, fronts and poses included."""
    return transform.mirror(call["scene"])


@define("rotate(scene: Scene, by: Angle) -> Scene", "{scene} turned by {by}")
def rotate(call: Invocation) -> Scene:
    """The whole scene, viewer included, turned about the vertical axis."""
    return transform.rotate(call["scene"], call["by"])


@define("translate(scene: Scene, x: Length, y: Length, z: Length) -> Scene", "{scene} moved")
def translate(call: Invocation) -> Scene:
    """The whole scene, viewer included, moved."""
    return transform.translate(call["scene"], call["x"], call["y"], call["z"])


@define("remove(scene: Scene, x: thing) -> Scene", "{scene} without {x}")
def remove(call: Invocation) -> Scene:
    """The scene without a thing."""
    return transform.remove(call["scene"], call["x"].id)


@define("rename(scene: Scene, x: thing, to: Label) -> Scene", "{scene} with {x} renamed {to}")
def rename(call: Invocation) -> Scene:
    """The scene with another id for a thing."""
    return transform.rename(call["scene"], call["x"].id, call["to"])


@define(
    "turned(scene: Scene, x: oriented thing, like: oriented thing, by: Angle) -> Scene",
    "{scene} with {x} turned",
)
def turned(call: Invocation) -> Scene:
    """The scene with one thing turned on the spot until it faces as another does, and then by an angle."""
    scene: Scene = call["scene"]
    now, wanted = (floor_front(scene.node(call[name].id)) for name in ("x", "like"))
    angle = math.degrees(math.atan2(wanted[1], wanted[0]) - math.atan2(now[1], now[0]))
    return transform.turn(scene, call["x"].id, angle + call["by"])


@define("counterpart(x: T: thing, in: Scene) -> T", "{x} in {in}")
def counterpart(call: Invocation) -> ThingRef:
    """The thing with the same id in another scene."""
    return ThingRef(call["in"].node(call["x"].id).id, call["in"])
