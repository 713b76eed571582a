"""Relations of slots, spaces and things, for many rows: between, directly above, directly beside."""

from __future__ import annotations

from functools import partial

import numpy as np

from espire_dsl.domain.kinds import CELL, VACANCY
from espire_dsl.program.arrays.attributes import BODILESS, rows
from espire_dsl.program.arrays.batch import SceneBatch
from espire_dsl.program.arrays.columns import Floats, Ints
from espire_dsl.program.arrays.failures import Failed
from espire_dsl.program.arrays.frames import PlacedFrame, along, axis
from espire_dsl.program.arrays.pairs import of_pairs
from espire_dsl.scene.frames import Direction
from espire_dsl.scene.mathematics import hypot
from espire_dsl.scene.quantize import quantize_array


def slot_failures(batch: SceneBatch, scenes: Ints, places: Ints) -> Failed:
    bad = batch.slots[scenes, places] < 0
    return batch.messages.failing(bad, partial(_no_slot, batch), scenes, places)


def _no_slot(batch: SceneBatch, scene: int, place: int) -> str:
    node = batch.node(scene, place)
    return f'node "{node.id}" ({node.name}) stands in no slot'


def shadows(batch: SceneBatch, scenes: Ints, direction: Floats) -> tuple[Floats, Floats]:
    """The intervals that all things of the rows' scenes cover along each row's direction."""
    way = direction[:, None, :]
    middle = along(batch.centers[scenes], way)
    axes = batch.axes[scenes]
    seen = [
        np.abs(axes[..., 0, i] * way[..., 0] + axes[..., 1, i] * way[..., 1] + axes[..., 2, i] * way[..., 2])
        for i in range(3)
    ]
    half = batch.halves[scenes]
    reach = seen[0] * half[..., 0] + seen[1] * half[..., 1] + seen[2] * half[..., 2]
    return middle - reach, middle + reach


def _at(values: Floats, places: Ints) -> Floats:
    """One value of each row."""
    return np.take_along_axis(values, places[:, None], axis=1)


def gaps_towards(
    batch: SceneBatch, scenes: Ints, reference: Ints, direction: Direction, places: Ints
) -> Floats:
    """How far slots are above (below) the reference's slot; NaN for those that are not, or not in line."""

    def compute(scenes: Ints, own: Ints) -> Floats:
        low, high = shadows(batch, scenes, batch.axes[scenes, own][:, :, 1])
        bottom, top = shadows(batch, scenes, np.tile((0.0, 0.0, 1.0), (len(scenes), 1)))
        overlap = quantize_array(np.minimum(_at(high, own), high) - np.maximum(_at(low, own), low))
        levels = batch.centers[scenes][..., 2]
        rise = quantize_array(levels - _at(levels, own))
        if direction == "up":
            there, gap = rise > 0, quantize_array(bottom - _at(top, own))
        else:
            there, gap = rise < 0, quantize_array(_at(bottom, own) - top)
        is_slot = batch.of(CELL)[scenes]
        return np.where(there & (overlap > 0) & is_slot, gap, np.nan)

    own = np.maximum(batch.slots[scenes, reference], 0)
    return of_pairs(batch, ("gaps", direction), scenes, own, places, compute)


def gaps_beside(
    batch: SceneBatch,
    scenes: Ints,
    reference: Ints,
    frame: PlacedFrame,
    direction: Direction,
    graze: float,
    places: Ints,
) -> Floats:
    """How far from the reference's side free spaces of its slot begin; NaN for those that are not beside it.

    Sideways is along the slot's width, as spaces are cut, from wherever one looks at the slot; a direction
    that rather runs along its depth has nothing beside. A space is beside the reference if the two do not
    overlap sideways (but for `graze`), so one just behind it is not, and if no body's centre is in the gap.
    """
    keys = (scenes * batch.size + reference) * batch.size + frame.origin
    _, first, inverse = np.unique(keys, return_index=True, return_inverse=True)
    scenes, reference, origin = scenes[first], reference[first], frame.origin[first]
    towards = axis(batch, frame.kind, scenes, origin, direction)
    own = batch.axes[scenes, np.maximum(batch.slots[scenes, reference], 0)]
    depth, width = (along(towards, own[..., i]) for i in (0, 1))
    is_sideways = quantize_array(np.abs(width) - np.abs(depth)) >= 0
    way = own[..., 1] * np.where(width < 0, -1.0, 1.0)[:, None]
    low, high = shadows(batch, scenes, way)
    centers = along(batch.centers[scenes], way[:, None, :])
    side = _at(high, reference)
    gaps = quantize_array(low - side)
    mine = batch.slots[scenes] == batch.slots[scenes, reference][:, None]
    bodies = mine & ~batch.of(*BODILESS)[scenes] & ~batch.is_held[scenes] & batch.there[scenes]
    ahead = quantize_array(np.where(bodies, centers - side, np.inf))
    nearest = np.min(np.where(ahead > 0, ahead, np.inf), axis=1, keepdims=True)
    beside = batch.of(VACANCY)[scenes] & mine & (gaps >= -graze) & (nearest >= gaps)
    beside &= is_sideways[:, None]
    found: Floats = np.where(beside, gaps, np.nan)[inverse[:, None], places]
    return found


