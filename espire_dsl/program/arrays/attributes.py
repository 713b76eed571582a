"""What things are by themselves, for all things of a batch: dimensions, tilt, front, size, row and column."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import numpy as np

from espire_dsl.domain.kinds import CELL, REGION, VIEWER
from espire_dsl.language.core.constructors import SIZE_CLASSES
from espire_dsl.program.arrays.batch import SceneBatch
from espire_dsl.program.arrays.columns import Floats, Ints
from espire_dsl.scene import measures
from espire_dsl.scene.box import box_of
from espire_dsl.scene.error import SceneError
from espire_dsl.scene.footprint import covered_fraction
from espire_dsl.scene.frames import floor_fronts, own_front
from espire_dsl.scene.node import Node, Vector
from espire_dsl.scene.quantize import quantize_array
from espire_dsl.scene.rotation import turned

# A size class is its number here, or beyond; 0 is none.
SIZES: Final = (None, *SIZE_CLASSES)
BODILESS: Final = (REGION, VIEWER)
LITRES: Final = 1000.0  # of a cubic metre
_NOWHERE: Final = (float("nan"),) * 3


def elevations(batch: SceneBatch) -> Floats:
    return batch.remember("elevation", lambda: quantize_array(batch.centers[..., 2]))


def heights(batch: SceneBatch) -> Floats:
    return batch.remember("height", lambda: quantize_array(batch.extents[..., 2]))


def widths(batch: SceneBatch) -> Floats:
    return batch.remember("width", lambda: quantize_array(_along(batch, "width")))


def thicknesses(batch: SceneBatch) -> Floats:
    return batch.remember("thickness", lambda: quantize_array(_along(batch, "thickness", "depth")))


def volumes(batch: SceneBatch) -> Floats:
    return batch.remember("volume", lambda: quantize_array(np.prod(batch.extents, axis=-1) * LITRES))


def _along(batch: SceneBatch, *names: str) -> Floats:
    """The length along the own axis that has the first of these names; NaN for a thing that has none."""
    lengths: Floats = batch.spread([_length(node, names) for node in batch.nodes], 0.0)
    return lengths


def _length(node: Node, names: Sequence[str]) -> float:
    return next((node.extents[node.axes.index(name)] for name in names if name in node.axes), float("nan"))


def tilts(batch: SceneBatch) -> Floats:
    """NaN for things without an upright axis."""
    return batch.remember(
        "tilt", lambda: measures.tilts(batch.axes, _own(batch, [n.upright for n in batch.nodes]))
    )


def fronts(batch: SceneBatch) -> Floats:
    """Where fronts point to on the floor, (scenes, places, 2); NaN for things that have none there."""
    return batch.remember(
        "front", lambda: floor_fronts(batch.axes, _own(batch, [own_front(n) for n in batch.nodes]))
    )


def optical_axes(batch: SceneBatch) -> Floats:
    """Where fronts point to in space, (scenes, places, 3): of a viewer, the optical axis. NaN for none."""
    own = [n.front for n in batch.nodes]
    return batch.remember("axis", lambda: np.stack(turned(batch.axes, _own(batch, own)), axis=-1))


def _own(batch: SceneBatch, vectors: Sequence[Vector | None]) -> Floats:
    """Vectors in own axes, one for each thing; NaN for none."""
    spread: Floats = batch.spread([_NOWHERE if v is None else v for v in vectors], np.nan)
    return spread


def problem_of(ask: Callable[[Node], object], batch: SceneBatch, scene: int, place: int) -> str:
    """What the scene says against asking this of a thing."""
    try:
        ask(batch.node(scene, place))
    except SceneError as error:
        return str(error)
    raise AssertionError("asked for the problem of a thing that has none")


def sizes(batch: SceneBatch) -> Floats:
    """The number of each thing's size class among `size_names`."""
    names = {name: number for number, name in enumerate(size_names(batch))}
    return batch.remember("size", lambda: batch.spread([names[n.size] for n in batch.nodes], 0.0))


def size_names(batch: SceneBatch) -> tuple[str | None, ...]:
    """All size classes in the batch, with none as the first."""
    return batch.remember(
        "size names",
        lambda: (*SIZES, *sorted({n.size for n in batch.nodes if n.size is not None} - {*SIZES})),
    )


def rows(batch: SceneBatch) -> Floats:
    """The row of the slot that each thing belongs to; NaN where there is none."""
    return batch.remember("row", lambda: _of_slot(batch, [n.row for n in batch.nodes]))


def columns(batch: SceneBatch) -> Floats:
    return batch.remember("column", lambda: _of_slot(batch, [n.column for n in batch.nodes]))


def _of_slot(batch: SceneBatch, own: Sequence[int | None]) -> Floats:
    numbers: Floats = batch.spread([np.nan if v is None else v for v in own], np.nan)
    found = np.take_along_axis(numbers, np.maximum(batch.slots, 0), axis=1)
    return np.where(batch.slots < 0, np.nan, found)


def occupancies(batch: SceneBatch) -> Floats:
    """How full each slot is: as stored, or else from what stands in it. NaN for what is no slot."""
    return batch.remember("occupancy", lambda: quantize_array(batch.spread(_occupancies(batch), np.nan)))


def _occupancies(batch: SceneBatch) -> list[float]:
    bodies: dict[tuple[int, int], list[Node]] = {}
    slots: Ints = batch.slots[batch.scene_of, batch.place_of]
    homes = zip(batch.scene_of.tolist(), slots.tolist(), strict=True)
    for node, home in zip(batch.nodes, homes, strict=True):
        if not node.is_a(*BODILESS):
            bodies.setdefault(home, []).append(node)
    places = zip(batch.scene_of.tolist(), batch.place_of.tolist(), strict=True)
    return [_occupancy(node, bodies.get(place, ())) for node, place in zip(batch.nodes, places, strict=True)]


def _occupancy(node: Node, bodies: Sequence[Node]) -> float:
    if not node.is_a(CELL):
        return float("nan")
    if node.occupancy is not None:
        return node.occupancy
    return covered_fraction(box_of(node), [box_of(body) for body in bodies]) if bodies else 0.0
