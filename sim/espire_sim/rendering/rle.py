"""Masks as COCO's compressed run lengths: columns one after another, background and mask by turns."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, TypedDict

import numpy as np

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
    return {"size": list(mask.shape), "counts": _text(runs.tolist())}


def _text(runs: Iterable[int]) -> str:
    """Groups of five bits, the lowest first; from the fourth run on, the difference to the last but one."""
    text: list[str] = []
    known: list[int] = []
    for run in runs:
        value = run - known[-2] if len(known) > 2 else run
        known.append(run)
        more = True
        while more:
            bits = value & 0x1F
            value >>= 5
            more = value != (-1 if bits & 0x10 else 0)
            text.append(chr((bits | 0x20 if more else bits) + _FIRST))
    return "".join(text)
