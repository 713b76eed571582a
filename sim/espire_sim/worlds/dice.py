"""Randomness that is the same everywhere: one stream of its own for each (seed, world, purpose, index).

Only the raw stream of the bit generator is used, which NumPy keeps stable over its versions; everything drawn
from it is computed here.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from hashlib import sha256
from typing import Final, Protocol, TypeVar

import numpy as np
from attrs import frozen

from espire_dsl.scene.rotation import Array

T = TypeVar("T")

_STEP: Final = 2.0**-53


class Interval(Protocol):
    """Anything with a low and a high end."""

    @property
    def low(self) -> float: ...

    @property
    def high(self) -> float: ...


@frozen
class Dice:
    """Draws from one stream. The stream moves on; nothing else does."""

    _bits: np.random.Philox

    def unit(self) -> float:
        """A number in [0, 1)."""
        raw: int = self._bits.random_raw()
        return (raw >> 11) * _STEP

    def units(self, *shape: int) -> Array:
        """Numbers in [0, 1), as an array."""
        raw = np.asarray(self._bits.random_raw(int(np.prod(shape))), dtype=np.uint64)
        numbers: Array = (raw >> np.uint64(11)).astype(np.float64) * _STEP
        return numbers.reshape(shape)

    def within(self, interval: Interval, digits: int = 6) -> float:
        """A number of an interval, rounded to so many digits."""
        return round(interval.low + (interval.high - interval.low) * self.unit(), digits)

    def whole(self, low: int, high: int) -> int:
        """A whole number from `low` to `high`, both included."""
        return low + int(self.unit() * (high - low + 1))

    def chance(self, probability: float) -> bool:
        """True with a probability."""
        return self.unit() < probability

    def one_of(self, things: Sequence[T]) -> T:
        """One of several things, each as likely."""
        return things[int(self.unit() * len(things))]

    def weighted(self, things: Sequence[T], weights: Sequence[float]) -> T:
        """One of several things, each as likely as its weight says."""
        left = self.unit() * sum(weights)
        for thing, weight in zip(things, weights, strict=True):
            left -= weight
            if left < 0:
                return thing
        return things[-1]

    def shuffled(self, things: Sequence[T]) -> tuple[T, ...]:
        """The things in a random order (Fisher and Yates)."""
        order = list(things)
        for last in range(len(order) - 1, 0, -1):
            other = int(self.unit() * (last + 1))
            order[last], order[other] = order[other], order[last]
        return tuple(order)


def dice_for(seed: int, world: str, purpose: str, index: int) -> Dice:
    """The stream of one purpose of one scene, independent of all others."""
    digest = sha256(json.dumps([seed, world, purpose, index]).encode()).digest()
    return Dice(np.random.Philox(key=int.from_bytes(digest[:16], "little")))
