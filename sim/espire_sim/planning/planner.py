"""The planner of the embedded backend: says whether the arm can do what a goal asks, and how.

Whatever is wrong with a scene or a goal ends in a status with a sentence; what goes wrong with an engine or
the machine is raised, as it says nothing about either. It keeps the model of the last scene, as many targets
of one scene are asked about in a row; no answer depends on what was asked before.
"""

from __future__ import annotations

from itertools import islice

from attrs import define, evolve, field, frozen

from espire_dsl.scene.error import SceneError
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.staged import EngineFailedError
from espire_sim.interfaces import Goal, Grasp, Pick, Place, Plan, PlanStatus, Reach, SetDown
from espire_sim.planning.approach import Approaches
from espire_sim.planning.attempt import Attempt
from espire_sim.planning.checking import BudgetSpentError, Counter
from espire_sim.planning.connecting import Connector
from espire_sim.planning.paths import NoPath, PathPlanner
from espire_sim.planning.picking import grasps, picks
from espire_sim.planning.placing import places, rests
from espire_sim.planning.problem import CannotPlanError
from espire_sim.planning.reaching import reaches
from espire_sim.planning.robot_context import RobotContext, robot_context


@frozen
class Budget:
    """How much may be tried for a goal: tested configurations in all, approaches, and postures for each."""

    checks: int = 20_000
    approaches: int = 12
    postures: int = 12


@define(eq=False)
class ArmPlanner:
    """Plans for a Franka Panda on a floating base, with paths by any path planner."""

    budget: Budget = Budget()
    path_planner: PathPlanner = Connector()
    _scene: Scene | None = field(default=None, init=False, repr=False)
    _robot: RobotContext | Plan | None = field(default=None, init=False, repr=False)
    _starting: int = field(default=0, init=False, repr=False)

    def reach(self, scene: Scene, goal: Goal, seed: int = 0) -> Plan:
        """A path that touches nothing, or a status that says why there is none."""
        counter = Counter(self.budget.checks)
        try:
            robot = self._ready(scene, counter)
            plan = robot if isinstance(robot, Plan) else self._plan(robot, goal, seed)
        except CannotPlanError as problem:
            plan = problem.plan
        except BudgetSpentError:
            plan = Plan(
                PlanStatus.BUDGET_SPENT,
                detail=f"{self.budget.checks} configurations were tested and none of the ways was complete",
            )
        except SceneError as problem:
            plan = Plan(PlanStatus.BACKEND_ERROR, detail=f"the scene or the goal cannot be used: {problem}")
        except (RuntimeError, ArithmeticError, LookupError, TypeError, ValueError) as error:
            self._scene = None
            raise EngineFailedError(f"the planner failed: {error}") from error
        except BaseException:
            self._scene = None
            raise
        return evolve(plan, checks=counter.used)

    def _ready(self, scene: Scene, counter: Counter) -> RobotContext | Plan:
        """The robot in the scene, or why it cannot start there.

        What it cost to start it counts every time, so that budgets do not depend on what was asked before.
        """
        if self._scene is scene and self._robot is not None:
            counter.count(self._starting)
        else:
            self._scene, self._robot = None, None
            try:
                self._robot = robot_context(scene, counter, self.budget.postures)
            except CannotPlanError as problem:
                self._robot = problem.plan
            self._scene, self._starting = scene, counter.used
        if isinstance(self._robot, RobotContext):
            self._robot.count_with(counter)
        return self._robot

    def _plan(self, context: RobotContext, goal: Goal, seed: int) -> Plan:
        approaches = _approaches(context, goal)
        attempt = Attempt(context, self.budget.postures)
        goal_configurations = attempt.goal_configurations(islice(approaches.each, self.budget.approaches))
        found = self.path_planner.find(context, goal_configurations, seed)
        if isinstance(found, NoPath):
            return attempt.failed(approaches.nothing, found)
        return found.plan(context)


def _approaches(context: RobotContext, goal: Goal) -> Approaches:
    match goal:
        case Pick():
            return picks(context, goal)
        case Place():
            return places(context, goal)
        case Reach():
            return reaches(context, goal)
        case Grasp():
            return grasps(context, goal)
        case SetDown():
            return rests(context, goal)
