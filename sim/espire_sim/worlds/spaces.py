"""Free room as things: the cells of a slot's floor that nothing enters and that the held book fits into."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np
from attrs import evolve

from espire_dsl.scene.exact import exact
from espire_dsl.scene.fit import POSES, fits
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.node import Node, Vector
from espire_sim.worlds.description import Spaces
from espire_sim.worlds.parts import Parts, rounded_point
from espire_sim.worlds.placing import Footprint, overlapping


def free_spaces(
    spaces: Spaces,
    slots: Sequence[Node],
    taken: Mapping[str, Sequence[Footprint]],
    roomy: Mapping[Vector, bool],
) -> Parts:
    """The spaces of all slots, each `in` its slot.

    They are called `space_ROW_COLUMN_CELL` with the cell counted from the encounter left and the first letter
    of its band.
    """
    nodes: list[Node] = []
    for slot in slots:
        if roomy[cell_extents(spaces, slot)]:
            nodes += _free_cells(spaces, slot, taken.get(slot.id, ()))
    return Parts(tuple(nodes), tuple((node.id, str(node.slot), "in") for node in nodes))


def roomy_cells(spaces: Spaces, slots: Sequence[Node], held: Node) -> dict[Vector, bool]:
    """Whether the held book fits, in some pose, into a cell of each size that these slots have.

    Asked of the one implementation of fitting, in scenes of just the two.
    """
    sizes = {cell_extents(spaces, slot) for slot in slots}
    found = {}
    for extents in sorted(sizes):
        trial = Scene.build([Node("cell", "space", extents=extents), held])
        found[extents] = any(fits(trial, "cell", held.id, pose) for pose in POSES)
    return found


def cell_extents(spaces: Spaces, slot: Node) -> Vector:
    """The size of the cells that a slot is cut into."""
    depth, width, height = slot.extents
    return rounded_point((depth / len(spaces.bands), width / _cell_count(spaces, slot), height))


def with_occupancy(slot: Node, covered: float) -> Node:
    """The slot, of whose floor an area is covered."""
    depth, width, _ = slot.extents
    return evolve(slot, occupancy=exact(covered / (depth * width)))


def _cell_count(spaces: Spaces, slot: Node) -> int:
    return max(1, int(slot.extents[1] / spaces.width + 0.5))


def _free_cells(spaces: Spaces, slot: Node, taken: Sequence[Footprint]) -> Iterator[Node]:
    """The cells of a slot that nothing enters, column by column from the encounter left."""
    count, bands = _cell_count(spaces, slot), len(spaces.bands)
    extents = cell_extents(spaces, slot)
    x, y, z = slot.center
    columns, places = np.divmod(np.arange(count * bands), bands)
    rectangles = np.empty((count * bands, 4))
    rectangles[:, 0] = x + slot.extents[0] / 2 - (places + 0.5) * (slot.extents[0] / bands)
    rectangles[:, 1] = y - slot.extents[1] / 2 + (columns + 0.5) * (slot.extents[1] / count)
    rectangles[:, 2:] = extents[0] / 2, extents[1] / 2
    for cell in np.flatnonzero(~overlapping(rectangles, taken)).tolist():
        ahead, across = rectangles[cell, :2].tolist()
        yield Node(
            f"space_{slot.row}_{slot.column}_{cell // bands + 1}{spaces.bands[cell % bands][0]}",
            "space",
            rounded_point((ahead, across, z)),
            slot.quaternion,
            extents,
            slot=slot.id,
            row=slot.row,
            column=slot.column,
        )
