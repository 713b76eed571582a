"""Ways from the start to a configuration: the arm turns first, where there is room, then the base moves.

Turning depends on the goal's posture only, so it is found once for all goals with that posture; moving the
base needs few tests. Only when no ending can be reached so is a way searched for, to the likeliest ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import numpy as np
from attrs import frozen

from espire_dsl.scene.rotation import Array
from espire_sim.planning.motion import COARSE, FINE, all_free, legs
from espire_sim.planning.rig import Rig, Turning
from espire_sim.planning.searching import search
from espire_sim.planning.ways import Ending, NoWay, Way
from espire_sim.robot.model import BASE_JOINTS

# Metres outward and up from the start, at which the arm may turn.
_ROOMY: Final = ((0.0, 0.0), (0.25, 0.0), (0.25, 0.25), (0.0, 0.3), (0.5, 0.3))
_ASIDE: Final = ((0.3, 0.0), (0.0, 0.25), (0.3, 0.25), (0.0, 0.5), (0.5, 0.5))
_UP: Final = np.array([0.0, 0.0, 1.0])


@frozen
class Connector:
    """Finds simple ways; if there are none, it searches so often, with so many tested configurations each."""

    searches: int = 2
    checks: int = 3_000

    def find(self, rig: Rig, endings: Iterable[Ending], seed: int) -> Way | NoWay:
        """A way to the first ending that a simple one leads to, or else to one of the first endings."""
        unreached: list[Ending] = []
        for ending in endings:
            stops = connect(rig, ending)
            if stops is not None:
                return Way(stops, ending)
            unreached.append(ending)
        for ending in unreached[: self.searches]:
            stops = searched(rig, ending.before, seed, self.checks)
            if stops is not None:
                return Way(stops, ending)
        return NoWay("the arm has room at the target, but no way there was found")


def connect(rig: Rig, ending: Ending) -> list[Array] | None:
    """The stops of a simple way to where an ending begins, tested finely."""
    goal = ending.before
    turned = _turned(rig, goal, ending.tool)
    if turned is None:
        return None
    for stops in _moves(rig, turned[-1], goal):
        if _is_free(rig, stops):
            return [*turned, *stops[1:]]
    return None


def searched(rig: Rig, goal: Array, seed: int, budget: int) -> list[Array] | None:
    """The stops of a way that OMPL finds, tested finely."""

    def allowed(configuration: Array) -> bool:
        return rig.may_stand(configuration) and rig.whole.free(configuration, rig.opening)

    stops = search(allowed, rig.start, goal, seed, budget)
    if stops is None or not all_free(rig.whole, legs(stops, rig.opening), FINE):
        return None
    return stops


def _turned(rig: Rig, goal: Array, tool: Array) -> list[Array] | None:
    """Stops from the start to the goal's posture, with the tool about where it starts; found once."""
    key = goal[BASE_JOINTS:].tobytes()
    counter = rig.whole.counter
    if key in rig.turned:
        # It costs as much as when it was found, so that budgets do not depend on what was asked before.
        counter.count(rig.turned[key].checks)
    else:
        before = counter.used
        stops = _turn(rig, goal[BASE_JOINTS:], tool)
        rig.turned[key] = Turning(stops, counter.used - before)
    return rig.turned[key].stops


def _turn(rig: Rig, joints: Array, tool: Array) -> list[Array] | None:
    for out, up in _ROOMY:
        offset = out * rig.outward + up * _UP
        stops = [rig.start]
        if out or up:
            stops.append(_shifted(rig.start, offset))
        stops.append(rig.configuration(rig.tool.moved(offset), joints, tool))
        if _is_free(rig, stops):
            return stops
    return None


def _moves(rig: Rig, start: Array, goal: Array) -> Iterator[list[Array]]:
    """Motions of the base: straight, or out of the way of things first."""
    yield [start, goal]
    for out, up in _ASIDE:
        offset = out * rig.outward + up * _UP
        before, after = _shifted(start, offset), _shifted(goal, offset)
        yield [start, after, goal]
        yield [start, before, after, goal]


def _is_free(rig: Rig, stops: Sequence[Array]) -> bool:
    route = legs(stops, rig.opening)
    return (
        all(rig.may_stand(stop) for stop in stops)
        and all_free(rig.whole, route, COARSE)
        and all_free(rig.whole, route, FINE)
    )


def _shifted(configuration: Array, offset: Array) -> Array:
    shifted = configuration.copy()
    shifted[:BASE_JOINTS] += offset
    return shifted
