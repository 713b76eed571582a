"""The planner on cuRobo: free ways by cuRobo, candidates and straight endings as in the embedded planner.

Every way that cuRobo gives is tested again, finely, by the same rules as the embedded planner's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import islice

import numpy as np
from attrs import define, field

from espire_dsl.scene.rotation import Array
from espire_dsl.scene.staged import EngineFailedError
from espire_sim.curobo.engine import Engine
from espire_sim.curobo.world import cuboid, world_of
from espire_sim.planning.checking import Carried
from espire_sim.planning.motion import FINE, all_free, legs
from espire_sim.planning.planner import ArmPlanner, Budget
from espire_sim.planning.rig import Rig
from espire_sim.planning.ways import Ending, NoWay, Way, WayFinder
from espire_sim.robot.arm import panda
from espire_sim.robot.kinematics import TOOL_IN_HAND
from espire_sim.robot.model import BASE_JOINTS


@define(eq=False)
class CuroboFinder:
    """Asks cuRobo for a way to one ending after the other, to so many at most.

    cuRobo begins every question with the same random numbers, so that an answer does not depend on the seed.
    """

    most: int = 8
    make_engine: Callable[[], Engine] = Engine
    _engine: Engine | None = field(default=None, init=False, repr=False)
    _entered: Rig | None = field(default=None, init=False, repr=False)

    def find(self, rig: Rig, endings: Iterable[Ending], seed: int) -> Way | NoWay:
        """The first way that touches nothing; if there is none, what was wrong with the last."""
        del seed
        failure = NoWay("cuRobo was asked for no way")
        for ending in islice(endings, self.most):
            found = self._asked(rig, ending.before)
            if isinstance(found, NoWay):
                failure = found
                continue
            # From exactly where the hand is to exactly where the ending begins.
            stops = [rig.start, *found, ending.before]
            if not all(rig.may_stand(stop) for stop in stops):
                failure = NoWay("on the way that cuRobo found the base is over the furniture or too high")
            elif not all_free(rig.whole, legs(stops, rig.opening), FINE):
                failure = NoWay("the way that cuRobo found touches something")
            else:
                return Way(stops, ending)
        return failure

    def _asked(self, rig: Rig, goal: Array) -> list[Array] | NoWay:
        try:
            found = self._ready(rig).way(_theirs(rig, rig.start), _theirs(rig, goal))
        except Exception as error:  # cuRobo raises what it likes, also what is not the goal's fault
            raise EngineFailedError(f"cuRobo cannot plan this: {error}") from error
        return found if isinstance(found, NoWay) else [_ours(rig, stop) for stop in found]

    def _ready(self, rig: Rig) -> Engine:
        """cuRobo in the world of a rig; many goals of one scene are asked in a row."""
        if self._engine is None:
            self._engine = self.make_engine()
        if self._entered is not rig:
            self._entered = None
            self._engine.enter(world_of(rig.scene, rig.base))
            self._engine.hold(_theirs(rig, rig.start), None if rig.carried is None else _in_hand(rig.carried))
            self._entered = rig
        return self._engine


@define(eq=False)
class CuroboPlanner(ArmPlanner):
    """Plans for a Franka Panda on a floating base, with cuRobo."""

    budget: Budget = Budget(checks=200_000, courses=24)
    finder: WayFinder = field(factory=CuroboFinder)


def _in_hand(carried: Carried) -> dict[str, list[float]]:
    """The held box seen from the hand's own frame."""
    center = TOOL_IN_HAND @ carried.center + (0.0, 0.0, panda().tool)
    return cuboid(center, TOOL_IN_HAND @ carried.turn, carried.half)


def _theirs(rig: Rig, configuration: Array) -> Array:
    """A configuration in the frame that cuRobo plans in, which faces the way the base faces."""
    return np.concatenate([rig.base.T @ configuration[:BASE_JOINTS], configuration[BASE_JOINTS:]])


def _ours(rig: Rig, configuration: Array) -> Array:
    return np.concatenate([rig.base @ configuration[:BASE_JOINTS], configuration[BASE_JOINTS:]])
