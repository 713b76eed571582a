"""Free room as things: a slot is cut, between what stands in it, into spaces about 10 cm wide.

Everything in a slot is projected onto the slot's lateral axis. Each stretch that nothing shades is cut into
equal cells over the slot's whole depth and height, so that the first cell begins exactly at the side of what
stands beside it. A cell is a space if the held book fits into the stretch, in some pose, with its centre in
the cell.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from espire_dsl.domain.kinds import CELL, REGION, VACANCY
from espire_dsl.scene.fit import POSES, free_intervals, room_left
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.node import Node
from espire_dsl.scene.rotation import rotate_vector
from espire_dsl.scene.validate import Edge

WIDTH: Final = 0.10
"""About how wide a space is, in metres: the least width of a cover."""

_DIGITS: Final = 6
_ROUNDING: Final = 1e-6


def with_spaces(scene: Scene, kind: str | None = None, roles: Sequence[str] = (VACANCY, REGION)) -> Scene:
    """The scene with the spaces of all its cells, in place of those that it has.

    They are of the kind that is told, or of that of the spaces which are there already; without either, there
    are none.
    """
    if kind is None:
        there = scene.of_kind(VACANCY)
        if not there:
            return scene
        kind, roles = there[0].kind, there[0].roles
    bodies = [node for node in scene.nodes if not node.is_a(VACANCY)]
    kept = {node.id for node in bodies}
    edges: list[Edge] = [edge for edge in scene.edges if edge[0] in kept and edge[1] in kept]
    spaces = tuple(cut_spaces(scene, kind, roles))
    return scene.with_parts([*bodies, *spaces], [*edges, *((one.id, str(one.slot), "in") for one in spaces)])


def cut_spaces(scene: Scene, kind: str, roles: Sequence[str]) -> Iterator[Node]:
    """The spaces of all slots; where nothing is held, all of the free room is.

    They are called `KIND_ROW_COLUMN_NUMBER` after their slot, cells being counted from the encounter left.
    """
    held = next((target for _, target, key in scene.edges if key == "holds"), None)
    book = None if held is None else scene.node(held)
    roomy: dict[tuple[float, float, float], bool] = {}
    for slot in scene.of_kind(CELL):
        depth, _, height = slot.extents
        for number, (low, high, around) in enumerate(_cells(scene, slot.id), start=1):
            room = (depth, round(around, _DIGITS), height)
            if room not in roomy:
                roomy[room] = book is None or any(room_left(room, book, pose) >= 0 for pose in POSES)
            if roomy[room]:
                yield _space(kind, roles, slot, number, low, high)


def _cells(scene: Scene, slot_id: str) -> Iterator[tuple[float, float, float]]:
    """Both ends of each cell along the slot's own y, and how wide a thing can be whose centre is in it."""
    for low, high in free_intervals(scene, slot_id):
        count = max(1, int((high - low) / WIDTH + 0.5 + _ROUNDING))
        width = (high - low) / count
        for place in range(count):
            start, end = low + place * width, low + (place + 1) * width
            inmost = min(max((low + high) / 2, start), end)
            yield start, end, 2 * min(inmost - low, high - inmost)


def _space(kind: str, roles: Sequence[str], slot: Node, number: int, low: float, high: float) -> Node:
    aside = rotate_vector(slot.quaternion, (0.0, (low + high) / 2, 0.0))
    x, y, z = (round(a + b, _DIGITS) + 0.0 for a, b in zip(slot.center, aside, strict=True))
    return Node(
        f"{kind}{slot.id.removeprefix(slot.kind)}_{number}",
        kind,
        (x, y, z),
        slot.quaternion,
        (slot.extents[0], round(high - low, _DIGITS), slot.extents[2]),
        roles=roles,
        slot=slot.id,
        row=slot.row,
        column=slot.column,
    )
