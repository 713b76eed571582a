"""Masks as COCO's compressed run lengths: columns one after another, background and mask by turns."""

from __future__ import annotations

from typing import Final, TypedDict

import numpy as np
from numpy.typing import NDArray

from espire_sim.interfaces import Mask
from espire_sim.kernel import kernel

_FIRST: Final = 48  # the character "0" stands for the number 0
_LONGEST: Final = 13  # characters of a number


class Rle(TypedDict):
    """A mask: height and width, and the counts as text."""

    size: list[int]
    counts: str


def encoded(mask: Mask) -> Rle:
    """A mask as run lengths."""
    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    (top, bottom), (left, right) = (
        (int(at[0]), int(at[-1]) + 1) if len(at) else (0, 0) for at in (rows, columns)
    )
    height, width = mask.shape
    return {
        "size": [height, width],
        "counts": counts_of(mask[top:bottom, left:right], top, left, height, width),
    }


def counts_of(part: Mask, top: int, left: int, height: int, width: int) -> str:
    """The counts of a mask of so many rows and columns, of which a part begins there, with nothing beside."""
    runs = np.empty(2 + 2 * part.size, dtype=np.int64)
    count = _runs(part, top, left, height, width, runs)
    text = np.empty(_LONGEST * count, dtype=np.uint8)
    return text[: _write(runs[:count], text)].tobytes().decode("ascii")


@kernel
def _runs(part: Mask, top: int, left: int, height: int, width: int, runs: NDArray[np.int64]) -> int:
    """Writes down how many pixels are the same, column after column, and tells how many such runs there are.
    Of the mask, which is so high and wide, only a part is given that begins somewhere."""
    rows, columns = part.shape
    count, begun, inside = 0, 0, False
    for column in range(columns):
        start = (left + column) * height + top
        for row in range(rows):
            if part[row, column] != inside:
                runs[count] = start + row - begun
                count, begun, inside = count + 1, start + row, not inside
        if inside and (rows < height or column + 1 == columns):
            runs[count] = start + rows - begun
            count, begun, inside = count + 1, start + rows, False
    if begun < height * width or not count:
        runs[count] = height * width - begun
        count += 1
    return count


@kernel
def _write(runs: NDArray[np.int64], text: NDArray[np.uint8]) -> int:
    """Writes numbers as text and tells how long it is: groups of five bits, the lowest first; from the fourth
    number on, the difference to the last but one."""
    length = 0
    for place in range(runs.size):
        value = runs[place] - runs[place - 2] if place > 2 else runs[place]
        more = True
        while more:
            bits = value & 0x1F
            value >>= 5
            more = value != (-1 if bits & 0x10 else 0)
            text[length] = (bits | 0x20 if more else bits) + _FIRST
            length += 1
    return length
