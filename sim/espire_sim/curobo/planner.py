"""The planner on cuRobo: free paths by cuRobo, candidates and straight motions as in the embedded planner.

What the embedded planner finds free, cuRobo must find free too, by its own means. Every path that cuRobo
gives is tested again, finely, by the same rules as the embedded planner's, which so has the last word.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from typing import Final

import numpy as np
from attrs import define, field

from espire_dsl.scene.rotation import Array, from_matrix
from espire_dsl.scene.staged import EngineFailedError
from espire_sim.curobo.engine import MOST_CUBOIDS, CuroboEngine
from espire_sim.curobo.robot import ABOUT_THE_THING
from espire_sim.curobo.world import cuboid, world_of
from espire_sim.interfaces import PlanStatus
from espire_sim.planning.checking import Carried
from espire_sim.planning.motion import FINE, all_free, legs
from espire_sim.planning.paths import GoalConfiguration, NoPath, Path, PathPlanner
from espire_sim.planning.planner import ArmPlanner, Budget
from espire_sim.planning.problem import CannotPlanError
from espire_sim.planning.robot_context import RobotContext
from espire_sim.robot.arm import panda
from espire_sim.robot.kinematics import TOOL_IN_HAND, tool_pose
from espire_sim.robot.model import BASE_JOINTS

_WHY: Final = {
    PlanStatus.IN_COLLISION: "touches something",
    PlanStatus.IK_FAILED: "cannot have its hand there",
}


@define(eq=False)
class CuroboPathPlanner:
    """Asks cuRobo about one goal configuration after the other, about so many at most: first whether it can
    stand there, by its own inverse kinematics and collision tests, then for a path.

    cuRobo begins every question with the same random numbers, so that an answer does not depend on the seed.
    """

    most: int = 8
    make_engine: Callable[[], CuroboEngine] = CuroboEngine
    _engine: CuroboEngine | None = field(default=None, init=False, repr=False)
    _entered: RobotContext | None = field(default=None, init=False, repr=False)
    _start: PlanStatus = field(default=PlanStatus.REACHED, init=False, repr=False)

    def find(
        self, context: RobotContext, goal_configurations: Iterable[GoalConfiguration], seed: int
    ) -> Path | NoPath:
        """The first path that touches nothing; if there is none, what was wrong with the last."""
        del seed
        failure = NoPath("cuRobo was asked for no way")
        for goal_configuration in islice(goal_configurations, self.most):
            found = self._asked(context, goal_configuration)
            if isinstance(found, NoPath):
                failure = found
                if self._start is not PlanStatus.REACHED:
                    break  # no other goal is better off
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

    def verdict(self, context: RobotContext, goal_configuration: GoalConfiguration) -> PlanStatus:
        """What cuRobo itself says about a goal configuration, whose poses it takes and nothing else.

        Where it begins, the whole robot must touch nothing, with what it holds. On the way on, the hand, the
        fingers and what is between them are where they nearly touch something, or do; cuRobo's spheres are
        too coarse for that, so there it is asked about the arm.
        """
        with _failures():
            engine = self._ready(context)
            if self._start is not PlanStatus.REACHED:
                return self._start
            before = goal_configuration.before
            found = engine.stands(_hand(context, before), _theirs(context, before))
            for leg in goal_configuration.legs:
                if found is PlanStatus.REACHED:
                    found = engine.stands(
                        _hand(context, leg.end), _theirs(context, leg.end), touching=ABOUT_THE_THING
                    )
        return found

    def _asked(self, context: RobotContext, goal_configuration: GoalConfiguration) -> list[Array] | NoPath:
        verdict = self.verdict(context, goal_configuration)
        if verdict is not PlanStatus.REACHED:
            where = "at the start" if self._start is not PlanStatus.REACHED else "at the target"
            return NoPath(f"cuRobo says that {where} the robot {_WHY[verdict]}", verdict)
        before = goal_configuration.before
        with _failures():
            found = self._ready(context).path(_theirs(context, context.start), _theirs(context, before))
        return found if isinstance(found, NoPath) else [_ours(context, stop) for stop in found]

    def _ready(self, context: RobotContext) -> CuroboEngine:
        """cuRobo in the world of a context; many goals of one scene are asked in a row."""
        if self._engine is None:
            self._engine = self.make_engine()
        if self._entered is not context:
            self._entered = None
            world = world_of(context.scene, context.base)
            count = len(world["cuboid"])
            if count > MOST_CUBOIDS:
                raise CannotPlanError(
                    PlanStatus.OUT_OF_LIMITS,
                    f"the scene has {count} boxes, and cuRobo is asked about {MOST_CUBOIDS} at most",
                )
            start = _theirs(context, context.start)
            self._engine.enter(world)
            self._engine.hold(
                start, None if context.carried is None else _in_hand(context.carried), context.opening
            )
            self._start = self._engine.stands(_hand(context, context.start), start)
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


@contextmanager
def _failures() -> Iterator[None]:
    """What cuRobo raises, which may be anything, is not the goal's fault."""
    try:
        yield
    except CannotPlanError:
        raise
    except Exception as error:
        raise EngineFailedError(f"cuRobo cannot plan this: {error}") from error


def _hand(context: RobotContext, configuration: Array) -> Array:
    """The pose of cuRobo's hand in a configuration, in the frame that cuRobo plans in."""
    rotation, place = tool_pose(configuration[BASE_JOINTS:])
    hand = rotation @ TOOL_IN_HAND.T
    base = _theirs(context, configuration)[:BASE_JOINTS]
    return np.array([*(base + place - hand[:, 2] * panda().tool).tolist(), *from_matrix(hand)])


def _theirs(context: RobotContext, configuration: Array) -> Array:
    """A configuration in the frame that cuRobo plans in, which faces the way the base faces."""
    return np.concatenate([context.base.T @ configuration[:BASE_JOINTS], configuration[BASE_JOINTS:]])


def _ours(context: RobotContext, configuration: Array) -> Array:
    return np.concatenate([context.base @ configuration[:BASE_JOINTS], configuration[BASE_JOINTS:]])
