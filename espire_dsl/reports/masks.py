"""Masks told from their run lengths as COCO writes them: {"size": [height, width], "counts": text}.

The pixels of a picture are counted down its columns, one column after the other.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import accumulate
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

_SIDE: Final = 1 << 16
# From "0" to "O" a character ends a number, from "P" to "o" more of it follow, five bits each.
_COUNTS: Final = re.compile(r"[0-o]*")
_TOO_LONG: Final = re.compile(r"[P-o]{8}")
_FIRST: Final = 48  # the character "0" stands for the number 0
_DIGIT, _MORE, _NEGATIVE = 0x1F, 0x20, 0x10


def pixels(mask: Any) -> int | None:
    """The number of pixels of a mask; None when this is no such mask."""
    counts = mask.get("counts") if isinstance(mask, dict) else None
    if not isinstance(counts, str) or _counts_fault(counts) is not None:
        return None
    return sum(list(run_lengths(counts))[1::2])


def run_lengths(counts: str) -> Iterator[int]:
    """The lengths of the runs, of background and mask by turns.

    Numbers are written in groups of five bits, the lowest first. From the fourth run on, a number is the
    difference to the run before the last.
    """
    runs: list[int] = []
    value = shift = 0
    for char in counts:
        bits = ord(char) - _FIRST
        value |= (bits & _DIGIT) << shift
        shift += 5
        if bits & _MORE:
            continue
        if bits & _NEGATIVE:
            value -= 1 << shift
        runs.append(value + (runs[-2] if len(runs) > 2 else 0))
        yield runs[-1]
        value = shift = 0


def fault(mask: Any) -> str | None:
    """What is wrong with a mask as a record has it, or None."""
    if not isinstance(mask, dict) or set(mask) != {"size", "counts"}:
        return "it must be an object with size and counts"
    size, counts = mask["size"], mask["counts"]
    if not (isinstance(size, list) and len(size) == 2 and all(map(_is_side, size))):
        return "size must be the height and the width of the picture, in whole pixels"
    problem = _counts_fault(counts)
    if problem is not None:
        return problem
    runs = list(run_lengths(counts))
    if any(run < 0 for run in runs):
        return "counts has a run of a length below zero"
    if sum(runs) != size[0] * size[1]:
        return f"its runs have {sum(runs)} pixels, and the picture has {size[0]} x {size[1]}"
    return None


def _is_side(length: Any) -> bool:
    return type(length) is int and 0 < length <= _SIDE


def _counts_fault(counts: Any) -> str | None:
    if not isinstance(counts, str) or not _COUNTS.fullmatch(counts):
        return "counts must be a text of COCO run lengths"
    if _TOO_LONG.search(counts):
        return "counts has a run of a length that no picture has"
    return None


def on_mask(mask: dict[str, Any], x: float, y: float) -> bool:
    """Whether a point, in pixels from the upper left corner of the picture, is on a mask."""
    height, width = mask["size"]
    if not (0 <= x < width and 0 <= y < height):
        return False
    wanted = int(x) * height + int(y)
    for number, end in enumerate(accumulate(run_lengths(mask["counts"]))):
        if wanted < end:
            return number % 2 == 1
    return False


def decoded(mask: dict[str, Any]) -> NDArray[np.bool_]:
    """The mask as an array (height, width)."""
    height, width = mask["size"]
    runs = np.fromiter(run_lengths(mask["counts"]), dtype=np.int64)
    flat = np.repeat(np.arange(len(runs)) % 2 == 1, runs)
    return flat.reshape((height, width), order="F")
