"""Random numbers that depend on what they are for and on nothing else.

Each purpose has a stream of its own, keyed by a hash of its name, so that drawing for one suite, type or
scene never moves what is drawn for another. Only the raw stream of the bit generator is used, which NumPy
keeps stable over its versions.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from hashlib import sha256
from typing import Final, TypeVar

import numpy as np
from attrs import frozen

T = TypeVar("T")

_STEP: Final = 2.0**-53


@frozen
class Dice:
    """Draws from one stream. The stream moves on; nothing else does."""

    _bits: np.random.Philox

    @classmethod
    def of(cls, seed: int, *purpose: str) -> Dice:
        """The stream of a purpose under a seed."""
        digest = sha256(json.dumps([seed, *purpose]).encode()).digest()
        key = [int.from_bytes(digest[start : start + 8], "little") for start in (0, 8)]
        return cls(np.random.Philox(key=np.array(key, dtype=np.uint64)))

    def unit(self) -> float:
        """A number in [0, 1)."""
        raw: int = self._bits.random_raw()
        return (raw >> 11) * _STEP

    def below(self, end: int) -> int:
        """A whole number from 0 to `end` - 1."""
        return int(self.unit() * end)

    def weighted(self, weights: Sequence[float]) -> int:
        """An index, with a probability in proportion to its weight."""
        mark = self.unit() * sum(weights)
        for index, weight in enumerate(weights):
            mark -= weight
            if mark < 0:
                return index
        return len(weights) - 1

    def some(self, items: Sequence[T], count: int) -> list[T]:
        """At most so many of the items, in the order in which they stand."""
        if len(items) <= count:
            return list(items)
        places = list(range(len(items)))
        for place in range(count):
            other = place + self.below(len(places) - place)
            places[place], places[other] = places[other], places[place]
        return [items[place] for place in sorted(places[:count])]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """The items in another order."""
        out = list(items)
        for place in range(len(out) - 1, 0, -1):
            other = self.below(place + 1)
            out[place], out[other] = out[other], out[place]
        return out
