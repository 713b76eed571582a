"""The free part of a plan: a way from the robot's start to where one of its possible endings begins.

Finders of ways can be exchanged: `connecting.Connector` is that of the embedded planner.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol

from attrs import frozen

from espire_dsl.scene.graph import Scene
from espire_dsl.scene.rotation import Array
from espire_sim.interfaces import Plan, PlanStatus, Put
from espire_sim.planning.motion import Leg, legs
from espire_sim.planning.rig import Rig


@frozen(eq=False)
class Ending:
    """The last part of a plan: from a configuration before the target, straight motions to the end.

    `tool` is the place of the tool seen from the base, in the posture that all its configurations share.
    """

    before: Array
    tool: Array
    legs: tuple[Leg, ...]
    final: Callable[[], Scene]
    put: Put | None


@frozen(eq=False)
class Way:
    """The stops of a way that touches nothing, from the robot's start to where an ending begins."""

    stops: list[Array]
    ending: Ending

    def plan(self, rig: Rig) -> Plan:
        """The way and its ending as one plan."""
        path: list[tuple[float, ...]] = []
        for leg in (*legs(self.stops, rig.opening), *self.ending.legs):
            # Asked with the fingers a little off the held thing, told with them on it until it is let go.
            opening = rig.gripped if leg.carrying and rig.carried else leg.opening
            if not path or opening != path[-1][-1]:
                path.append((*leg.start.tolist(), opening))
            path.append((*leg.end.tolist(), opening))
        return Plan(PlanStatus.REACHED, tuple(path), put=self.ending.put, ending=self.ending.final)


@frozen
class NoWay:
    """No way was found to any ending, and a sentence about it."""

    detail: str


class WayFinder(Protocol):
    """Finds a way to the first of several endings that one leads to."""

    def find(self, rig: Rig, endings: Iterable[Ending], seed: int) -> Way | NoWay:
        """A way that touches nothing at fine steps.

        Endings come the likeliest first, and each costs tests when it is asked for. The same rig, endings
        and seed give the same way, whatever was asked before.
        """
        ...
