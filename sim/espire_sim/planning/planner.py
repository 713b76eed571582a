"""The planner of the embedded backend: says whether the arm can pick, place or reach, and how.

It never raises: whatever is wrong with a scene or a goal ends in a status with a sentence. It keeps the model
of the last scene, as many targets of one scene are asked about in a row; no answer depends on what was asked
before.
"""

from __future__ import annotations

from attrs import define, evolve, field

from espire_dsl.scene.error import SceneError
from espire_dsl.scene.graph import Scene
from espire_sim.interfaces import Goal, Pick, Place, Plan, PlanStatus, Reach
from espire_sim.planning.attempt import Budget
from espire_sim.planning.checking import BudgetSpentError, Counter
from espire_sim.planning.picking import pick
from espire_sim.planning.placing import place
from espire_sim.planning.reaching import reach
from espire_sim.planning.rig import CannotStartError, Rig, rig_of


@define(eq=False)
class ArmPlanner:
    """Plans for a Franka Panda on a floating base."""

    budget: Budget = Budget()
    _rig: Rig | CannotStartError | None = field(default=None, init=False, repr=False)
    _scene: Scene | None = field(default=None, init=False, repr=False)
    _starting: int = field(default=0, init=False, repr=False)

    def reach(self, scene: Scene, goal: Goal, seed: int = 0) -> Plan:
        """A way that touches nothing, or a status that says why there is none."""
        counter = Counter(self.budget.checks)
        try:
            rig = self._ready(scene, counter)
            rig.count_with(counter)
            plan = _plan(rig, goal, self.budget, seed)
        except CannotStartError as problem:
            plan = Plan(problem.status, detail=str(problem))
        except BudgetSpentError:
            plan = Plan(
                PlanStatus.BUDGET_SPENT,
                detail=f"{self.budget.checks} configurations were tested and none of the ways was complete",
            )
        except (SceneError, ValueError, KeyError, TypeError, RuntimeError) as problem:
            plan = Plan(PlanStatus.BACKEND_ERROR, detail=f"the scene or the goal cannot be used: {problem}")
        return evolve(plan, checks=counter.used)

    def _ready(self, scene: Scene, counter: Counter) -> Rig:
        """The robot in the scene; what it cost to start it counts every time, so that budgets do not depend
        on what was asked before."""
        if self._scene is scene:
            counter.count(self._starting)
        else:
            self._scene, self._rig = None, None
            try:
                self._rig = rig_of(scene, counter, self.budget.postures)
            except CannotStartError as problem:
                self._rig = problem
            self._scene, self._starting = scene, counter.used
        if isinstance(self._rig, Rig):
            return self._rig
        assert self._rig is not None
        raise self._rig


def _plan(rig: Rig, goal: Goal, budget: Budget, seed: int) -> Plan:
    match goal:
        case Pick():
            return pick(rig, goal, budget, seed)
        case Place():
            return place(rig, goal, budget, seed)
        case Reach():
            return reach(rig, goal, budget, seed)
