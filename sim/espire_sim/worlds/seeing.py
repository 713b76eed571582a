"""How much of each thing a camera sees, estimated by rays to a few points inside each box.

A filter for scenes that would be refused later; what is visible exactly is found by picturing the scene.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from attrs import frozen

from espire_dsl.scene.box import Box
from espire_dsl.scene.camera import Camera
from espire_dsl.scene.rotation import Array, Mask, matrix

# The middle, and towards the eight corners, in halves of the box.
_POINTS: Final = np.array(
    [[0.0, 0.0, 0.0], *([x, y, z] for x in (-0.7, 0.7) for y in (-0.7, 0.7) for z in (-0.7, 0.7))]
)
_FLAT: Final = 1e-12


@frozen
class Boxes:
    """Boxes as arrays: centres (n, 3), axes (n, 3, 3) and halves (n, 3)."""

    centers: Array
    axes: Array
    halves: Array

    @classmethod
    def of(cls, boxes: Sequence[Box]) -> Boxes:
        return cls(
            np.array([box.center for box in boxes]),
            np.array([box.axes for box in boxes]),
            np.array([box.half for box in boxes]),
        )


def in_picture(points: Array, camera: Camera) -> Mask:
    """Which points fall into the camera's picture."""
    turned = (points - np.asarray(camera.position)) @ matrix(camera.quaternion)
    depth = -turned[..., 2]
    ahead = depth > _FLAT
    depth = np.where(ahead, depth, 1.0)
    (fx, _, cx), (_, fy, cy), _ = camera.K
    u = cx + fx * turned[..., 0] / depth
    v = cy - fy * turned[..., 1] / depth
    inside: Mask = ahead & (u >= 0) & (u < camera.width) & (v >= 0) & (v < camera.height)
    return inside


def seen_fractions(boxes: Boxes, subjects: int, camera: Camera) -> Array:
    """The seen part of each of the first `subjects` boxes, of which all may hide one another.

    A ray to a point inside a box is blocked by whatever it enters before it enters that box.
    """
    eye = np.asarray(camera.position)
    spots = _POINTS * boxes.halves[:subjects, None, :]
    targets = boxes.centers[:subjects, None, :] + spots @ np.swapaxes(boxes.axes[:subjects], -1, -2)
    shown = in_picture(targets, camera)
    rays = (targets - eye).reshape(-1, 3)
    entry = _entries(boxes, eye, rays)
    owners = np.repeat(np.arange(subjects), len(_POINTS))
    own = entry[np.arange(len(rays)), owners]
    free = np.all(entry >= own[:, None], axis=1).reshape(subjects, -1)
    fractions: Array = (free & shown).mean(axis=1)
    return fractions


def _entries(boxes: Boxes, eye: Array, rays: Array) -> Array:
    """How far along each ray each box is entered, as a part of the ray; infinite where it is not."""
    entry = np.full((len(rays), len(boxes.centers)), -np.inf)
    leave = np.full_like(entry, np.inf)
    for axis in range(3):
        direction = boxes.axes[:, :, axis]
        start = ((eye - boxes.centers) * direction).sum(axis=1)
        run = rays @ direction.T
        run[np.abs(run) < _FLAT] = _FLAT
        np.divide(1.0, run, out=run)
        middle, reach = -start * run, boxes.halves[:, axis] * np.abs(run)
        np.maximum(entry, middle - reach, out=entry)
        np.minimum(leave, middle + reach, out=leave)
    entry[leave < np.maximum(entry, 0.0)] = np.inf
    return entry
