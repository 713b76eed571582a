"""Points of a picture in bundles that are near each other, for which shapes are ruled out together."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from espire_sim.appearance.shape import Columns, Shape
from espire_sim.rendering.tracing import FORMS, trace

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
    shapes: Sequence[Shape],
    places: Places,
    starts: Columns,
    ends: Columns,
    bundles: Bundles,
    found: NDArray[np.float32],
    into_itself: bool = False,
    enough: float = 0.0,
) -> None:
    """Makes what was found less where a ray meets a shape sooner on its way (`tracing.trace`)."""
    inward = np.stack([shape.inward for shape in shapes])
    centers = np.stack([shape.center for shape in shapes])
    off = -np.einsum("sij,sj->si", inward, centers)
    trace(
        np.array([FORMS[shape.form] for shape in shapes], dtype=np.int8),
        np.array([shape.top for shape in shapes], dtype=np.float64),
        np.array([shape.hole for shape in shapes], dtype=np.float64),
        np.concatenate([inward, off[:, :, None]], axis=2),
        places,
        starts,
        ends,
        bundles.starts,
        bundles.shapes,
        into_itself,
        enough,
        found,
    )
