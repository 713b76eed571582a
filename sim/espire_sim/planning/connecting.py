"""Paths from the start to a configuration: the arm turns first, where there is room, then the base moves.

Turning depends on the goal's posture only, so it is found once for all goals with that posture; moving the
base needs few tests. Only when no goal configuration can be reached so is a path searched for, to the
likeliest ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import numpy as np
from attrs import frozen

from espire_dsl.scene.rotation import Array
from espire_sim.planning.motion import COARSE, FINE, all_free, legs
from espire_sim.planning.paths import GoalConfiguration, NoPath, Path
from espire_sim.planning.robot_context import Reconfiguration, RobotContext
from espire_sim.planning.searching import search
from espire_sim.robot.model import BASE_JOINTS

# Metres outward and up from the start, at which the arm may turn.
_ROOMY: Final = ((0.0, 0.0), (0.25, 0.0), (0.25, 0.25), (0.0, 0.3), (0.5, 0.3))
_ASIDE: Final = ((0.3, 0.0), (0.0, 0.25), (0.3, 0.25), (0.0, 0.5), (0.5, 0.5))
_UP: Final = np.array([0.0, 0.0, 1.0])


@frozen
class Connector:
    """Finds simple paths; without one, it searches so often, with so many tested configurations each."""

    searches: int = 2
    checks: int = 3_000

    def find(
        self, context: RobotContext, goal_configurations: Iterable[GoalConfiguration], seed: int
    ) -> Path | NoPath:
        """A path to the first goal that a simple one leads to, or else to one of the first goals."""
        unreached: list[GoalConfiguration] = []
        for goal_configuration in goal_configurations:
            stops = connect(context, goal_configuration)
            if stops is not None:
                return Path(stops, goal_configuration)
            unreached.append(goal_configuration)
        for goal_configuration in unreached[: self.searches]:
            stops = searched(context, goal_configuration.before, seed, self.checks)
            if stops is not None:
                return Path(stops, goal_configuration)
        return NoPath("the arm has room at the target, but no way there was found")


def connect(context: RobotContext, goal_configuration: GoalConfiguration) -> list[Array] | None:
    """The stops of a simple path to where a goal configuration begins, tested finely."""
    goal = goal_configuration.before
    turned = _turned(context, goal, goal_configuration.tool)
    if turned is None:
        return None
    for stops in _moves(context, turned[-1], goal):
        if _is_free(context, stops):
            return [*turned, *stops[1:]]
    return None


def searched(context: RobotContext, goal: Array, seed: int, budget: int) -> list[Array] | None:
    """The stops of a path that OMPL finds, tested finely."""

    def allowed(configuration: Array) -> bool:
        return context.may_stand(configuration) and context.whole.free(configuration, context.opening)

    stops = search(allowed, context.start, goal, seed, budget)
    if stops is None or not all_free(context.whole, legs(stops, context.opening), FINE):
        return None
    return stops


def _turned(context: RobotContext, goal: Array, tool: Array) -> list[Array] | None:
    """Stops from the start to the goal's posture, with the tool about where it starts; found once."""
    key = goal[BASE_JOINTS:].tobytes()
    counter = context.whole.counter
    if key in context.turned:
        # It costs as much as when it was found, so that budgets do not depend on what was asked before.
        counter.count(context.turned[key].checks)
    else:
        before = counter.used
        stops = _turn(context, goal[BASE_JOINTS:], tool)
        context.turned[key] = Reconfiguration(stops, counter.used - before)
    return context.turned[key].stops


def _turn(context: RobotContext, joints: Array, tool: Array) -> list[Array] | None:
    for out, up in _ROOMY:
        offset = out * context.outward + up * _UP
        stops = [context.start]
        if out or up:
            stops.append(_shifted(context.start, offset))
        stops.append(context.configuration(context.tool.moved(offset), joints, tool))
        if _is_free(context, stops):
            return stops
    return None


def _moves(context: RobotContext, start: Array, goal: Array) -> Iterator[list[Array]]:
    """Motions of the base: straight, or out of the way of things first."""
    yield [start, goal]
    for out, up in _ASIDE:
        offset = out * context.outward + up * _UP
        before, after = _shifted(start, offset), _shifted(goal, offset)
        yield [start, after, goal]
        yield [start, before, after, goal]


def _is_free(context: RobotContext, stops: Sequence[Array]) -> bool:
    route = legs(stops, context.opening)
    return (
        all(context.may_stand(stop) for stop in stops)
        and all_free(context.whole, route, COARSE)
        and all_free(context.whole, route, FINE)
    )


def _shifted(configuration: Array, offset: Array) -> Array:
    shifted = configuration.copy()
    shifted[:BASE_JOINTS] += offset
    return shifted
