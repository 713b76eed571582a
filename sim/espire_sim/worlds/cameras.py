"""Where the world camera stands: proposals from its rig, kept if all that must be seen is in the picture."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np
from attrs import evolve

from espire_dsl.scene.camera import Camera, intrinsics, look_at
from espire_dsl.scene.rotation import Array, Mask
from espire_sim.worlds.description import Rig
from espire_sim.worlds.dice import Dice
from espire_sim.worlds.parts import rounded_point, rounded_turn
from espire_sim.worlds.recipes import Span
from espire_sim.worlds.regions import Ground

_PROPOSALS: Final = 48
_K_DIGITS: Final = 9
_NEAREST: Final = 0.05
_SLANT: Final = 1e-6  # a camera that looks straight down has no level horizon


def cameras(rig: Rig, ground: Ground, must_see: Array, dice: Dice) -> Iterator[Camera]:
    """Cameras of the rig in whose picture all these points are."""
    positions, targets = _proposals(rig, ground, dice)
    good = _all_in_picture(positions, targets, must_see, rig)
    for position, target in zip(positions[good].tolist(), targets[good].tolist(), strict=True):
        yield rounded_camera(
            look_at(
                position,
                target,
                width=rig.width,
                height=rig.height,
                vertical_degrees=rig.vertical_degrees,
            )
        )


def rounded_camera(camera: Camera) -> Camera:
    """The camera with numbers that are the same everywhere."""
    (fx, skew, cx), (_, fy, cy), last = camera.K
    return evolve(
        camera,
        position=rounded_point(camera.position),
        quaternion=rounded_turn(camera.quaternion),
        K=((round(fx, _K_DIGITS), skew, cx), (0.0, round(fy, _K_DIGITS), cy), last),
    )


def _proposals(rig: Rig, ground: Ground, dice: Dice) -> tuple[Array, Array]:
    """Positions and targets, as rows."""
    u = dice.units(_PROPOSALS, 4)
    half = ground.anchor.extents[1] / 2
    positions = np.stack(
        [
            ground.front + _at(rig.before, u[:, 0]),
            _at(rig.lateral, u[:, 1]),
            ground.base(rig.base) + _at(rig.above, u[:, 2]),
        ],
        axis=-1,
    )
    targets = np.tile(np.asarray(ground.anchor.center), (_PROPOSALS, 1))
    if rig.aim == "front edge":
        targets[:, 0], targets[:, 1], targets[:, 2] = (
            ground.front,
            _at(Span(-half, half), u[:, 3]),
            ground.top,
        )
    return np.round(positions, 6), np.round(targets, 6)


def _all_in_picture(positions: Array, targets: Array, points: Array, rig: Rig) -> Mask:
    """For which proposals all points are in the picture."""
    back = positions - targets
    back /= np.maximum(np.sqrt((back * back).sum(axis=1, keepdims=True)), _SLANT)
    level = np.sqrt(back[:, 0] ** 2 + back[:, 1] ** 2)
    slanted = level > _SLANT
    level = np.where(slanted, level, 1.0)
    right = np.stack([-back[:, 1] / level, back[:, 0] / level], axis=-1)
    rise = np.stack([-back[:, 2] * right[:, 1], back[:, 2] * right[:, 0], level], axis=-1)
    away = points - positions[:, None, :]
    depth = -(away @ back[:, :, None])[..., 0]
    across = (away[..., :2] @ right[:, :, None])[..., 0]
    above = (away @ rise[:, :, None])[..., 0]
    focal = intrinsics(rig.width, rig.height, rig.vertical_degrees)[0][0]
    inside: Mask = slanted & np.all(
        (depth > _NEAREST)
        & (np.abs(across) * focal < depth * rig.width / 2)
        & (np.abs(above) * focal < depth * rig.height / 2),
        axis=1,
    )
    return inside


def _at(span: Span, u: Array) -> Array:
    return span.low + (span.high - span.low) * u
