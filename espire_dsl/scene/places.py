"""Which slot a thing belongs to, what stands in a slot, and the grid that slots form."""

from __future__ import annotations

from typing import Final

from espire_dsl.domain.kinds import CELL, REGION, VACANCY, VIEWER
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.node import Node, Vector
from espire_dsl.scene.quantize import quantize
from espire_dsl.scene.rotation import rotate_vector

_ALIGNED: Final = 0.01


def slot_of(scene: Scene, id: str) -> str | None:
    """The slot that a thing stands in, that a space is cut from, or that a slot is; None outside of slots."""
    node = scene.node(id)
    if node.is_a(CELL):
        return id
    if node.slot is not None:
        return node.slot
    return next((t for t in scene.targets(id, "in") if scene.node(t).is_a(CELL)), None)


def contents(scene: Scene, slot_id: str) -> tuple[Node, ...]:
    """The bodies in a slot, sorted by id; its spaces are part of its air and do not count."""
    scene.node(slot_id)
    return scene.contents.get(slot_id, ())


def contents_by_slot(scene: Scene) -> dict[str, tuple[Node, ...]]:
    """`contents` of all slots at once; ask the scene, which remembers them."""
    found: dict[str, list[Node]] = {}
    for node in scene.nodes:
        slot = None if node.is_a(REGION, VIEWER) else slot_of(scene, node.id)
        if slot is not None:
            found.setdefault(slot, []).append(node)
    return {slot: tuple(bodies) for slot, bodies in found.items()}


def spaces_of(scene: Scene, slot_id: str) -> tuple[Node, ...]:
    """The spaces of a slot, sorted by id."""
    scene.node(slot_id)
    return tuple(node for node in scene.of_kind(VACANCY) if slot_of(scene, node.id) == slot_id)


def row_of(scene: Scene, id: str) -> int | None:
    """The row of a thing's slot, counted from the top; None outside of slots or in slots without rows."""
    slot = slot_of(scene, id)
    return None if slot is None else scene.node(slot).row


def column_of(scene: Scene, id: str) -> int | None:
    """The column of a thing's slot, counted from the encounter left."""
    slot = slot_of(scene, id)
    return None if slot is None else scene.node(slot).column


def lines_of_grid(scene: Scene) -> dict[str, int] | None:
    """How many rows and columns the slots form; None unless that is a full grid.

    In a full grid each row 1..R has each column 1..C once, and both line up: the centres of a row lie at one
    height and those of a column above one another, to a centimetre.
    """
    cells: dict[tuple[int, int], Node] = {}
    slots = scene.of_kind(CELL)
    for slot in slots:
        if slot.row is None or slot.column is None:
            return None
        cells[slot.row, slot.column] = slot
    if not cells:
        return None
    rows, columns = max(r for r, _ in cells), max(c for _, c in cells)
    if not len(slots) == len(cells) == rows * columns:
        return None
    lateral = rotate_vector(slots[0].quaternion, (0.0, 1.0, 0.0))
    aligned = all(
        quantize(abs(slot.center[2] - cells[row, 1].center[2])) <= _ALIGNED
        and quantize(abs(_along(lateral, slot) - _along(lateral, cells[1, column]))) <= _ALIGNED
        for (row, column), slot in cells.items()
    )
    return {"rows": rows, "columns": columns} if aligned else None


def _along(axis: Vector, node: Node) -> float:
    return axis[0] * node.center[0] + axis[1] * node.center[1] + axis[2] * node.center[2]
