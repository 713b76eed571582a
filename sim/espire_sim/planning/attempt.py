"""What became of the candidates for one goal, so that a failure can be told by the stage that was reached."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from attrs import define

from espire_sim.interfaces import Plan, PlanStatus
from espire_sim.planning.approach import Approach
from espire_sim.planning.motion import COARSE, FINE, all_free
from espire_sim.planning.paths import GoalConfiguration, NoPath
from espire_sim.planning.robot_context import RobotContext


@define(eq=False)
class Attempt:
    """One goal being tried: how far its candidates came."""

    context: RobotContext
    postures: int
    has_approach: bool = False
    has_posture: bool = False
    has_goal_configuration: bool = False

    def goal_configurations(self, approaches: Iterable[Approach]) -> Iterator[GoalConfiguration]:
        """Those in which the whole robot takes one of the approaches and touches nothing."""
        for approach in approaches:
            self.has_approach = True
            for joints, tool in self.context.postures_for(approach.poses, self.postures):
                self.has_posture = True
                stops = [self.context.configuration(pose, joints, tool) for pose in approach.poses]
                legs = tuple(segment.leg(stops) for segment in approach.segments)
                final = partial(approach.final, stops[-1])
                goal_configuration = GoalConfiguration(stops[0], tool, legs, final, approach.put)
                if self._is_clear(goal_configuration):
                    self.has_goal_configuration = True
                    yield goal_configuration

    def failed(self, nothing: str, no_path: NoPath) -> Plan:
        """Why there is no plan: `nothing` where there was no approach, `no_path` where only a path lacks."""
        if not self.has_approach:
            return Plan(PlanStatus.IN_COLLISION, detail=nothing)
        if not self.has_posture:
            return Plan(
                PlanStatus.IK_FAILED,
                detail="no posture of the arm turns the hand so, with the base where it may be",
            )
        if not self.has_goal_configuration:
            return Plan(
                PlanStatus.IN_COLLISION,
                detail="the hand has room at the target, but the arm behind it touches something",
            )
        return Plan(no_path.status, detail=no_path.detail)

    def _is_clear(self, goal_configuration: GoalConfiguration) -> bool:
        whole = self.context.whole
        return (
            whole.free(goal_configuration.before, self.context.opening)
            and all_free(whole, goal_configuration.legs, COARSE)
            and all_free(whole, goal_configuration.legs, FINE)
        )
