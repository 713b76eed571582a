"""Divides a shelf into slots: from the shares of a layout to nodes with rows and columns."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Final

from attrs import frozen

from espire_dsl.domain.recipes import Grid, Stack
from espire_dsl.domain.worlds import Furniture
from espire_dsl.scene.node import Node
from espire_dsl.scene.random_stream import RandomStream
from espire_sim.worlds.error import Blocked
from espire_sim.worlds.parts import rounded_point

_ALIGNED: Final = 2  # digits: what differs by less than a centimetre is in one line


@frozen
class Opening:
    """The front of a slot, in the shelf's own lateral axis and above the floor."""

    left: float
    right: float
    bottom: float
    top: float

    @property
    def area(self) -> float:
        return (self.right - self.left) * (self.top - self.bottom)


def draw_slots(furniture: Furniture, shelf: Node, dice: RandomStream) -> tuple[Node, ...]:
    """The slots of a shelf above the origin, with one of its layouts."""
    layout = dice.weighted(furniture.layouts, [layout.weight for layout in furniture.layouts])
    depth, width, height = shelf.extents
    board = furniture.board
    floor = shelf.center[2] - height / 2
    whole = Opening(-width / 2 + board, width / 2 - board, floor + board, floor + height - board)
    openings = tuple(_divided(layout.whole, whole, board, dice))
    if min(min(opening.right - opening.left, opening.top - opening.bottom) for opening in openings) <= 0:
        raise Blocked(f'the boards of the layout "{layout.name}" leave no room for slots')
    return tuple(
        Node(
            f"{furniture.cells.name}_{row}_{column}",
            furniture.cells.name,
            rounded_point(
                (board / 2, (opening.left + opening.right) / 2, (opening.bottom + opening.top) / 2)
            ),
            extents=rounded_point(
                (depth - board, opening.right - opening.left, opening.top - opening.bottom)
            ),
            roles=furniture.cells.roles,
            size=_size(opening.area, furniture.large),
            row=row,
            column=column,
        )
        for opening, (row, column) in zip(openings, rows_and_columns(openings), strict=True)
    )


def rows_and_columns(openings: Sequence[Opening]) -> tuple[tuple[int, int], ...]:
    """Row from the top and column from the encounter left of each opening, counted from 1.

    Openings with the same floor and the same ceiling form a row; rows are ordered by their middles. The
    shelf faces +x, so the encounter left is where y is least.
    """
    lines: dict[tuple[float, float], list[int]] = defaultdict(list)
    for place, opening in enumerate(openings):
        lines[round(opening.bottom, _ALIGNED), round(opening.top, _ALIGNED)].append(place)
    found: dict[int, tuple[int, int]] = {}
    for row, line in enumerate(sorted(lines, key=lambda ends: (-sum(ends), ends)), start=1):
        across = sorted(lines[line], key=lambda place: openings[place].left)
        found.update({place: (row, column) for column, place in enumerate(across, start=1)})
    return tuple(found[place] for place in range(len(openings)))


def _divided(part: Grid | Stack, room: Opening, board: float, dice: RandomStream) -> Iterator[Opening]:
    if isinstance(part, Grid):
        rows = dice.shuffled(part.rows) if part.shuffled else part.rows
        columns = dice.shuffled(part.columns) if part.shuffled else part.columns
        for strip in _cut(room, "height", rows, board):
            yield from _cut(strip, "width", columns, board)
        return
    pairs = tuple(zip(part.parts, part.shares, strict=True))
    if part.shuffled:
        pairs = dice.shuffled(pairs)
    strips = _cut(room, part.along, tuple(share for _, share in pairs), board)
    for (inner, _), strip in zip(pairs, strips, strict=True):
        yield from _divided(inner, strip, board, dice)


def _cut(room: Opening, along: str, shares: tuple[float, ...], board: float) -> Iterator[Opening]:
    """From the top downwards, or from the encounter left rightwards, with a board between neighbours."""
    length = room.top - room.bottom if along == "height" else room.right - room.left
    unit = (length - board * (len(shares) - 1)) / sum(shares)
    start = 0.0
    for share in shares:
        end = start + unit * share
        if along == "height":
            yield Opening(room.left, room.right, room.top - end, room.top - start)
        else:
            yield Opening(room.left + start, room.left + end, room.bottom, room.top)
        start = end + board


def _size(area: float, large: tuple[float, float]) -> str:
    medium_from, large_from = large
    if area < medium_from:
        return "small"
    return "medium" if area < large_from else "large"
