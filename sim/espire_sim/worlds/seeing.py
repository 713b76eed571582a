"""How much of each thing a camera sees, estimated by rays to a few points inside each box.

A filter for scenes that would be refused later; what is visible exactly is found by picturing the scene.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from espire_dsl.scene.box import Box
from espire_dsl.scene.camera import Camera
from espire_dsl.scene.projection import eyes_of, projected, rays_of
from espire_dsl.scene.rotation import Array, Mask

Places = NDArray[np.int64]

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

    @property
    def reach(self) -> Array:
        """How far each box reaches from its centre along the axes of the world."""
        reach: Array = (np.abs(self.axes) @ self.halves[:, :, None])[:, :, 0]
        return reach

    def at(self, places: Places) -> Boxes:
        """Those at some places, in that order."""
        return Boxes(self.centers[places], self.axes[places], self.halves[places])

    def joined(self, others: Boxes) -> Boxes:
        """These boxes, then others."""
        return Boxes(
            np.concatenate([self.centers, others.centers]),
            np.concatenate([self.axes, others.axes]),
            np.concatenate([self.halves, others.halves]),
        )


def in_picture(points: Array, camera: Camera) -> Mask:
    """Which points fall into the camera's picture."""
    u, v, ahead = projected(camera, points, _FLAT)
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
    targets = probes(boxes, subjects)
    eyes = eyes_of(camera, targets.reshape(-1, 3))
    rays = targets.reshape(-1, 3) - eyes
    entry = _entries(boxes, eyes if camera.is_orthographic else np.asarray(camera.position), rays)
    owners = np.repeat(np.arange(subjects), targets.shape[1])
    own = entry[np.arange(len(rays)), owners]
    free = np.all(entry >= own[:, None], axis=1).reshape(targets.shape[:2])
    seen: Mask = free & in_picture(targets, camera)
    return seen


def hidden_behind(boxes: Boxes, eye: Array, points: Array) -> Mask:
    """Which points (rows) are behind a box, or inside one, for an eye or an eye for each point."""
    behind: Mask = np.any(_entries(boxes, eye, points - eye) < 1, axis=1)
    return behind


def covered_share(box: Boxes, camera: Camera) -> float:
    """The part of a camera's picture that boxes cover, by rays through a grid of its points."""
    u, v = np.meshgrid(
        (np.arange(_ACROSS) + 0.5) * camera.width / _ACROSS, (np.arange(_DOWN) + 0.5) * camera.height / _DOWN
    )
    rays, pixels = rays_of(camera), (u.ravel(), v.ravel())
    met = _entries(box, rays.origin(*pixels), rays.direction(*pixels)) < np.inf
    return float(met.any(axis=1).mean())


def _entries(boxes: Boxes, eye: Array, rays: Array) -> Array:
    """How far along each ray each box is entered, as a part of the ray; infinite where it is not. Rays start
    at one eye, or each at its own."""
    entry = np.full((len(rays), len(boxes.centers)), -np.inf)
    leave = np.full_like(entry, np.inf)
    for axis in range(3):
        direction = boxes.axes[:, :, axis]
        start = ((eye[..., None, :] - boxes.centers) * direction).sum(axis=-1)
        run = rays @ direction.T
        run[np.abs(run) < _FLAT] = _FLAT
        np.divide(1.0, run, out=run)
        middle, reach = -start * run, boxes.halves[:, axis] * np.abs(run)
        np.maximum(entry, middle - reach, out=entry)
        np.minimum(leave, middle + reach, out=leave)
    entry[leave < np.maximum(entry, 0.0)] = np.inf
    return entry
