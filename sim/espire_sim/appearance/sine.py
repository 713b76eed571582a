"""The sine in single precision, the same on every processor: NumPy's is another where there is AVX."""

from __future__ import annotations

import math
from typing import Final

import numpy as np
from numpy.typing import NDArray

from espire_sim.appearance.shape import Columns
from espire_sim.kernel import kernel

_HALF, _PER_HALF_TURN = np.float32(0.5), np.float32(1 / math.pi)
# Half a turn, in a part of few digits, of which multiples are exact, and the rest.
_MOST, _REST = np.float32(3.140625), np.float32(math.pi - 3.140625)
_THIRD, _FIFTH, _SEVENTH, _NINTH = (
    np.float32((-1) ** (power // 2) / math.factorial(power)) for power in (3, 5, 7, 9)
)
ERROR: Final = 1e-5
"""How far off it is at most, for up to a hundred turns."""


def sine(angles: Columns) -> Columns:
    """The sines of angles in radians."""
    found = np.empty(angles.size, dtype=np.float32)
    _sine(np.ascontiguousarray(angles, dtype=np.float32).ravel(), found)
    return found.reshape(angles.shape)


@kernel
def _sine(angles: NDArray[np.float32], found: NDArray[np.float32]) -> None:
    """Writes down the sines of angles: a series within a quarter of a turn from the nearest half turn."""
    for place in range(angles.size):
        angle = angles[place]
        turns = np.int32(angle * _PER_HALF_TURN + (_HALF if angle >= 0 else -_HALF))
        rest = angle - np.float32(turns) * _MOST - np.float32(turns) * _REST
        square = rest * rest
        value = rest + rest * square * (_THIRD + square * (_FIFTH + square * (_SEVENTH + square * _NINTH)))
        found[place] = -value if turns & 1 else value
