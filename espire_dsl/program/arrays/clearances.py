"""How much room the held book has in slots and spaces, for many rows."""

from __future__ import annotations

from typing import Final

import numpy as np

from espire_dsl.domain.kinds import CELL
from espire_dsl.program.arrays.attributes import BODILESS
from espire_dsl.program.arrays.batch import SceneBatch
from espire_dsl.program.arrays.columns import Floats, Ints
from espire_dsl.program.arrays.frames import along
from espire_dsl.scene import fit
from espire_dsl.scene.fit import NamedPose, unshaded

POSES: Final[dict[str, NamedPose]] = {"Flat": "flat", "Vertical": "upright", "Tilted": "tilted"}


def clearances(
    batch: SceneBatch, scenes: Ints, books: Ints, type_: str, angles: Floats | None, places: Ints
) -> Floats:
    """The room left in places where there is least, (rows, len(places)); `angles` for a tilt in degrees."""
    at = (scenes[:, None], places)
    room = (batch.extents[..., 0][at], free_widths(batch)[at], batch.extents[..., 2][at])
    width, thickness, height = (batch.extents[scenes, books, i][:, None] for i in range(3))
    pose = POSES[type_] if angles is None else angles[:, None]
    return fit.clearances(room, (width, thickness, height), pose)


def free_widths(batch: SceneBatch) -> Floats:
    """The widest stretch of each slot that no body but the held book shades; of a space, all of it."""
    return batch.remember("free", lambda: _free_widths(batch))


def _free_widths(batch: SceneBatch) -> Floats:
    half = batch.halves[..., 1]
    widths = half + half
    shades = _shades(batch)
    for scene, slot in np.argwhere(batch.of(CELL)).tolist():
        free = unshaded(float(half[scene, slot]), shades.get((scene, slot), ()))
        widths[scene, slot] = max((high - low for low, high in free), default=0.0)
    return widths


def _shades(batch: SceneBatch) -> dict[tuple[int, int], list[tuple[float, float]]]:
    """What the bodies in each slot cover of its width, from its centre along its own y."""
    ignored = {(scene, held[0]) for scene, held in enumerate(batch.held) if held}
    slots = batch.slots[batch.scene_of, batch.place_of]
    things = zip(batch.nodes, batch.scene_of.tolist(), batch.place_of.tolist(), slots.tolist(), strict=True)
    bodies = [
        (scene, place, slot)
        for node, scene, place, slot in things
        if slot >= 0 and not node.is_a(*BODILESS) and (scene, place) not in ignored
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
