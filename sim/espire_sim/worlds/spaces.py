"""Free room as things: the cells of a slot's floor that nothing enters and that the held book fits into."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from attrs import evolve

from espire_dsl.scene.box import box_of
from espire_dsl.scene.exact import exact
from espire_dsl.scene.fit import POSES, fits
from espire_dsl.scene.footprint import covered_fraction
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.node import Node, Vector
from espire_dsl.scene.rotation import Array
from espire_sim.worlds.description import Spaces
from espire_sim.worlds.parts import Parts, rounded_point
from espire_sim.worlds.placing import Footprints, overlapping


def free_spaces(spaces: Spaces, slots: Sequence[Node], taken: Mapping[str, Footprints], held: Node) -> Parts:
    """The spaces of all slots, each `in` its slot.

    They are called `space_ROW_COLUMN_CELL` with the cell counted from the encounter left and the first letter
    of its band.
    """
    nodes: list[Node] = []
    roomy: dict[Vector, bool] = {}
    for slot in slots:
        cells = _cells(spaces, slot)
        extents = cells[0].extents
        if extents not in roomy:
            roomy[extents] = _fits_somehow(cells[0], held)
        if roomy[extents]:
            entered = overlapping(_rectangles(cells), taken[slot.id])
            nodes += [cell for cell, closed in zip(cells, entered.tolist(), strict=True) if not closed]
    return Parts(tuple(nodes), tuple((node.id, str(node.slot), "in") for node in nodes))


def with_occupancy(slots: Sequence[Node], contents: Sequence[Node]) -> tuple[Node, ...]:
    """The slots, with the covered part of their floors."""
    return tuple(
        evolve(
            slot,
            occupancy=exact(
                covered_fraction(box_of(slot), [box_of(body) for body in contents if body.slot == slot.id])
            ),
        )
        for slot in slots
    )


def _cells(spaces: Spaces, slot: Node) -> tuple[Node, ...]:
    count = max(1, int(slot.extents[1] / spaces.width + 0.5))
    depth, width = slot.extents[0] / len(spaces.bands), slot.extents[1] / count
    x, y, z = slot.center
    front, left = x + slot.extents[0] / 2, y - slot.extents[1] / 2
    return tuple(
        Node(
            f"space_{slot.row}_{slot.column}_{column + 1}{band[0]}",
            "space",
            rounded_point((front - (place + 0.5) * depth, left + (column + 0.5) * width, z)),
            slot.quaternion,
            rounded_point((depth, width, slot.extents[2])),
            slot=slot.id,
            row=slot.row,
            column=slot.column,
        )
        for column in range(count)
        for place, band in enumerate(spaces.bands)
    )


def _rectangles(cells: Sequence[Node]) -> Array:
    """Middles and halves on the floor, as rows."""
    centers = np.array([cell.center[:2] for cell in cells])
    half = np.array(cells[0].extents[:2]) / 2
    return np.concatenate([centers, np.tile(half, (len(cells), 1))], axis=1)


def _fits_somehow(cell: Node, held: Node) -> bool:
    """Asked of the one implementation of fitting, in a scene of just the two."""
    alone = evolve(cell, slot=None)
    trial = Scene.build([alone, held])
    return any(fits(trial, alone.id, held.id, pose) for pose in POSES)
