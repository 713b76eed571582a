"""Casts the rays of a picture: which shape is met first, how deep, and how large all owners are alone."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final

import numpy as np
from attrs import frozen

from espire_dsl.scene.rotation import Array, Mask
from espire_sim.appearance.shape import Shape
from espire_sim.kernel import kernel
from espire_sim.rendering.bundles import Places
from espire_sim.rendering.meet import first_hits
from espire_sim.rendering.solids import solids_of
from espire_sim.rendering.tracing import FORMS, cast_beside, cast_shape
from espire_sim.rendering.view import Aim, View

NOTHING: Final = -1


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

    Rays go through the middles of pixels. Each shape is only tried in the window in which it can be.
    """
    size = view.camera.height, view.camera.width
    hits = Hits(np.full(size, np.inf), np.full(size, NOTHING, dtype=np.int64))
    masks = {owner: np.zeros(size, dtype=np.bool_) for owner in set(owners)}
    alone = dict.fromkeys(owners, 0)
    aims = view.aims(shapes)
    last = [place for place, owner in enumerate(owners) if owner in apart]
    first = [place for place, owner in enumerate(owners) if owner not in apart]
    without: dict[int, int] = {}
    for place in (*first, *last):
        shape, owner, aim = shapes[place], owners[place], aims[place]
        if not without and last and place == last[0]:
            without = _counted(hits.shape, owners)
        cast = _cast_mesh if shape.mesh is not None else _cast_form
        alone[owner] += cast(shape, aim, place, hits, masks[owner])
    return hits, Pixels(alone, without or _counted(hits.shape, owners))


def _cast_form(shape: Shape, aim: Aim, place: int, hits: Hits, alone: Mask) -> int:
    """Casts the rays of a shape's window at it, and counts those that are the first `alone`."""
    return cast_shape(
        FORMS[shape.form],
        shape.top,
        shape.hole,
        aim.origins,
        aim.directions,
        aim.parallel,
        aim.window,
        place,
        hits.depth,
        hits.shape,
        alone,
    )


def _cast_mesh(shape: Shape, aim: Aim, place: int, hits: Hits, alone: Mask) -> int:
    left, right, top, bottom = aim.window
    if left >= right or top >= bottom:
        return 0
    part = (slice(top, bottom), slice(left, right))
    u = np.arange(left, right, dtype=np.float64) + 0.5
    v = np.arange(top, bottom, dtype=np.float64)[:, None] + 0.5
    met = first_hits(shape, *aim.rays(u, v))
    nearer = met < hits.depth[part]
    np.copyto(hits.depth[part], met, where=nearer)
    np.copyto(hits.shape[part], place, where=nearer)
    before = int(np.count_nonzero(alone[part]))
    alone[part] |= met < np.inf
    return int(np.count_nonzero(alone[part])) - before


def _counted(found: Places, owners: Sequence[int]) -> dict[int, int]:
    """How many pixels each owner has."""
    pixels = np.zeros(len(owners) + 1, dtype=np.int64)
    _count(found, pixels)
    counts = dict.fromkeys(owners, 0)
    for owner, count in zip(owners, pixels[:-1].tolist(), strict=True):
        counts[owner] += count
    return counts


@kernel
def _count(found: Places, pixels: Places) -> None:
    """Counts the pixels of each shape, and last those of none, by runs of the same shape in a row."""
    height, width = found.shape
    for row in range(height):
        begun = 0
        for column in range(1, width + 1):
            place = found[row, begun]
            if column < width and found[row, column] == place:
                continue
            pixels[place if place >= 0 else pixels.size - 1] += column - begun
            begun = column


def cast_points(shapes: Sequence[Shape], view: View, found: Places, pixels: Places, offsets: Array) -> Hits:
    """The hits of several rays through each of some pixels: (pixels, rays), by offsets from the middles.

    Only shapes that the middles of a pixel or of one beside it `found` are tried.
    """
    solids = solids_of(shapes)
    origins, directions = view.vectors_of(shapes)
    parallel = view.camera.is_orthographic
    hits = Hits(
        np.full((len(pixels), len(offsets)), np.inf),
        np.full((len(pixels), len(offsets)), NOTHING, dtype=np.int64),
    )
    cast_beside(
        solids.forms,
        solids.tops,
        solids.holes,
        origins,
        directions,
        parallel,
        found,
        pixels,
        offsets,
        hits.depth,
        hits.shape,
    )
    for place, shape in enumerate(shapes):
        if shape.mesh is not None:
            aim = Aim((0, 0, 0, 0), origins[place], directions[place], parallel)
            _cast_mesh_beside(shape, aim, place, found, pixels, offsets, hits)
    return hits


def _cast_mesh_beside(
    shape: Shape, aim: Aim, place: int, found: Places, pixels: Places, offsets: Array, hits: Hits
) -> None:
    seen = np.pad(found == place, 1)
    height, width = found.shape
    about = np.logical_or.reduce(
        [seen[down : down + height, right : right + width] for down in range(3) for right in range(3)]
    )
    some = np.flatnonzero(about.ravel()[pixels])
    if not len(some):
        return
    v, u = (
        ends[:, None] + 0.5 + off
        for ends, off in zip(np.divmod(pixels[some], width), offsets.T[::-1], strict=True)
    )
    met, before = first_hits(shape, *aim.rays(u, v)), hits.depth[some]
    nearer = (met < before) | ((met == before) & (met < np.inf) & (place < hits.shape[some]))
    hits.depth[some] = np.where(nearer, met, before)
    hits.shape[some] = np.where(nearer, place, hits.shape[some])
