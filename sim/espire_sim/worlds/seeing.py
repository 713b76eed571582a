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
_ACROSS, _DOWN = 32, 24  # rays of the grid by which it is told how much of a picture is covered


@frozen
class Boxes:
    """Boxes as arrays: centres (n, 3), axes (n, 3, 3) and halves (n, 3)."""

    centers: Array
    axes: Array
    halves: Array

    @classmethod
    def of(cls, boxes: Sequence[Box]) -> Boxes:
        return cls(
            np.array([box.center for box in boxes]).reshape(-1, 3),
            np.array([box.axes for box in boxes]).reshape(-1, 3, 3),
            np.array([box.half for box in boxes]).reshape(-1, 3),
        )

    def joined(self, others: Boxes) -> Boxes:
        """These boxes, then others."""
        return Boxes(
            np.concatenate([self.centers, others.centers]),
            np.concatenate([self.axes, others.axes]),
            np.concatenate([self.halves, others.halves]),
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


def probes(boxes: Boxes, subjects: int) -> Array:
    """Points inside each of the first `subjects` boxes: (subjects, points, 3)."""
    spots = _POINTS * boxes.halves[:subjects, None, :]
    points: Array = boxes.centers[:subjects, None, :] + spots @ np.swapaxes(boxes.axes[:subjects], -1, -2)
    return points


def seen_points(boxes: Boxes, subjects: int, camera: Camera) -> Mask:
    """Which probes of the first `subjects` boxes are seen, of which all may hide one another.

    A ray to a point inside a box is blocked by whatever it enters before it enters that box.
    """
    eye = np.asarray(camera.position)
    targets = probes(boxes, subjects)
    rays = (targets - eye).reshape(-1, 3)
    entry = _entries(boxes, eye, rays)
    owners = np.repeat(np.arange(subjects), targets.shape[1])
    own = entry[np.arange(len(rays)), owners]
    free = np.all(entry >= own[:, None], axis=1).reshape(targets.shape[:2])
    seen: Mask = free & in_picture(targets, camera)
    return seen


def hidden_behind(boxes: Boxes, eye: Array, points: Array) -> Mask:
    """Which points (rows) are behind a box, or inside one."""
    behind: Mask = np.any(_entries(boxes, eye, points - eye) < 1, axis=1)
    return behind


def covered_share(box: Boxes, camera: Camera) -> float:
    """The part of a camera's picture that boxes cover, by rays through a grid of its points."""
    (fx, _, cx), (_, fy, cy), _ = camera.K
    u, v = np.meshgrid(
        (np.arange(_ACROSS) + 0.5) * camera.width / _ACROSS, (np.arange(_DOWN) + 0.5) * camera.height / _DOWN
    )
    own = np.stack([(u - cx) / fx, (cy - v) / fy, -np.ones_like(u)], axis=-1).reshape(-1, 3)
    rays = own @ matrix(camera.quaternion).T
    met = _entries(box, np.asarray(camera.position), rays) < np.inf
    return float(met.any(axis=1).mean())


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
