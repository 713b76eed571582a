"""Even motion between configurations, tested coarsely to find a path and finely to be sure of it.

A configuration is three positions of the base and seven of the arm's joints.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Final

import numpy as np
from attrs import frozen

from espire_dsl.scene.rotation import Array
from espire_sim.planning.checking import Checker
from espire_sim.robot.model import BASE_JOINTS


@frozen
class Resolution:
    """How far apart tested configurations are at most: radians of any joint, metres of the base."""

    radians: float
    metres: float


COARSE: Final = Resolution(0.08, 0.03)
FINE: Final = Resolution(0.005, 0.005)


@frozen(eq=False)
class Leg:
    """A straight motion from one configuration to another, with the gripper open by so much."""

    start: Array
    end: Array
    opening: float
    carrying: bool = True
    touching: bool = False

    @property
    def length(self) -> float:
        """Metres of the base."""
        return float(np.linalg.norm(self.end[:BASE_JOINTS] - self.start[:BASE_JOINTS]))


def legs(stops: Sequence[Array], opening: float) -> list[Leg]:
    """The motions from stop to stop, with whatever is held."""
    return [Leg(a, b, opening) for a, b in pairwise(stops)]


def is_free(checker: Checker, leg: Leg, step: Resolution) -> bool:
    """Whether a motion touches nothing, at steps no longer than those given; its start is not asked again."""
    stops = _between(leg, step)
    return checker.all_free(stops, leg.opening, carrying=leg.carrying, touching=leg.touching)


def all_free(checker: Checker, route: Iterable[Leg], step: Resolution) -> bool:
    """Whether all motions touch nothing."""
    return all(is_free(checker, leg, step) for leg in route)


def _between(leg: Leg, step: Resolution) -> Array:
    """The configurations after the start, as rows, the last one first: ends are where things touch."""
    change = leg.end - leg.start
    turning = float(np.abs(change[BASE_JOINTS:]).max())
    count = max(1, math.ceil(turning / step.radians - 1e-9), math.ceil(leg.length / step.metres - 1e-9))
    parts = np.arange(count, 0, -1) / count
    stops: Array = leg.start + change * parts[:, None]
    return stops
