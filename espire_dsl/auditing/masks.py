"""How many pixels a mask has, told from its run lengths as COCO writes them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

_FIRST: Final = 48  # the character "0" stands for the number 0
_DIGIT, _MORE, _NEGATIVE = 0x1F, 0x20, 0x10


def pixels(mask: Any) -> int | None:
    """The number of pixels of a mask {"size", "counts"}; None when this is no such mask."""
    counts = mask.get("counts") if isinstance(mask, dict) else None
    if not isinstance(counts, str):
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
