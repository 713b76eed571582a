"""Masks as COCO's compressed run lengths: columns one after another, background and mask by turns."""

from __future__ import annotations

from typing import Final, TypedDict

import numpy as np
from numpy.typing import NDArray

from espire_sim.interfaces import Mask

_FIRST: Final = 48  # the character "0" stands for the number 0


class Rle(TypedDict):
    """A mask: height and width, and the counts as text."""

    size: list[int]
    counts: str


def encoded(mask: Mask) -> Rle:
    """A mask as run lengths."""
    columns = np.flatnonzero(mask.any(axis=0))
    left, right = (int(columns[0]), int(columns[-1]) + 1) if len(columns) else (0, 0)
    pixels = np.concatenate([[False], mask[:, left:right].ravel(order="F"), [False]])
    changes = np.flatnonzero(pixels[1:] != pixels[:-1]) + left * len(mask)
    changes = changes[changes < mask.size]
    runs = np.diff(changes, prepend=0, append=mask.size)
    return {"size": list(mask.shape), "counts": _text(runs)}


def _text(runs: NDArray[np.int64]) -> str:
    """Groups of five bits, the lowest first; from the fourth run on, the difference to the last but one."""
    values = runs.copy()
    values[3:] -= runs[1:-2]
    bits = np.where(values < 0, ~values, values)  # of which each number needs one more, for its sign
    groups = np.ones(len(values), dtype=np.int64)
    most = 1
    while (more := bits >> (5 * most - 1) > 0).any():
        groups += more
        most += 1
    places = np.arange(most)
    codes = (values[:, None] >> (5 * places)) & 0x1F
    codes[places < groups[:, None] - 1] |= 0x20
    return (codes[places < groups[:, None]] + _FIRST).astype(np.uint8).tobytes().decode("ascii")
