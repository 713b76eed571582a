"""The least distances of many pairs of boxes in one go."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from espire_dsl.scene.box import Box, box_distances
from espire_dsl.scene.rotation import Array
from espire_sim.worlds.seeing import Boxes


def pair_distances(pairs: Sequence[tuple[Box, Box]]) -> Array:
    """The distance of each pair; 0 when the two touch or overlap."""
    if not pairs:
        return np.zeros(0)
    a, b = Boxes.of([one for one, _ in pairs]), Boxes.of([other for _, other in pairs])
    return box_distances(a.centers, a.axes, a.halves, b.centers, b.axes, b.halves)
