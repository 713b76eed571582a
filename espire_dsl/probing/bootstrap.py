"""Intervals of means by bootstrap over scenes: questions about one picture are not independent, pictures are.

Scenes are drawn with replacement, each with all its questions; the seed is fixed, so that the same answers
have the same interval.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from attrs import frozen

from espire_dsl.scene.random_stream import RandomStream
from espire_dsl.scene.rotation import Array

RESAMPLES: Final = 2_000
_AT_ONCE: Final = 100
_PERCENT: Final = (2.5, 97.5)


@frozen
class Mean:
    """A mean with its 95 % interval; `count` values of `scenes` scenes. Of one scene there is no interval."""

    value: float
    low: float | None
    high: float | None
    count: int
    scenes: int


@frozen(eq=False)
class Resampled:
    """Means of groups of values: `sums` and `counts` by scene and group, and the means of every resample."""

    sums: Array
    counts: Array
    means: Array

    @classmethod
    def of(cls, sums: Array, counts: Array) -> Resampled:
        scenes = len(sums)
        stream = RandomStream.of(0, "bootstrap", scenes)
        parts = []
        for start in range(0, RESAMPLES, _AT_ONCE):
            number = min(_AT_ONCE, RESAMPLES - start)
            drawn = (stream.units(number, scenes) * scenes).astype(np.int64)
            drawn += np.arange(number)[:, None] * scenes
            weights = np.bincount(drawn.ravel(), minlength=number * scenes).reshape(number, scenes)
            with np.errstate(invalid="ignore", divide="ignore"):
                parts.append((weights @ sums) / (weights @ counts))
        return cls(sums, counts, np.concatenate(parts))

    def mean(self, group: int) -> Mean | None:
        """The mean of a group; None where it has no values."""
        count = int(self.counts[:, group].sum())
        if not count:
            return None
        value = float(self.sums[:, group].sum()) / count
        return self._with_interval(value, self.means[:, group], [group])

    def difference(self, one: int, other: int) -> Mean | None:
        """The mean of a group less that of another, in the same resamples."""
        first, second = self.mean(one), self.mean(other)
        if first is None or second is None:
            return None
        resampled = self.means[:, one] - self.means[:, other]
        return self._with_interval(first.value - second.value, resampled, [one, other])

    def _with_interval(self, value: float, resampled: Array, groups: Sequence[int]) -> Mean:
        counts = self.counts[:, groups].sum(axis=1)
        scenes = int((counts > 0).sum())
        known = resampled[np.isfinite(resampled)]
        if scenes < 2 or not len(known):
            return Mean(value, None, None, int(counts.sum()), scenes)
        low, high = np.percentile(known, _PERCENT)
        return Mean(value, float(low), float(high), int(counts.sum()), scenes)
