"""Which solid things of a scene run into each other. Contact is none of that, up to a tolerance."""

from __future__ import annotations

from typing import Final

import numpy as np

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
    boxes = Boxes.of([box for _, box in things])
    halves = np.maximum(boxes.halves - tolerance / 2, 0.0)
    reach = (np.abs(boxes.axes) @ halves[:, :, None])[:, :, 0]
    one, other = np.triu_indices(len(things), 1)
    near = np.all(
        np.abs(boxes.centers[one] - boxes.centers[other]) <= reach[one] + reach[other], axis=1
    ) & np.array([things[a][0] != things[b][0] for a, b in zip(one, other, strict=True)], dtype=np.bool_)
    one, other = one[near], other[near]
    apart = box_distances(
        boxes.centers[one],
        boxes.axes[one],
        halves[one],
        boxes.centers[other],
        boxes.axes[other],
        halves[other],
    )
    found = {
        (min(things[a][0], things[b][0]), max(things[a][0], things[b][0]))
        for a, b, distance in zip(one, other, apart, strict=True)
        if distance == 0
    }
    return tuple(sorted(found))
