"""Where one who knows everything would point in a view so that the target is taken, or the held thing put.

Candidates are pixels of the target: of a thing, places along the middles of its faces, those whose sides are
thin first; of a place, where the held thing would stand, on the floor near the front first. The planner is
asked about one after the other.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any, Final

import numpy as np

from espire_dsl.domain.kinds import CELL, VACANCY
from espire_dsl.scene.acting import Arena, Axis, CameraView
from espire_dsl.scene.box import Box, box_of
from espire_dsl.scene.faces import faces_of
from espire_dsl.scene.fit import free_intervals
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.node import Node
from espire_dsl.scene.places import slot_of
from espire_dsl.scene.rotation import Array, vector

Pixel = tuple[float, float]

MOST: Final = 24
"""How many candidates the planner is asked about, if nobody says."""

_FACES: Final = tuple((axis, side) for axis in range(3) for side in (1, -1))
_ALONG: Final = (0.0, -0.4, 0.4, -0.75, 0.75)  # of half an edge, from its middle
_GRID: Final = 0.05  # metres between places across a slot
_FROM_END: Final = (0.03, 0.06, 0.1, 0.14)  # metres from the end of a free stretch
_HEIGHT: Final = 0.3  # what a metre off the floor counts, against one aside
_DEPTH: Final = 0.1


def aim(
    arena: Arena,
    view: CameraView,
    target: str,
    constraint: Mapping[str, Any] | None,
    most: int = MOST,
    asked: tuple[Axis, ...] = (),
) -> Pixel | None:
    """A point of the picture at which an attempt would be accepted, with the right angles about the axes that
    are asked; None where none was found."""
    node = arena.scene.node(target)
    rows, columns = np.nonzero(arena.mask(view, target))
    if not len(rows):
        return None
    points = view.lifted(columns, rows)
    order = (
        _in_place(arena.scene, node, points) if node.is_a(CELL, VACANCY) else _on_faces(box_of(node), points)
    )
    for place in islice(dict.fromkeys(order), most):
        if arena.offsets(target, vector(points[place]), asked, constraint) is not None:
            return (float(columns[place]) + 0.5, float(rows[place]) + 0.5)
    return None


def _on_faces(box: Box, points: Array) -> Iterator[int]:
    """Numbers of points along the middles of the faces of a thing."""
    own = (points - box.center) @ box.axes
    axes, sides = faces_of(box, points)
    seen = {(axis, side): np.flatnonzero((axes == axis) & (sides == side)) for axis, side in _FACES}

    def preference(face: tuple[int, int]) -> tuple[float, int]:
        thin = min(float(box.half[axis]) for axis in range(3) if axis != face[0])
        return round(thin, 6), -len(seen[face])

    faces = sorted((face for face in seen if len(seen[face])), key=preference)
    for where in _ALONG:
        for face in faces:
            across, along = sorted((axis for axis in range(3) if axis != face[0]), key=lambda a: box.half[a])
            some = own[seen[face]]
            away = np.hypot(some[:, along] - where * box.half[along], some[:, across])
            yield int(seen[face][int(away.argmin())])


def _in_place(scene: Scene, place: Node, points: Array) -> Iterator[int]:
    """Numbers of points that are nearest to where a thing may stand across a place."""
    slot = scene.node(slot_of(scene, place.id) or place.id)
    room = box_of(slot)
    own = (points - room.center) @ room.axes
    middle = float((np.asarray(place.center) - room.center) @ room.axes[:, 1])
    low, high = middle - place.extents[1] / 2, middle + place.extents[1] / 2
    high_up = _HEIGHT * (own[:, 2] + room.half[2]) + _DEPTH * (room.half[0] - own[:, 0])
    for across in _across(scene, slot, low, high):
        yield int((np.abs(own[:, 1] - across) + high_up).argmin())


def _across(scene: Scene, slot: Node, low: float, high: float) -> Iterator[float]:
    """Places across a slot between two bounds: in the middle of free stretches, at their ends, on a grid."""
    stretches = [(max(a, low), min(b, high)) for a, b in free_intervals(scene, slot.id)]
    stretches = sorted((ends for ends in stretches if ends[1] > ends[0]), key=lambda ends: ends[0] - ends[1])
    yield from ((a + b) / 2 for a, b in stretches)
    for away in _FROM_END:
        for a, b in stretches:
            if b - a > 2 * away:
                yield from (a + away, b - away)
    yield from np.arange(low + _GRID / 2, high, _GRID).tolist()
