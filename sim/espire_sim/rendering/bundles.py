"""Points of a picture in bundles that are near each other, for which shapes are ruled out together."""

from __future__ import annotations

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from espire_sim.appearance.shape import Columns
from espire_sim.rendering.solids import Solids
from espire_sim.rendering.tracing import trace

Places = NDArray[np.int64]


@frozen(eq=False)
class Bundles:
    """Stretches of neighbouring points of one shape: where each starts, and the place of its shape."""

    starts: Places
    shapes: Places

    def among(self, rows: Places) -> Bundles:
        """The bundles of some of the points, given by their sorted places."""
        starts = np.searchsorted(rows, self.starts)
        ends = np.append(starts[1:], len(rows))
        some = starts < ends
        return Bundles(starts[some], self.shapes[some])


def traced(
    solids: Solids,
    places: Places,
    starts: Columns,
    ends: Columns,
    bundles: Bundles,
    found: NDArray[np.float32],
    into_itself: bool = False,
    enough: float = 0.0,
) -> None:
    """Makes what was found less where a ray meets one of some solids, with the places of their shapes, sooner
    on its way (`tracing.trace`)."""
    trace(
        solids.forms,
        solids.tops,
        solids.holes,
        solids.placed,
        places,
        starts,
        ends,
        bundles.starts,
        bundles.shapes,
        into_itself,
        enough,
        found,
    )
