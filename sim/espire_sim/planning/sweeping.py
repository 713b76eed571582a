"""Where on a straight way a robot that keeps its posture may be near an obstacle: nowhere else need it be
asked whether it touches one.

Shapes move without turning. Two of them are apart wherever some direction separates them, and for how long a
direction does that follows from two of its ends; so a whole way costs as much as a few positions on it.
"""

from __future__ import annotations

from typing import Final

import mujoco
import numpy as np
from attrs import frozen

from espire_dsl.scene.rotation import Array, Mask
from espire_sim.kernel import kernel

_LEVEL: Final = 1e-9  # metres: what is shifted less along a direction stays where it is


@frozen(eq=False)
class Shapes:
    """Boxes and capsules of an engine, as boxes that are rounded: where the engine has their centres (n, 3)
    and their axes as columns (n, 9), halves (n, 3), and how far they reach beyond those."""

    centers: Array
    axes: Array
    halves: Array
    radii: Array

    @classmethod
    def of(cls, model: mujoco.MjModel, data: mujoco.MjData) -> Shapes:
        """Those of a model, wherever its data has them when somebody asks."""
        capsules = model.geom_type == mujoco.mjtGeom.mjGEOM_CAPSULE
        lines = model.geom_size[:, 1:2] * (0.0, 0.0, 1.0)
        halves = np.where(capsules[:, None], lines, model.geom_size)
        return cls(data.geom_xpos, data.geom_xmat, halves, np.where(capsules, model.geom_size[:, 0], 0.0))

    def near(self, still: int, shift: Array, stops: int, distance: float) -> Mask:
        """At which of some evenly spaced stops, from where shapes are to where they are shifted, one of them
        may be nearer than a distance to one of the first shapes, which stand still."""
        found = np.zeros(stops, dtype=np.bool_)
        _mark(self.centers, self.axes, self.halves, self.radii, still, shift, distance, found)
        return found


@kernel
def _mark(
    centers: Array,
    axes: Array,
    halves: Array,
    radii: Array,
    still: int,
    shift: Array,
    distance: float,
    found: Mask,
) -> None:
    """Marks the stops at which none of the six directions of faces separates some pair."""
    last = len(found) - 1
    for one in range(still, len(centers)):
        a, b, c = halves[one, 0], halves[one, 1], halves[one, 2]
        ball = np.sqrt(a * a + b * b + c * c)
        for other in range(still):
            beyond = radii[one] + radii[other] + distance
            x, y, z = (
                centers[one, 0] - centers[other, 0],
                centers[one, 1] - centers[other, 1],
                centers[one, 2] - centers[other, 2],
            )
            begin, end = 0.0, 1.0
            # With a ball about the one, which is quick; then along faces of the other, then of the one.
            for direction in range(9):
                mine, yours = (one, other) if direction < 6 else (other, one)
                way = direction % 3
                u, v, w = axes[yours, way], axes[yours, 3 + way], axes[yours, 6 + way]
                reach = halves[yours, way] + beyond
                if direction < 3:
                    reach += ball
                else:
                    for side in range(3):
                        reach += halves[mine, side] * abs(
                            u * axes[mine, side] + v * axes[mine, 3 + side] + w * axes[mine, 6 + side]
                        )
                now = u * x + v * y + w * z
                along = u * shift[0] + v * shift[1] + w * shift[2]
                if along < 0.0:
                    now, along = -now, -along
                if along > _LEVEL:
                    begin, end = max(begin, (-reach - now) / along), min(end, (reach - now) / along)
                elif abs(now) > reach + _LEVEL:
                    end = -1.0
                if end < begin:
                    break
            if end >= begin:
                for stop in range(int(begin * last), min(int(end * last) + 1, last) + 1):
                    found[stop] = True
