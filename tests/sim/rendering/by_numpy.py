"""Where rays first meet a shape, as passes of NumPy over whole arrays: another way than that of the kernels.

All in the shape's own axes; rays start at one point. Infinity stands for a miss.
"""

from __future__ import annotations

import numpy as np

from espire_dsl.scene.rotation import Array
from espire_sim.appearance.shape import Form, Shape

FLAT = 1e-12
RIM = 1 + 1e-9


def first_hits(shape: Shape, origin: Array, rays: Array) -> Array:
    """The parameter at which each ray, as columns, enters the shape."""
    with np.errstate(all="ignore"):
        if shape.form is Form.BOX:
            return box(origin, rays)
        if shape.form is Form.BALL:
            return ball(origin, rays)
        hits = np.minimum(cap(shape, origin, rays), side(shape, origin, rays))
        return np.minimum(hits, inner_side(shape, origin, rays)) if shape.form is Form.TUBE else hits


def box(origin: Array, rays: Array) -> Array:
    steps = 1.0 / np.where(np.abs(rays) < FLAT, FLAT, rays)
    middles, reaches = steps * -origin[:, None], np.abs(steps)
    enter, leave = (middles - reaches).max(axis=0), (middles + reaches).min(axis=0)
    return np.where((enter > leave) | (enter <= 0), np.inf, enter)


def ball(origin: Array, rays: Array) -> Array:
    (ox, oy, oz), (dx, dy, dz) = origin, rays
    a = dx * dx + dy * dy + dz * dz
    b = ox * dx + oy * dy + oz * dz
    inside = b * b - a * (ox * ox + oy * oy + oz * oz - 1)
    hit = (-b - np.sqrt(np.maximum(inside, 0.0))) / np.maximum(a, FLAT)
    return np.where((inside >= 0) & (hit > 0), hit, np.inf)


def cap(shape: Shape, origin: Array, rays: Array) -> Array:
    (ox, oy, oz), (dx, dy, dz) = origin, rays
    level, radius = (1.0, shape.top) if oz > 0 else (-1.0, 1.0)
    hit = (level - oz) / np.where(np.abs(dz) < FLAT, FLAT, dz)
    x, y = ox + hit * dx, oy + hit * dy
    off = x * x + y * y
    met = (abs(oz) > 1) & (hit > 0) & (off <= radius**2) & (off >= shape.hole**2)
    return np.where(met, hit, np.inf)


def side(shape: Shape, origin: Array, rays: Array) -> Array:
    (ox, oy, oz), (dx, dy, dz) = origin, rays
    slope = (shape.top - 1) / 2
    radius, fall = 1 + slope * (oz + 1), slope * dz
    a = dx * dx + dy * dy - fall * fall
    b = ox * dx + oy * dy - radius * fall
    inside = b * b - a * (ox * ox + oy * oy - radius * radius)
    root = np.sqrt(np.maximum(inside, 0.0))
    a = np.where(np.abs(a) < FLAT, FLAT, a)
    hits = np.stack([(-b - root) / a, (-b + root) / a])
    met = (inside >= -FLAT * b * b) & (hits > 0) & (np.abs(oz + hits * dz) <= RIM)
    return np.where(met, hits, np.inf).min(axis=0)


def inner_side(shape: Shape, origin: Array, rays: Array) -> Array:
    (ox, oy, oz), (dx, dy, dz) = origin, rays
    a, b = np.maximum(dx * dx + dy * dy, FLAT), ox * dx + oy * dy
    inside = b * b - a * (ox * ox + oy * oy - shape.hole**2)
    hit = (-b + np.sqrt(np.maximum(inside, 0.0))) / a
    return np.where((inside >= 0) & (hit > 0) & (np.abs(oz + hit * dz) <= RIM), hit, np.inf)
