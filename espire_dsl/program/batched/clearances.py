"""How much room the held book has in slots and spaces, for many rows. Bits as `scene.fit`."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from espire_dsl.program.batched.attributes import BODILESS
from espire_dsl.program.batched.batch import KIND_CODES, SceneBatch
from espire_dsl.program.batched.columns import Floats, Ints
from espire_dsl.program.batched.frames import along
from espire_dsl.program.batched.mathematics import DEGREES, RADIANS, asin, cos, sin
from espire_dsl.scene.exact import exact, exact_array
from espire_dsl.scene.fit import TILTED

Room = tuple[Floats, Floats, Floats]
Book = tuple[Floats, Floats, Floats]


def clearances(
    batch: SceneBatch, scenes: Ints, books: Ints, pose: str | None, angles: Floats | None, places: Ints
) -> Floats:
    """The room left in places where there is least, (rows, len(places)); `angles` for a tilt in degrees."""
    at = (scenes[:, None], places)
    room = (batch.extents[..., 0][at], free_widths(batch)[at], batch.extents[..., 2][at])
    width, thickness, height = (batch.extents[scenes, books, i][:, None] for i in range(3))
    book = (width, thickness, height)
    if pose == "upright":
        left = _turned(room, thickness, width, height)
    elif pose == "flat":
        left = _turned(room, height, width, thickness)
    elif pose == "tilted":
        tilts = _best_tilts(room, height, thickness)
        left = np.maximum.reduce([np.fmax(_leaning(room, book, t), -np.inf) for t in tilts])
    else:
        assert angles is not None
        left = _leaning(room, book, angles[:, None])
    return exact_array(left)


def _turned(room: Room, one: Floats, other: Floats, vertical: Floats) -> Floats:
    """The better of both ways of laying two horizontal lengths along depth and width."""
    depth, lateral, high = room
    ways = [
        np.minimum(np.minimum(depth - along, lateral - across), high - vertical)
        for across, along in ((one, other), (other, one))
    ]
    return np.maximum(*ways)


def _leaning(room: Room, book: Book, degrees: Floats) -> Floats:
    width, thickness, height = book
    sine, cosine = sin(degrees * RADIANS), cos(degrees * RADIANS)
    return _turned(room, height * sine + thickness * cosine, width, height * cosine + thickness * sine)


def _best_tilts(room: Room, height: Floats, thickness: Floats) -> Iterator[Floats]:
    """As `scene.fit` has them; NaN where there is no tilt at which ground and height are equal."""
    depth, lateral, vertical = room
    for end in TILTED:
        yield np.full(height.shape, end)
    slant = np.where(height != thickness, math.sqrt(2) * (height - thickness), np.nan)
    for ground in (lateral, depth):
        ratio = (ground - vertical) / slant
        ratio = np.where(np.abs(ratio) <= 1, ratio, np.nan)
        yield np.minimum(np.maximum(45 + asin(ratio) * DEGREES, TILTED[0]), TILTED[1])


def free_widths(batch: SceneBatch) -> Floats:
    """The widest stretch of each slot that no body but the held book shades; of a space, all of it."""
    return batch.remember("free", lambda: _free_widths(batch))


def _free_widths(batch: SceneBatch) -> Floats:
    half = batch.halves[..., 1]
    is_slot = batch.kinds == KIND_CODES["slot"]
    widths = np.where(is_slot & (exact_array(half + half) <= 0), 0.0, half + half)
    for (scene, slot), shades in _shades(batch).items():
        if is_slot[scene, slot]:
            widths[scene, slot] = _widest(float(half[scene, slot]), sorted(shades))
    return widths


def _shades(batch: SceneBatch) -> dict[tuple[int, int], list[tuple[float, float]]]:
    """What the bodies in each slot cover of its width, from its centre along its own y."""
    ignored = {(scene, held[0]) for scene, held in enumerate(batch.held) if held}
    slots = batch.slots[batch.scene_of, batch.place_of]
    things = zip(batch.nodes, batch.scene_of.tolist(), batch.place_of.tolist(), slots.tolist(), strict=True)
    bodies = [
        (scene, place, slot)
        for node, scene, place, slot in things
        if slot >= 0 and node.kind not in BODILESS and (scene, place) not in ignored
    ]
    scenes, places, homes = np.array(bodies, dtype=np.int64).reshape(-1, 3).T
    axis = batch.axes[scenes, homes][:, :, 1]
    start, end = _shadow(batch, scenes, homes, axis)
    middle = (start + end) / 2
    low, high = _shadow(batch, scenes, places, axis)
    shades: dict[tuple[int, int], list[tuple[float, float]]] = {}
    ends = zip((low - middle).tolist(), (high - middle).tolist(), strict=True)
    for (scene, _, slot), shade in zip(bodies, ends, strict=True):
        shades.setdefault((scene, slot), []).append(shade)
    return shades


def _shadow(batch: SceneBatch, scenes: Ints, places: Ints, axis: Floats) -> tuple[Floats, Floats]:
    """The interval that each thing covers along its row's direction."""
    middle = along(batch.centers[scenes, places], axis)
    seen = np.abs(along(batch.axes[scenes, places].swapaxes(-1, -2), axis[:, None, :]))
    reach = along(seen, batch.halves[scenes, places])
    return middle - reach, middle + reach


def _widest(half: float, shades: list[tuple[float, float]]) -> float:
    """The widest stretch from -half to half that the shades, sorted, leave free."""
    widest, reached = 0.0, -half
    for low, high in shades:
        end = min(low, half)
        if exact(end - reached) > 0:
            widest = max(widest, end - reached)
        reached = max(reached, high)
    return max(widest, half - reached) if exact(half - reached) > 0 else widest
