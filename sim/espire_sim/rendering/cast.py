"""Casts the rays of a picture: which shape is met first, how deep, and how large all owners are alone."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from espire_dsl.scene.rotation import Array
from espire_sim.appearance.shape import Shape
from espire_sim.interfaces import Mask
from espire_sim.rendering.meet import first_hits
from espire_sim.rendering.view import View

Places = NDArray[np.int64]

NOTHING: Final = -1

_AT_ONCE: Final = 16384  # rays


@frozen(eq=False)
class Hits:
    """For each ray the depth and the place of the shape that is met, NOTHING and infinity for a miss."""

    depth: Array
    shape: Places


@frozen
class Pixels:
    """By owner, how many pixels it would have alone, and how many with all but some others before it."""

    alone: Mapping[int, int]
    without: Mapping[int, int]


def cast_picture(
    shapes: Sequence[Shape], owners: Sequence[int], view: View, apart: Collection[int] = ()
) -> tuple[Hits, Pixels]:
    """The hits of all pixels; and the pixels of owners alone, and without those that are `apart`.

    Rays go through the middles of pixels. Each shape is only tried in the window in which it can be, a few
    rows at a time, so that what is computed of them stays in the processor's cache.
    """
    height, width = view.camera.height, view.camera.width
    depth = np.full((height, width), np.inf)
    found = np.full((height, width), NOTHING, dtype=np.int64)
    u = np.arange(width, dtype=np.float64) + 0.5
    v = np.arange(height, dtype=np.float64)[:, None] + 0.5
    alone = {owner: np.zeros((height, width), dtype=np.bool_) for owner in set(owners)}
    aims = view.aims(shapes)
    last = [place for place, owner in enumerate(owners) if owner in apart]
    first = [place for place, owner in enumerate(owners) if owner not in apart]
    without: dict[int, int] = {}
    for place in (*first, *last):
        shape, owner, aim = shapes[place], owners[place], aims[place]
        if not without and last and place == last[0]:
            without = _counted(found, owners)
        left, right, top, bottom = aim.window
        if left >= right or top >= bottom:
            continue
        rows = max(_AT_ONCE // (right - left), 1)
        for row in range(top, bottom, rows):
            part = (slice(row, min(row + rows, bottom)), slice(left, right))
            hits = first_hits(shape, *aim.rays(u[part[1]], v[part[0]]))
            nearer = hits < depth[part]
            np.copyto(depth[part], hits, where=nearer)
            np.copyto(found[part], place, where=nearer)
            alone[owner][part] |= hits < np.inf
    return Hits(depth, found), Pixels(
        {owner: int(mask.sum()) for owner, mask in alone.items()}, without or _counted(found, owners)
    )


def _counted(found: Places, owners: Sequence[int]) -> dict[int, int]:
    """How many pixels each owner has."""
    pixels = np.bincount(found.ravel() + 1, minlength=len(owners) + 1)[1:].tolist()
    counts = dict.fromkeys(owners, 0)
    for owner, count in zip(owners, pixels, strict=True):
        counts[owner] += count
    return counts


def cast_points(shapes: Sequence[Shape], view: View, pixels: Mask, offsets: Array) -> Hits:
    """The hits of several rays through each of some pixels: (pixels, rays), by offsets from the middles."""
    rows, columns = np.nonzero(pixels)
    u, v = (ends[:, None] + 0.5 + off for ends, off in zip((columns, rows), offsets.T, strict=True))
    starts = np.searchsorted(rows, np.arange(len(pixels) + 1)).tolist()
    depth = np.full(u.shape, np.inf)
    found = np.full(u.shape, NOTHING, dtype=np.int64)
    at_once = max(_AT_ONCE // len(offsets), 1)
    for place, (shape, aim) in enumerate(zip(shapes, view.aims(shapes), strict=True)):
        left, right, top, bottom = aim.window
        first, end = starts[top], starts[bottom]
        among = columns[first:end]
        chosen = first + np.flatnonzero((among >= left) & (among < right))
        if len(chosen) == 0:
            continue
        for begin in range(0, len(chosen), at_once):
            some = chosen[begin : begin + at_once]
            hits = first_hits(shape, *aim.rays(u[some], v[some]))
            before = depth[some]
            nearer = hits < before
            if nearer.any():
                depth[some] = np.where(nearer, hits, before)
                found[some] = np.where(nearer, place, found[some])
    return Hits(depth, found)
