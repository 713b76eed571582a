"""Measures of all things of a scene as seen from one of them: each (scene, thing) once for the batch."""

from __future__ import annotations

from collections.abc import Callable, Hashable

import numpy as np
from attrs import define, field

from espire_dsl.program.arrays.batch import SceneBatch
from espire_dsl.program.arrays.columns import Floats, Ints

Compute = Callable[[Ints, Ints], Floats]


@define(eq=False)
class _Lines:
    """One line of values for each key met so far."""

    line_of: Ints
    values: Floats
    used: int = field(default=0)


def of_pairs(
    batch: SceneBatch, name: Hashable, scenes: Ints, seen_from: Ints, places: Ints, compute: Compute
) -> Floats:
    """Values of the things at `places` as measured from each row's `seen_from` (-1: the world's origin).

    `compute` makes lines of values for all places of scenes; only of pairs that are new.
    """
    keys = scenes * (batch.size + 1) + seen_from + 1
    lines = batch.remember(name, lambda: _empty(batch))
    new = np.unique(keys[lines.line_of[keys] < 0])
    if new.size:
        scene, place = np.divmod(new, batch.size + 1)
        values = compute(scene, place - 1)
        lines.line_of[new] = lines.used + np.arange(len(new))
        if lines.used + len(new) > len(lines.values):
            more = np.empty((max(len(new), len(lines.values)), batch.size))
            lines.values = np.concatenate([lines.values, more])
        lines.values[lines.used : lines.used + len(new)] = values
        lines.used += len(new)
    found: Floats = lines.values[lines.line_of[keys][:, None], places]
    return found


def _empty(batch: SceneBatch) -> _Lines:
    keys = len(batch.scenes) * (batch.size + 1)
    return _Lines(np.full(keys, -1, dtype=np.int64), np.empty((0, batch.size)))
