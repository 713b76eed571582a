"""Casts the rays of a picture: which shape is met first, how deep, and how large all owners are alone."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from espire_dsl.scene.rotation import Array
from espire_sim.appearance.shape import Shape
from espire_sim.rendering.bundles import Places
from espire_sim.rendering.meet import first_hits
from espire_sim.rendering.view import View

NOTHING: Final = -1

_AT_ONCE: Final = 16384  # rays
_SHORT: Final = 2**15


@frozen(eq=False)
class Hits:
    """For each ray the depth and the place of the shape that is met, NOTHING and infinity for a miss."""

    depth: NDArray[np.floating]
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
        {owner: int(np.count_nonzero(mask)) for owner, mask in alone.items()},
        without or _counted(found, owners),
    )


def _counted(found: Places, owners: Sequence[int]) -> dict[int, int]:
    """How many pixels each owner has."""
    pixels = np.bincount(found.ravel() + 1, minlength=len(owners) + 1)[1:].tolist()
    counts = dict.fromkeys(owners, 0)
    for owner, count in zip(owners, pixels, strict=True):
        counts[owner] += count
    return counts


def cast_points(shapes: Sequence[Shape], view: View, found: Places, pixels: Places, offsets: Array) -> Hits:
    """The hits of several rays through each of some pixels: (pixels, rays), by offsets from the middles.

    They are for colours alone, and found in single precision. Only shapes that the middles of a pixel or of
    one beside it `found` are tried.
    """
    v, u = np.divmod(pixels, found.shape[1])
    across, down = (
        (ends[:, None] + 0.5 + off).astype(np.float32) for ends, off in zip((u, v), offsets.T, strict=True)
    )
    depth = np.full(across.shape, np.inf, dtype=np.float32)
    place = np.full(across.shape, NOTHING, dtype=np.int64)
    at_once = max(_AT_ONCE // len(offsets), 1)
    aims = view.aims(shapes)
    for which, tried in _about(found, v, u):
        shape, aim = shapes[which], aims[which]
        for begin in range(0, len(tried), at_once):
            some = tried[begin : begin + at_once]
            hits = first_hits(shape, *aim.rays(across[some], down[some]))
            before = depth[some]
            nearer = hits < before
            depth[some] = np.where(nearer, hits, before)
            place[some] = np.where(nearer, which, place[some])
    return Hits(depth, place)


def narrow(places: Places) -> NDArray[np.int16] | Places:
    """Places in as few bytes as they fit into: numbers of two bytes are sorted by counting, quickly."""
    return places.astype(np.int16) if places.size and places.max() < _SHORT else places


def _about(found: Places, v: Places, u: Places) -> Iterator[tuple[int, Places]]:
    """For each shape that was found, those of the pixels that show it or have it beside them."""
    height, width = found.shape
    known = narrow(found)
    beside = np.stack(
        [
            known[np.clip(v + down, 0, height - 1), np.clip(u + right, 0, width - 1)]
            for down in (-1, 0, 1)
            for right in (-1, 0, 1)
        ]
    )
    beside.sort(axis=0)
    first = np.ones(beside.shape, dtype=np.bool_)
    first[1:] = beside[1:] != beside[:-1]
    first &= beside != NOTHING
    which, pixel = beside[first], np.nonzero(first)[1]
    order = np.argsort(which, kind="stable")
    which, pixel = which[order], pixel[order]
    ends = np.flatnonzero(np.diff(which)) + 1
    for start, end in zip([0, *ends.tolist()], [*ends.tolist(), len(which)], strict=True):
        if end > start:
            yield int(which[start]), pixel[start:end]