def between_on_table(batch: SceneBatch, scenes: Ints, a: Ints, b: Ints, band: float, places: Ints) -> Floats:
    """How deep things are inside the band around the segment between two others; negative: outside."""
    scenes, a, b, inverse = _distinct(batch, scenes, a, b)
    start, end = batch.centers[scenes, a][:, None, :], batch.centers[scenes, b][:, None, :]
    length = hypot(end[..., 0] - start[..., 0], end[..., 1] - start[..., 1])
    away = batch.centers[scenes] - start
    nowhere = quantize_array(length) == 0
    divisor = np.where(nowhere, 1.0, length)
    ux, uy = (end[..., 0] - start[..., 0]) / divisor, (end[..., 1] - start[..., 1]) / divisor
    run = away[..., 0] * ux + away[..., 1] * uy
    side = np.abs(away[..., 0] * uy - away[..., 1] * ux)
    past_ends = quantize_array(np.maximum(-run, run - length))
    past_side = quantize_array(side - band)
    holds = (past_ends < 0) & (past_side <= 0) & ~nowhere
    off_x = np.where(nowhere, away[..., 0], np.maximum(past_ends, 0.0))
    off_y = np.where(nowhere, away[..., 1], np.maximum(past_side, 0.0))
    outside = -quantize_array(hypot(off_x, off_y, ~holds & batch.there[scenes]))
    depth = np.where(holds, quantize_array(np.minimum(-past_ends, -past_side)), outside)
    found: Floats = depth[inverse[:, None], places]
    return found


def between_in_row(batch: SceneBatch, scenes: Ints, a: Ints, b: Ints, places: Ints) -> Floats:
    """How deep slots and spaces are between two things of one row; negative: outside, or another row."""
    scenes, a, b, inverse = _distinct(batch, scenes, a, b)
    start, end = (np.maximum(batch.slots[scenes, x], 0) for x in (a, b))
    centers = batch.centers[scenes]
    homes = batch.slots[scenes]
    levels = np.take_along_axis(centers[..., 2], np.where(homes < 0, np.arange(batch.size), homes), axis=1)
    first_level, last_level = (_at(centers[..., 2], x) for x in (start, end))
    off = np.maximum(np.abs(levels - first_level), np.abs(last_level - first_level))
    own_rows = rows(batch)[scenes]
    row_a, row_b = _at(own_rows, a), _at(own_rows, b)
    one_row = (row_a == row_b) & (row_b == own_rows)
    lateral = batch.axes[scenes, start][:, None, :, 1]

    def inside(origin: Ints, goal: Ints) -> Floats:
        base = batch.centers[scenes, origin][:, None, :]
        length = quantize_array(along(batch.centers[scenes, goal][:, None, :] - base, lateral))
        run = quantize_array(along(centers - base, lateral))
        return quantize_array(
            np.where(length > 0, np.minimum(run, length - run), np.minimum(-run, run - length))
        )

    is_slot = batch.of(CELL)[scenes]
    depth = np.where(is_slot, inside(start, end), inside(a, b))
    margin = np.where(one_row, quantize_array(np.abs(depth)), quantize_array(off))
    signed = np.where(one_row & (depth > 0), margin, -margin)
    found: Floats = signed[inverse[:, None], places]
    return found


def _distinct(batch: SceneBatch, scenes: Ints, a: Ints, b: Ints) -> tuple[Ints, Ints, Ints, Ints]:
    """Each triple once, and which one every row has."""
    keys = (scenes * batch.size + a) * batch.size + b
    _, first, inverse = np.unique(keys, return_index=True, return_inverse=True)
    return scenes[first], a[first], b[first], inverse
