"""How a camera or a lamp looks at the scene, as the shaders take it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

import numpy as np
from attrs import frozen

from espire_dsl.scene.rotation import Array
from espire_sim.appearance.shape import Shape
from espire_sim.rendering.view import View

_WIDEST: Final = 80.0  # degrees off the middle that a lamp's view reaches at most


@frozen(eq=False)
class Seeing:
    """An eye; `projection` takes offsets from it to places from -1 to 1 in the picture, times the depth, and
    the depth; `rays` takes places in pixels to directions. Rows of pixels go down, as in pictures."""

    eye: Array
    projection: Array
    rays: Array
    width: int
    height: int


def of_view(view: View, fine: int) -> Seeing:
    """The view of a camera, with so many pixels along each side of one."""
    camera = view.camera
    to_picture = np.array(camera.K) @ np.diag([1.0, -1.0, -1.0]) @ view.rotation.T
    scale = np.array([[2 / camera.width, 0, -1], [0, 2 / camera.height, -1], [0, 0, 1]])
    rays = np.stack([view.across / fine, view.down / fine, view.start], axis=1)
    return Seeing(view.eye, scale @ to_picture, rays, camera.width * fine, camera.height * fine)


def of_lamp(lamp: Array, shapes: Sequence[Shape], size: int) -> Seeing:
    """The view of a lamp on all shapes that throw shadows."""
    offsets = np.concatenate([shape.corners for shape in shapes]) - lamp
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
    return Seeing(lamp, projection, rays, size, size)
