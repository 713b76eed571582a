"""Where the world camera stands: proposals from its spec, kept if all that must be seen is in the picture."""

from __future__ import annotations

from typing import Final

import numpy as np
from attrs import evolve

from espire_dsl.domain.recipes import ValueRange
from espire_dsl.domain.worlds import CameraSpec, FixedCamera
from espire_dsl.scene.camera import Camera, intrinsics, look_at, parallel_intrinsics
from espire_dsl.scene.projection import projected
from espire_dsl.scene.random_stream import RandomStream
from espire_dsl.scene.rotation import Array, Mask
from espire_sim.worlds.parts import rounded_point, rounded_turn
from espire_sim.worlds.regions import Ground

_PROPOSALS: Final = 96
_FEW: Final = 6  # from which the best framed are taken
_K_DIGITS: Final = 9
_NEAREST: Final = 0.05
_SLANT: Final = 1e-6  # proposals that look straight down have no level horizon


def cameras(spec: CameraSpec, ground: Ground, must_see: Array, dice: RandomStream) -> list[Camera]:
    """A few cameras of the spec in whose picture all these points are, the best framed first.

    They are the first proposals that have the furniture whole in the picture, or if there are none the first
    of all; the larger the furniture is in the picture, the earlier they come.
    """
    positions, targets = _proposals(spec, ground, dice)
    good = _all_in_picture(positions, targets, must_see, spec)
    whole = good & _all_in_picture(positions, targets, ground.outline, spec)
    chosen = np.flatnonzero(whole if whole.any() else good)[:_FEW].tolist()
    found = [
        rounded_camera(
            look_at(
                positions[place].tolist(),
                targets[place].tolist(),
                width=spec.width,
                height=spec.height,
                vertical_degrees=spec.vertical_degrees,
                metres=spec.metres,
            )
        )
        for place in chosen
    ]
    return sorted(found, key=lambda camera: -shown_share(ground.outline, camera))


def fixed_camera(spec: FixedCamera) -> Camera:
    """The camera that stands at a place."""
    return rounded_camera(
        look_at(
            spec.position,
            spec.target,
            width=spec.width,
            height=spec.height,
            vertical_degrees=spec.vertical_degrees,
            metres=spec.metres,
            up=spec.up,
        )
    )


def shown_share(corners: Array, camera: Camera) -> float:
    """The part of the picture that the rectangle about these points takes, as far as it is in the picture."""
    u, v = pixels_of(corners, camera)
    across = np.ptp(np.clip(u, 0, camera.width)) / camera.width
    return round(float(across * np.ptp(np.clip(v, 0, camera.height)) / camera.height), _K_DIGITS)


def pixels_of(points: Array, camera: Camera) -> tuple[Array, Array]:
    """Column and row of points before a camera; infinite for those that are not before it."""
    u, v, ahead = projected(camera, points, _NEAREST)
    return np.where(ahead, u, np.inf), np.where(ahead, v, np.inf)


def rounded_camera(camera: Camera) -> Camera:
    """The camera with numbers that are the same everywhere."""
    (fx, skew, cx), (_, fy, cy), last = camera.K
    return evolve(
        camera,
        position=rounded_point(camera.position),
        quaternion=rounded_turn(camera.quaternion),
        K=((round(fx, _K_DIGITS), skew, cx), (0.0, round(fy, _K_DIGITS), cy), last),
    )


def _proposals(spec: CameraSpec, ground: Ground, dice: RandomStream) -> tuple[Array, Array]:
    """Positions and targets, as rows."""
    u = dice.units(_PROPOSALS, 4)
    half = ground.anchor.extents[1] / 2
    positions = np.stack(
        [
            ground.front + _at(spec.before, u[:, 0]),
            _at(spec.lateral, u[:, 1]),
            ground.base(spec.base) + _at(spec.above, u[:, 2]),
        ],
        axis=-1,
    )
    targets = np.tile(np.asarray(ground.anchor.center), (_PROPOSALS, 1))
    if spec.aim == "front edge":
        targets[:, 0], targets[:, 1], targets[:, 2] = (
            ground.front,
            _at(ValueRange(-half, half), u[:, 3]),
            ground.top,
        )
    return np.round(positions, 6), np.round(targets, 6)


def _all_in_picture(positions: Array, targets: Array, points: Array, spec: CameraSpec) -> Mask:
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
    if spec.metres is None:
        scale, far = intrinsics(spec.width, spec.height, spec.vertical_degrees)[0][0], depth
    else:
        scale, far = parallel_intrinsics(spec.width, spec.height, spec.metres)[0][0], np.ones_like(depth)
    inside: Mask = slanted & np.all(
        (depth > _NEAREST)
        & (np.abs(across) * scale < far * spec.width / 2)
        & (np.abs(above) * scale < far * spec.height / 2),
        axis=1,
    )
    return inside


def _at(span: ValueRange, u: Array) -> Array:
    return span.low + (span.high - span.low) * u
