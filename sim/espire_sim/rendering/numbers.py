"""Where in a picture the numbers of things are: for each of them the window around its pixels."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from espire_sim.kernel import kernel
from espire_sim.rendering.view import Window


def windows_of(numbers: NDArray[np.uint16], most: int) -> list[Window]:
    """The windows of the numbers from 0 to the highest that is asked about or seen, as tight as can be; empty
    for those that no pixel has."""
    height, width = numbers.shape
    ends = np.tile(np.array([width, 0, height, 0]), (max(most, int(numbers.max(initial=0))) + 1, 1))
    _widen(numbers, ends)
    ends[ends[:, 1] == 0] = 0
    return [(left, right, top, bottom) for left, right, top, bottom in ends.tolist()]


@kernel
def _widen(numbers: NDArray[np.uint16], ends: NDArray[np.int64]) -> None:
    """Widens windows so that all pixels of their numbers are inside, by runs of the same number in a row."""
    height, width = numbers.shape
    for row in range(height):
        begun = 0
        for column in range(1, width + 1):
            number = numbers[row, begun]
            if column < width and numbers[row, column] == number:
                continue
            ends[number, 0] = min(ends[number, 0], begun)
            ends[number, 1] = max(ends[number, 1], column)
            ends[number, 2] = min(ends[number, 2], row)
            ends[number, 3] = max(ends[number, 3], row + 1)
            begun = column
