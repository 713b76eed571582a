"""Where in the atlas of prints each thing that is printed, or rubbed off, is, in pixels of its finest level.

Every title has a block with a cell for each way of printing it. Places and sizes are multiples of the
coarsest step, so that no pixel of any level belongs to two cells. A cell of a spine is drawn lying, as its
text runs.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from attrs import frozen

TITLES: Final = 36
COLUMNS: Final = 6
"""Of blocks in the atlas."""

LEVELS: Final = 5
"""Of the atlas, each half as fine as the one before."""

SPINE, ACROSS, COVER = "spine", "across", "cover"
"""What is printed of a part whose z is up: the side that looks along -x, with text from top to bottom, or
upright across it; and the sides that look along y and -y, with upright text."""

SIDES: Final = (SPINE, ACROSS, COVER)


@frozen
class Cell:
    """One way of printing: the side that it is for, where it begins in a block, and its size in pixels."""

    side: str
    left: int
    top: int
    width: int
    height: int


CELLS: Final[Mapping[str, Cell]] = MappingProxyType(
    {
        "gilt_spine": Cell(SPINE, 0, 0, 384, 48),
        "banded_spine": Cell(SPINE, 0, 48, 384, 48),
        "bold_spine": Cell(SPINE, 0, 96, 384, 48),
        "gilt_cover": Cell(COVER, 0, 144, 192, 288),
        "bold_cover": Cell(COVER, 192, 144, 192, 288),
        "cover_label": Cell(COVER, 0, 432, 192, 96),
        "spine_label": Cell(SPINE, 192, 432, 192, 48),
        "call_number": Cell(ACROSS, 192, 480, 48, 48),
        "barcode": Cell(COVER, 240, 480, 96, 48),
        "worn_cover": Cell(COVER, 336, 480, 48, 48),
    }
)

BLOCK: Final = (384, 528)
SIZE: Final = (COLUMNS * BLOCK[0], TITLES // COLUMNS * BLOCK[1])


def corner_of(cell: Cell, title: int) -> tuple[int, int]:
    """The left and the top edge of a title's cell in the atlas."""
    row, column = divmod(title % TITLES, COLUMNS)
    return column * BLOCK[0] + cell.left, row * BLOCK[1] + cell.top
