"""How a camera or a lamp looks at the scene, as the shaders take it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

import numpy as np
from attrs import frozen

from espire_dsl.scene.rotation import Array, matrix
from espire_sim.appearance.shape import Shape, corners_of
from espire_sim.rendering.view import View

_WIDEST: Final = 80.0  # degrees off the middle that a lamp's view reaches at most


@frozen(eq=False)
class Seeing:
    """An eye; `projection` takes offsets from it to places from -1 to 1 in the picture, times the depth, and
    the depth; where rays are `parallel` to the places alone. `origins` and `rays` take places in pixels to
    where rays start and to their directions. Rows of pixels go down, as in pictures."""

    eye: Array
    projection: Array
    origins: Array
    rays: Array
    width: int
    height: int
    parallel: bool = False


def of_view(view: View, fine: int) -> Seeing:
    """The view of a camera, with so many pixels along each side of one."""
    camera = view.camera
    middle = np.array([camera.width / 2, camera.height / 2])
    lens = np.array(camera.K)
    if camera.is_orthographic:  # offsets are measured from the middle of the picture
        lens[:2, 2] = 0.0
    else:
        lens[:2] -= middle[:, None] * lens[2]
    to_picture = lens @ np.diag([1.0, -1.0, -1.0]) @ matrix(camera.quaternion).T
    finer = np.array([1 / fine, 1 / fine, 1.0])
    return Seeing(
        view.vectors.origin(*middle) if camera.is_orthographic else view.eye,
        np.diag([*(1 / middle), 1.0]) @ to_picture,
        view.vectors.origins * finer,
        view.vectors.directions * finer,
        camera.width * fine,
        camera.height * fine,
        camera.is_orthographic,
    )


def of_lamp(lamp: Array, shapes: Sequence[Shape], size: int) -> Seeing:
    """The view of a lamp on all shapes that throw shadows."""
    offsets = corners_of(shapes).reshape(-1, 3) - lamp
    units = offsets / np.linalg.norm(offsets, axis=1)[:, None]
    ahead = offsets.mean(axis=0) / np.linalg.norm(offsets.mean(axis=0))
    across = np.cross(ahead, np.eye(3)[int(np.abs(ahead).argmin())])
    across /= np.linalg.norm(across)
    down = np.cross(ahead, across)
    angle = math.acos(float(np.clip((units @ ahead).min(), -1.0, 1.0)))
    reach = math.tan(min(angle, math.radians(_WIDEST)))
    projection = np.stack([across / reach, down / reach, ahead])
    step = 2 * reach / size
    rays = np.stack([across * step, down * step, ahead - reach * (across + down)], axis=1)
    return Seeing(lamp, projection, np.stack([np.zeros(3), np.zeros(3), lamp], axis=1), rays, size, size)
