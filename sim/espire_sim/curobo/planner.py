"""The planner on cuRobo: free paths by cuRobo, candidates and straight motions as in the embedded planner.

Every path that cuRobo gives is tested again, finely, by the same rules as the embedded planner's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import islice

import numpy as np
from attrs import define, field

from espire_dsl.scene.rotation import Array
from espire_dsl.scene.staged import EngineFailedError
from espire_sim.curobo.engine import CuroboEngine
from espire_sim.curobo.world import cuboid, world_of
from espire_sim.planning.checking import Carried
from espire_sim.planning.motion import FINE, all_free, legs
from espire_sim.planning.paths import GoalConfiguration, NoPath, Path, PathPlanner
from espire_sim.planning.planner import ArmPlanner, Budget
from espire_sim.planning.robot_context import RobotContext
from espire_sim.robot.arm import panda
from espire_sim.robot.kinematics import TOOL_IN_HAND
from espire_sim.robot.model import BASE_JOINTS


@define(eq=False)
class CuroboPathPlanner:
    """Asks cuRobo for a path to one goal configuration after the other, to so many at most.

    cuRobo begins every question with the same random numbers, so that an answer does not depend on the seed.
    """

    most: int = 8
    make_engine: Callable[[], CuroboEngine] = CuroboEngine
    _engine: CuroboEngine | None = field(default=None, init=False, repr=False)
    _entered: RobotContext | None = field(default=None, init=False, repr=False)

    def find(
        self, context: RobotContext, goal_configurations: Iterable[GoalConfiguration], seed: int
    ) -> Path | NoPath:
        """The first path that touches nothing; if there is none, what was wrong with the last."""
        del seed
        failure = NoPath("cuRobo was asked for no way")
        for goal_configuration in islice(goal_configurations, self.most):
            found = self._asked(context, goal_configuration.before)
            if isinstance(found, NoPath):
                failure = found
                continue
            # From exactly where the hand is to exactly where the goal configuration begins.
            stops = [context.start, *found, goal_configuration.before]
            if not all(context.may_stand(stop) for stop in stops):
                failure = NoPath("on the way that cuRobo found the base is over the furniture or too high")
            elif not all_free(context.whole, legs(stops, context.opening), FINE):
                failure = NoPath("the way that cuRobo found touches something")
            else:
                return Path(stops, goal_configuration)
        return failure

    def _asked(self, context: RobotContext, goal: Array) -> list[Array] | NoPath:
        try:
            found = self._ready(context).path(_theirs(context, context.start), _theirs(context, goal))
        except Exception as error:  # cuRobo raises what it likes, also what is not the goal's fault
            raise EngineFailedError(f"cuRobo cannot plan this: {error}") from error
        return found if isinstance(found, NoPath) else [_ours(context, stop) for stop in found]

    def _ready(self, context: RobotContext) -> CuroboEngine:
        """cuRobo in the world of a context; many goals of one scene are asked in a row."""
        if self._engine is None:
            self._engine = self.make_engine()
        if self._entered is not context:
            self._entered = None
            self._engine.enter(world_of(context.scene, context.base))
            self._engine.hold(
                _theirs(context, context.start),
                None if context.carried is None else _in_hand(context.carried),
            )
            self._entered = context
        return self._engine


@define(eq=False)
class CuroboPlanner(ArmPlanner):
    """Plans for a Franka Panda on a floating base, with cuRobo."""

    budget: Budget = Budget(checks=200_000, approaches=24)
    path_planner: PathPlanner = field(factory=CuroboPathPlanner)


def _in_hand(carried: Carried) -> dict[str, list[float]]:
    """The held box seen from the hand's own frame."""
    center = TOOL_IN_HAND @ carried.center + (0.0, 0.0, panda().tool)
    return cuboid(center, TOOL_IN_HAND @ carried.rotation, carried.half)


def _theirs(context: RobotContext, configuration: Array) -> Array:
    """A configuration in the frame that cuRobo plans in, which faces the way the base faces."""
    return np.concatenate([context.base.T @ configuration[:BASE_JOINTS], configuration[BASE_JOINTS:]])


def _ours(context: RobotContext, configuration: Array) -> Array:
    return np.concatenate([context.base @ configuration[:BASE_JOINTS], configuration[BASE_JOINTS:]])
