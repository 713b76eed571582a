"""Where the world camera stands: proposals from its rig, kept if all that must be seen is in the picture."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np
from attrs import evolve

from espire_dsl.scene.camera import Camera, look_at
from espire_dsl.scene.node import Vector
from espire_dsl.scene.rotation import Array
from espire_sim.worlds.description import Rig
from espire_sim.worlds.dice import Dice
from espire_sim.worlds.parts import rounded_point, rounded_turn
from espire_sim.worlds.recipes import Span
from espire_sim.worlds.regions import Ground
from espire_sim.worlds.seeing import in_picture

_PROPOSALS: Final = 24
_K_DIGITS: Final = 9


def cameras(rig: Rig, ground: Ground, must_see: Sequence[Vector], dice: Dice) -> Iterator[Camera]:
    """Cameras of the rig in whose picture all these points are."""
    points = np.asarray(must_see).reshape(-1, 3)
    for u in dice.units(_PROPOSALS, 4):
        camera = _camera(rig, ground, u)
        if bool(in_picture(points, camera).all()):
            yield camera


def rounded_camera(camera: Camera) -> Camera:
    """The camera with numbers that are the same everywhere."""
    (fx, skew, cx), (_, fy, cy), last = camera.K
    return evolve(
        camera,
        position=rounded_point(camera.position),
        quaternion=rounded_turn(camera.quaternion),
        K=((round(fx, _K_DIGITS), skew, cx), (0.0, round(fy, _K_DIGITS), cy), last),
    )


def _camera(rig: Rig, ground: Ground, u: Array) -> Camera:
    base = ground.top if rig.base == "top" else 0.0
    position = (
        ground.front + _at(rig.before, u[0]),
        _at(rig.lateral, u[1]),
        base + _at(rig.above, u[2]),
    )
    half = ground.anchor.extents[1] / 2
    target = (
        (ground.front, _at(Span(-half, half), u[3]), ground.top)
        if rig.aim == "front edge"
        else ground.anchor.center
    )
    return rounded_camera(
        look_at(
            rounded_point(position),
            rounded_point(target),
            width=rig.width,
            height=rig.height,
            vertical_degrees=rig.vertical_degrees,
        )
    )


def _at(span: Span, u: float) -> float:
    return float(span.low + (span.high - span.low) * u)
