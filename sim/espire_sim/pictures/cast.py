"""Casts the rays of a picture: which shape is met first, how deep, and how large all owners are alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from espire_dsl.scene.rotation import Array
from espire_sim.looks.shape import Shape
from espire_sim.pictures.meet import first_hits
from espire_sim.pictures.view import View, directions

Places = NDArray[np.int64]

NOTHING: Final = -1

_AT_ONCE: Final = 16384  # rays


@frozen(eq=False)
class Hits:
    """For each ray the depth and the place of the shape that is met, NOTHING and infinity for a miss."""

    depth: Array
    shape: Places


def cast_picture(shapes: Sequence[Shape], owners: Sequence[int], view: View) -> tuple[Hits, dict[int, int]]:
    """The hits of all pixels, and by owner the number of pixels that it would have alone.

    Rays go through the middles of pixels. Each shape is only tried in the window in which it can be, a few
    rows at a time, so that what is computed of them stays in the processor's cache.
    """
    height, width = view.camera.height, view.camera.width
    depth = np.full((height, width), np.inf)
    found = np.full((height, width), NOTHING, dtype=np.int64)
    u = np.arange(width, dtype=np.float64) + 0.5
    v = np.arange(height, dtype=np.float64)[:, None] + 0.5
    alone = {owner: np.zeros((height, width), dtype=np.bool_) for owner in set(owners)}
    windows = view.windows(shapes)
    for place, (shape, owner, window) in enumerate(zip(shapes, owners, windows, strict=True)):
        left, right, top, bottom = window
        if left >= right or top >= bottom:
            continue
        origin, vectors = view.seen_from(shape)
        rows = max(_AT_ONCE // (right - left), 1)
        for first in range(top, bottom, rows):
            part = (slice(first, min(first + rows, bottom)), slice(left, right))
            hits = first_hits(shape, origin, directions(vectors, u[part[1]], v[part[0]]))
            nearer = hits < depth[part]
            np.copyto(depth[part], hits, where=nearer)
            np.copyto(found[part], place, where=nearer)
            alone[owner][part] |= hits < np.inf
    return Hits(depth, found), {owner: int(mask.sum()) for owner, mask in alone.items()}


def cast_points(shapes: Sequence[Shape], view: View, u: Array, v: Array) -> Hits:
    """The hits of rays through chosen points of the picture, which come row by row of pixels."""
    depth = np.full(len(u), np.inf)
    found = np.full(len(u), NOTHING, dtype=np.int64)
    rows = np.searchsorted(np.floor(v), np.arange(view.camera.height + 1)).tolist()
    for place, (shape, window) in enumerate(zip(shapes, view.windows(shapes), strict=True)):
        left, right, top, bottom = window
        start, end = rows[top], rows[bottom]
        if start == end or left >= right:
            continue
        chosen = start + np.flatnonzero((u[start:end] >= left) & (u[start:end] <= right))
        if len(chosen) == 0:
            continue
        origin, vectors = view.seen_from(shape)
        hits = first_hits(shape, origin, directions(vectors, u[chosen], v[chosen]))
        nearer = hits < depth[chosen]
        depth[chosen[nearer]] = hits[nearer]
        found[chosen[nearer]] = place
    return Hits(depth, found)
