"""Random streams that are the same everywhere: one of its own for each seed and purpose.

A stream is keyed by a hash of what it is for, so that drawing for one suite, type or scene never moves what
is drawn for another. Only the raw stream of the bit generator is used, which NumPy keeps stable over its
versions; everything drawn from it is computed here.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cached_property
from hashlib import sha256
from itertools import accumulate
from typing import Final, NoReturn, Protocol, TypeVar

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


@frozen(eq=False)
class RandomStream:
    """Draws from one stream of a counter-based generator (Philox); each draw moves the stream on.

    The generator is made when something is drawn: where there is little to choose from, nothing is. A stream
    is not copied: the copy would begin again.
    """

    _name: tuple[str | int, ...]

    @classmethod
    def of(cls, seed: int, *purpose: str | int) -> RandomStream:
        """The stream of a purpose under a seed, independent of all others."""
        return cls((seed, *purpose))

    @cached_property
    def _bits(self) -> np.random.Philox:
        digest = sha256(json.dumps(self._name).encode()).digest()
        return np.random.Philox(key=int.from_bytes(digest[:16], "little"))

    def __reduce__(self) -> NoReturn:
        raise TypeError("a random stream cannot be copied or pickled: its copy would begin again")

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

    def below(self, end: int) -> int:
        """A whole number from 0 to `end` - 1."""
        return int(self.unit() * end)

    def whole(self, low: int, high: int) -> int:
        """A whole number from `low` to `high`, both included."""
        return low + self.below(high - low + 1)

    def chance(self, probability: float) -> bool:
        """True with a probability."""
        return self.unit() < probability

    def one_of(self, items: Sequence[T]) -> T:
        """One of several items, each as likely."""
        return items[self.below(len(items))]

    def weighted_index(self, weights: Sequence[float]) -> int:
        """An index, with a probability in proportion to its weight."""
        *_, total = accumulate(weights)  # `sum` rounds in other ways in other versions of Python
        left = self.unit() * total
        for index, weight in enumerate(weights):
            left -= weight
            if left < 0:
                return index
        return len(weights) - 1

    def weighted_place(self, weights: Array) -> int:
        """What `weighted_index` gives, faster where there are many weights."""
        left = self.unit() * np.add.accumulate(weights)[-1]
        passed = np.flatnonzero(np.subtract.accumulate(np.concatenate(([left], weights)))[1:] < 0)
        return int(passed[0]) if len(passed) else len(weights) - 1

    def weighted(self, items: Sequence[T], weights: Sequence[float]) -> T:
        """One of several items, each as likely as its weight says."""
        return items[self.weighted_index(weights)]

    def some(self, items: Sequence[T], count: int) -> list[T]:
        """At most so many of the items, in the order in which they stand."""
        if len(items) <= count:
            return list(items)
        places = list(range(len(items)))
        for place in range(count):
            other = place + self.below(len(places) - place)
            places[place], places[other] = places[other], places[place]
        return [items[place] for place in sorted(places[:count])]

    def shuffled(self, items: Sequence[T]) -> tuple[T, ...]:
        """The items in a random order (Fisher and Yates)."""
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return tuple(order)
