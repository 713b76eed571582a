"""Turns, boxes, distances and pictures, by other ways than the compiler's."""

from __future__ import annotations

import math
from itertools import combinations, product
from typing import Any

import numpy as np

Array = np.ndarray[Any, np.dtype[np.float64]]

_INDEPENDENT = 1e-12


def rotation(quaternion: Any) -> Array:
    """The matrix of a turn [w, x, y, z], by turning the three axes: v + 2w(q x v) + 2 q x (q x v)."""
    w, *rest = (float(part) for part in quaternion)
    q = np.array(rest)
    axes = np.eye(3)
    return np.column_stack([v + 2 * w * np.cross(q, v) + 2 * np.cross(q, np.cross(q, v)) for v in axes])


def point_to_box(point: Array, center: Array, axes: Array, half: Array) -> float:
    """The least distance of a point to a box, 0 inside it."""
    own = axes.T @ (point - center)
    return float(np.linalg.norm(own - np.clip(own, -half, half)))


def _cases() -> list[tuple[list[int], list[int], Array]]:
    """Which of six coordinates are free, which stand at a bound, and at which ones."""
    found = []
    for count in range(4):
        for free in combinations(range(6), count):
            fixed = [place for place in range(6) if place not in free]
            found.append((list(free), fixed, np.array(list(product((-1.0, 1.0), repeat=len(fixed))))))
    return found


_CASES = _cases()


def box_to_box(ca: Array, ra: Array, ha: Array, cb: Array, rb: Array, hb: Array) -> float:
    """The least distance of two boxes, 0 where they meet.

    The offset between a point of each is linear in six bounded coordinates, and its length is convex. At some
    minimum the coordinates that are off their bounds have independent directions, so at most three of them;
    all such cases are tried. Coordinates are held within their bounds, so every case is a real pair of points
    and the least of them is the distance.
    """
    directions = np.hstack([ra, -rb])
    bounds = np.concatenate([ha, hb])
    least = math.inf
    for free, fixed, signs in _CASES:
        some = directions[:, free]
        gram = some.T @ some
        if free and np.linalg.eigvalsh(gram)[0] < _INDEPENDENT:
            continue
        offsets = (ca - cb) + (signs * bounds[fixed]) @ directions[:, fixed].T
        if free:
            best = -np.linalg.solve(gram, some.T @ offsets.T).T
            offsets = offsets + np.clip(best, -bounds[free], bounds[free]) @ some.T
        least = min(least, float((offsets * offsets).sum(axis=1).min()))
    return math.sqrt(least) if least > _INDEPENDENT else 0.0


def reach_along(axis: Array, center: Array, axes: Array, half: Array) -> tuple[float, float]:
    """The stretch that a box covers along a unit direction."""
    middle, reach = float(center @ axis), float(np.abs(axes.T @ axis) @ half)
    return middle - reach, middle + reach


def pixel(point: Array, camera: dict[str, Any]) -> tuple[float, float] | None:
    """Where a point falls in a picture, as (column, row); None behind the camera, which looks along its -z
    with +y up. An orthographic one has pixels a metre, however far away a point is."""
    own = rotation(camera["quaternion"]).T @ (point - np.array(camera["position"], dtype=float))
    depth = -own[2]
    if depth <= 0:
        return None
    (fx, _, cx), (_, fy, cy), _ = camera["K"]
    away = 1.0 if is_orthographic(camera) else depth
    return float(cx + fx * own[0] / away), float(cy - fy * own[1] / away)


def is_orthographic(camera: dict[str, Any]) -> bool:
    return camera.get("projection") == "orthographic"
