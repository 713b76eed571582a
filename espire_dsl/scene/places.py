"""Which slot a thing belongs to, what stands in a slot, and the grid that slots form."""

from __future__ import annotations

from espire_dsl.scene.graph import Scene
from espire_dsl.scene.node import Node


def slot_of(scene: Scene, id: str) -> str | None:
    """The slot that a thing stands in, that a space is cut from, or that a slot is; None outside of slots."""
    node = scene.node(id)
    if node.kind == "slot":
        return id
    if node.slot is not None:
        return node.slot
    return next((t for t in scene.targets(id, "in") if scene.node(t).kind == "slot"), None)


def contents(scene: Scene, slot_id: str) -> tuple[Node, ...]:
    """The bodies in a slot, sorted by id; its spaces are part of its air and do not count."""
    scene.node(slot_id)
    bodies = (node for node in scene.nodes if node.kind not in ("slot", "space", "viewer"))
    return tuple(node for node in bodies if slot_of(scene, node.id) == slot_id)


def spaces_of(scene: Scene, slot_id: str) -> tuple[Node, ...]:
    """The spaces of a slot, sorted by id."""
    scene.node(slot_id)
    return tuple(node for node in scene.of_kind("space") if slot_of(scene, node.id) == slot_id)


def row_of(scene: Scene, id: str) -> int | None:
    """The row of a thing's slot, counted from the top; None outside of slots or in slots without rows."""
    slot = slot_of(scene, id)
    return None if slot is None else scene.node(slot).row


def column_of(scene: Scene, id: str) -> int | None:
    """The column of a thing's slot, counted from the encounter left."""
    slot = slot_of(scene, id)
    return None if slot is None else scene.node(slot).column


def is_full_grid(scene: Scene) -> bool:
    """Whether the slots are numbered as a full grid: each row 1..R with each column 1..C, once."""
    slots = scene.of_kind("slot")
    if not slots or any(slot.row is None or slot.column is None for slot in slots):
        return False
    cells = {(slot.row or 0, slot.column or 0) for slot in slots}
    rows = max(row for row, _ in cells)
    columns = max(column for _, column in cells)
    return len(slots) == len(cells) == rows * columns
