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
    runs = np.empty(2 + 2 * mask[top:bottom, left:right].size, dtype=np.int64)
    count = _runs(mask, top, bottom, left, right, runs)
    text = np.empty(_LONGEST * count, dtype=np.uint8)
    return {"size": list(mask.shape), "counts": text[: _write(runs[:count], text)].tobytes().decode("ascii")}


@kernel
def _runs(mask: Mask, top: int, bottom: int, left: int, right: int, runs: NDArray[np.int64]) -> int:
    """Writes down how many pixels are the same, column after column, and tells how many such runs there are.
    The mask is within some rows and columns."""
    height, width = mask.shape
    count, begun, inside = 0, 0, False
    for column in range(left, right):
        for row in range(top, bottom):
            if mask[row, column] != inside:
                place = column * height + row
                runs[count] = place - begun
                count, begun, inside = count + 1, place, not inside
        if inside and (top > 0 or bottom < height or column + 1 == right):
            place = column * height + bottom
            runs[count] = place - begun
            count, begun, inside = count + 1, place, False
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
