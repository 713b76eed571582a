"""The free part of a plan: a path from the robot's start to one of the possible goal configurations.

Planners of paths can be exchanged: `connecting.Connector` is that of the embedded planner.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol

from attrs import frozen

from espire_dsl.scene.graph import Scene
from espire_dsl.scene.rotation import Array
from espire_sim.interfaces import Plan, PlanStatus, Put
from espire_sim.planning.motion import Leg, legs
from espire_sim.planning.robot_context import RobotContext


@frozen(eq=False)
class GoalConfiguration:
    """The last part of a plan: from a configuration before the target, straight motions to the end.

    `tool` is the place of the tool seen from the base, in the posture that all its configurations share.
    """

    before: Array
    tool: Array
    legs: tuple[Leg, ...]
    final: Callable[[], Scene]
    put: Put | None


@frozen(eq=False)
class Path:
    """The stops of a path that touches nothing, from the robot's start to a goal configuration."""

    stops: list[Array]
    goal_configuration: GoalConfiguration

    def plan(self, context: RobotContext) -> Plan:
        """The path and its goal configuration as one plan."""
        path: list[tuple[float, ...]] = []
        for leg in (*legs(self.stops, context.opening), *self.goal_configuration.legs):
            # Asked with the fingers a little off the held thing, told with them on it until it is let go.
            opening = context.gripped if leg.carrying and context.carried else leg.opening
            if not path or opening != path[-1][-1]:
                path.append((*leg.start.tolist(), opening))
            path.append((*leg.end.tolist(), opening))
        return Plan(
            PlanStatus.REACHED,
            tuple(path),
            put=self.goal_configuration.put,
            make_final=self.goal_configuration.final,
        )


@frozen
class NoPath:
    """No path was found to any goal configuration, and a sentence about it; a planner of paths that judges
    goal configurations itself may say that it is not for want of a path."""

    detail: str
    status: PlanStatus = PlanStatus.NO_PATH


class PathPlanner(Protocol):
    """Finds a path to the first of several goal configurations that one leads to."""

    def find(
        self, context: RobotContext, goal_configurations: Iterable[GoalConfiguration], seed: int
    ) -> Path | NoPath:
        """A path that touches nothing at fine steps.

        Goals come the likeliest first, and each costs tests when it is asked for. The same context, goals and
        seed give the same path, whatever was asked before.
        """
        ...
