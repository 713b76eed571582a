"""Box distances of a batch: each pair once, however many families ask for it."""

from __future__ import annotations

import numpy as np
from attrs import define, field

from espire_dsl.program.batched.batch import SceneBatch
from espire_dsl.program.batched.columns import Bools, Floats, Ints
from espire_dsl.scene.box import box_distances
from espire_dsl.scene.exact import exact_array


@define(eq=False)
class Distances:
    """For each (scene, reference) met so far the distances of all things to it; NaN where nobody asked."""

    batch: SceneBatch
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
            b.centers[one], b.axes[one], b.halves[one], b.centers[other], b.axes[other], b.halves[other]
        )
        self.lines[self.line_of[keys], things] = exact_array(measured)

    def _lines_of(self, keys: Ints) -> Ints:
        """The line of each (scene, reference), made where it is new."""
        new = np.unique(keys[self.line_of[keys] < 0])
        self.line_of[new] = self.used + np.arange(len(new))
        self.used += len(new)
        if self.used > len(self.lines):
            more = np.full((max(self.used - len(self.lines), len(self.lines)), self.batch.size), np.nan)
            self.lines = np.concatenate([self.lines, more])
        return self.line_of[keys]


def distances(batch: SceneBatch) -> Distances:
    return batch.remember("distances", lambda: Distances(batch))
