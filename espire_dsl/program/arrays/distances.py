"""Distances of a batch: each pair once, however many families ask for it.

By `edges` a distance runs between the boundaries of two boxes, by `centres` between their centres. A slot or
a space is the middle of its opening for both: what is put there goes in through it. The viewer is a point.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from attrs import define, field

from espire_dsl.domain.kinds import CELL, VACANCY
from espire_dsl.language.types import MEASURING, WORDS
from espire_dsl.program.arrays.batch import SceneBatch
from espire_dsl.program.arrays.call import BatchedCall
from espire_dsl.program.arrays.columns import Bools, Floats, Ints, Scalars
from espire_dsl.scene.box import box_distances
from espire_dsl.scene.quantize import quantize_array


@define(eq=False)
class Distances:
    """For each (scene, reference) met so far the distances of all things to it; NaN where nobody asked."""

    batch: SceneBatch
    centers: Floats
    halves: Floats
    line_of: Ints = field(init=False)
    lines: Floats = field(init=False)
    used: int = 0

    def __attrs_post_init__(self) -> None:
        self.line_of = np.full(len(self.batch.scenes) * self.batch.size, -1, dtype=np.int64)
        self.lines = np.full((0, self.batch.size), np.nan)

    def of(self, scenes: Ints, references: Ints, places: Ints, mask: Bools) -> Floats:
        """Distances to the rows' references, (rows, len(places)), right wherever the mask is set."""
        lines = self._lines_of(scenes * self.batch.size + references)[:, None]
        found: Floats = self.lines[lines, places]
        row, column = np.nonzero(mask & np.isnan(found))
        if row.size:
            self._fill(scenes[row], places[column], references[row])
            found = self.lines[lines, places]
        return found

    def between(self, scenes: Ints, things: Ints, references: Ints) -> Floats:
        """One distance a row."""
        lines = self._lines_of(scenes * self.batch.size + references)
        missing = np.isnan(self.lines[lines, things])
        self._fill(scenes[missing], things[missing], references[missing])
        found: Floats = self.lines[lines, things]
        return found

    def _fill(self, scenes: Ints, things: Ints, references: Ints) -> None:
        """Measure these pairs, each once."""
        size = self.batch.size
        pairs = np.unique((scenes * size + references) * size + things)
        keys, things = np.divmod(pairs, size)
        scenes, references = np.divmod(keys, size)
        b = self.batch
        one, other = (scenes, things), (scenes, references)
        measured = box_distances(
            self.centers[one],
            b.axes[one],
            self.halves[one],
            self.centers[other],
            b.axes[other],
            self.halves[other],
        )
        self.lines[self.line_of[keys], things] = quantize_array(measured)

    def _lines_of(self, keys: Ints) -> Ints:
        """The line of each (scene, reference), made where it is new."""
        new = np.unique(keys[self.line_of[keys] < 0])
        self.line_of[new] = self.used + np.arange(len(new))
        self.used += len(new)
        if self.used > len(self.lines):
            more = np.full((max(self.used - len(self.lines), len(self.lines)), self.batch.size), np.nan)
            self.lines = np.concatenate([self.lines, more])
        return self.line_of[keys]


def distances(batch: SceneBatch, by: str) -> Distances:
    """The distances of a batch by one way of measuring."""
    return batch.remember(("distances", by), lambda: _distances(batch, by))


def _distances(batch: SceneBatch, by: str) -> Distances:
    places = batch.of(CELL, VACANCY)[..., None]
    openings = batch.centers + batch.axes[..., :, 0] * batch.halves[..., :1]
    points = places if by == "edges" else np.ones_like(places)
    return Distances(batch, np.where(places, openings, batch.centers), np.where(points, 0.0, batch.halves))


def distances_to(
    batch: SceneBatch, scenes: Ints, references: Ints, places: Ints, mask: Bools, by: Scalars | None
) -> Floats:
    """Distances to the rows' references, (rows, len(places)), each row by its own way of measuring."""
    found = np.full(mask.shape, np.nan)
    for way, rows in _ways(by, len(scenes)):
        found[rows] = distances(batch, way).of(scenes[rows], references[rows], places, mask[rows])
    return found


def distances_between(call: BatchedCall, things: Ints) -> Floats:
    """One distance a row, from a thing to the call's reference."""
    found = np.full(len(things), np.nan)
    references, by = call.place("to"), call.scalars("by") if "by" in call.arguments else None
    for way, rows in _ways(by, len(things)):
        table = distances(call.batch, way)
        found[rows] = table.between(call.scenes[rows], things[rows], references[rows])
    return found


def _ways(by: Scalars | None, rows: int) -> Iterator[tuple[str, Ints]]:
    """The rows of each way of measuring; `edges` where none is stated."""
    if by is None:
        yield WORDS[MEASURING][0], np.arange(rows)
        return
    for way in WORDS[MEASURING]:
        chosen = np.flatnonzero(by == way)
        if chosen.size:
            yield way, chosen
