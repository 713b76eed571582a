"""Which solid things of a scene run into each other. Contact is none of that, up to a tolerance."""

from __future__ import annotations

from typing import Final

import numpy as np
from attrs import evolve

from espire_dsl.domain.kinds import CONTAINER, FIXED, MOVABLE, ROBOT
from espire_dsl.scene.box import Box, box_distances, box_of
from espire_dsl.scene.graph import Scene
from espire_sim.worlds.boards import shelf_boards
from espire_sim.worlds.seeing import Boxes

SOLID: Final = (MOVABLE, FIXED, ROBOT)
"""What is solid as a whole, containers apart, which are hollow."""


def solids(scene: Scene) -> tuple[tuple[str, Box], ...]:
    """Everything solid with the id of the node that it belongs to; of a shelf, its boards."""
    bodies = [(node.id, box_of(node)) for node in scene.of_kind(*SOLID) if not node.is_a(CONTAINER)]
    boards = [(id, board) for id, boards in shelf_boards(scene).items() for board in boards]
    return tuple(bodies + boards)


def overlaps(scene: Scene, tolerance: float = 0.001) -> tuple[tuple[str, str], ...]:
    """The pairs of things, by id and sorted, that overlap although each were thinner by a tolerance."""
    things = solids(scene)
    whole = Boxes.of([box for _, box in things])
    boxes = evolve(whole, halves=np.maximum(whole.halves - tolerance / 2, 0.0))
    reach = boxes.reach
    one, other = np.triu_indices(len(things), 1)
    near = np.all(np.abs(boxes.centers[one] - boxes.centers[other]) <= reach[one] + reach[other], axis=1)
    pairs = [
        (a, b)
        for a, b in zip(one[near].tolist(), other[near].tolist(), strict=True)
        if things[a][0] != things[b][0]
    ]
    one, other = np.array(pairs, dtype=np.int64).reshape(-1, 2).T
    a, b = boxes.at(one), boxes.at(other)
    apart = box_distances(a.centers, a.axes, a.halves, b.centers, b.axes, b.halves)
    found = {
        (min(things[a][0], things[b][0]), max(things[a][0], things[b][0]))
        for (a, b), distance in zip(pairs, apart.tolist(), strict=True)
        if distance == 0
    }
    return tuple(sorted(found))
