"""The planner on cuRobo: free ways by cuRobo, candidates and straight endings as in the embedded planner.

Every way that cuRobo gives is tested again, finely, by the same rules as the embedded planner's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice

import numpy as np
from attrs import define, evolve, field, frozen

from espire_dsl.scene.graph import Scene
from espire_dsl.scene.places import slot_of
from espire_dsl.scene.rotation import Array, matrix, normalised
from espire_sim.curobo.courses import Course, pick_courses, place_courses, reach_courses
from espire_sim.curobo.engine import Engine
from espire_sim.curobo.world import cuboid, world_of
from espire_sim.interfaces import Goal, Pick, Place, Plan, PlanStatus, Reach
from espire_sim.planning.checking import BudgetSpentError, Carried, Counter
from espire_sim.planning.grasps import graspable
from espire_sim.planning.motion import FINE, Leg, all_free, legs
from espire_sim.planning.placements import tilts_for
from espire_sim.planning.rig import CannotStartError, Rig, ToolPose, rig_of
from espire_sim.robot.arm import panda
from espire_sim.robot.kinematics import TOOL_IN_HAND
from espire_sim.robot.model import BASE_JOINTS


class NoGoalError(Exception):
    """A goal that cannot be tried at all: how planning ends, and a sentence."""

    def __init__(self, status: PlanStatus, detail: str) -> None:
        super().__init__(detail)
        self.status = status


@frozen
class Budget:
    """How much may be tried: tested configurations in all; courses, postures for each, and ways a goal."""

    checks: int = 200_000
    courses: int = 24
    postures: int = 12
    ways: int = 8


@define(eq=False)
class CuroboPlanner:
    """Plans for a Franka Panda on a floating base, with cuRobo.

    cuRobo begins every question with the same random numbers, so that an answer does not depend on the seed.
    """

    budget: Budget = Budget()
    make_engine: Callable[[], Engine] = Engine
    _engine: Engine | None = field(default=None, init=False, repr=False)
    _scene: Scene | None = field(default=None, init=False, repr=False)
    _rig: Rig | None = field(default=None, init=False, repr=False)
    _starting: int = field(default=0, init=False, repr=False)

    def reach(self, scene: Scene, goal: Goal, seed: int = 0) -> Plan:
        """A way that touches nothing, or a status that says why there is none."""
        del seed
        counter = Counter(self.budget.checks)
        try:
            rig = self._ready(scene, counter)
            rig.count_with(counter)
            plan = self._tried(rig, _courses(rig, goal))
        except (CannotStartError, NoGoalError) as problem:
            plan = Plan(problem.status, detail=str(problem))
        except BudgetSpentError:
            plan = Plan(
                PlanStatus.BUDGET_SPENT,
                detail=f"{self.budget.checks} configurations were tested and none of the ways was complete",
            )
        except Exception as error:  # cuRobo raises what it likes; one goal that fails shall end no other
            plan = Plan(PlanStatus.BACKEND_ERROR, detail=f"cuRobo cannot plan this: {error}")
        return evolve(plan, checks=counter.used)

    def _ready(self, scene: Scene, counter: Counter) -> Rig:
        """The robot in the scene, and cuRobo in its world; many goals of one scene are asked in a row."""
        if self._scene is not scene or self._rig is None:
            self._scene = self._rig = None
            own = Counter(self.budget.checks)
            rig = rig_of(scene, own, self.budget.postures)
            if self._engine is None:
                self._engine = self.make_engine()
            self._engine.enter(world_of(scene, rig.base))
            self._engine.hold(_theirs(rig, rig.start), None if rig.carried is None else _in_hand(rig.carried))
            self._scene, self._rig, self._starting = scene, rig, own.used
        # What it cost to start counts every time, so that budgets do not depend on what was asked before.
        counter.count(self._starting)
        return self._rig

    def _tried(self, rig: Rig, courses: Iterator[Course]) -> Plan:
        """The first course to which there is a way; if none, how far the candidates came."""
        failure = Plan(PlanStatus.IN_COLLISION, detail="at the target the hand has no room")
        ways = 0
        for course in islice(courses, self.budget.courses):
            if ways == 0 and failure.status is PlanStatus.IN_COLLISION:
                failure = Plan(PlanStatus.IK_FAILED, detail="no posture of the arm turns the hand so")
            for joints, tool in rig.ways(course.poses, self.budget.postures):
                stops = [rig.configuration(pose, joints, tool) for pose in course.poses]
                ending = [stretch.leg(stops) for stretch in course.stretches]
                if not rig.whole.free(stops[0], rig.opening) or not all_free(rig.whole, ending, FINE):
                    if failure.status is PlanStatus.IK_FAILED:
                        failure = Plan(
                            PlanStatus.IN_COLLISION, detail="at the target the arm touches something"
                        )
                    continue
                plan = self._way(rig, stops[0], ending, course)
                if plan.reached:
                    return plan
                failure, ways = plan, ways + 1
                if ways == self.budget.ways:
                    return failure
        return failure

    def _way(self, rig: Rig, goal: Array, ending: list[Leg], course: Course) -> Plan:
        assert self._engine is not None, "the engine is made before anything is tried"
        way = self._engine.way(_theirs(rig, rig.start), _theirs(rig, goal))
        if way.status is not PlanStatus.REACHED:
            return Plan(way.status, detail=way.detail)
        # From exactly where the hand is to exactly where the ending begins.
        stops = [rig.start, *(_ours(rig, row) for row in way.stops), goal]
        route = legs(stops, rig.opening)
        if not all_free(rig.whole, route, FINE):
            return Plan(PlanStatus.NO_PATH, detail="the way that cuRobo found touches something")
        return Plan(PlanStatus.REACHED, _path([*route, *ending]), ending=course.final)


def _courses(rig: Rig, goal: Goal) -> Iterator[Course]:
    match goal:
        case Pick():
            return _picks(rig, goal)
        case Place():
            return _places(rig, goal)
        case Reach():
            return _reaches(rig, goal)


def _picks(rig: Rig, goal: Pick) -> Iterator[Course]:
    if goal.target not in rig.scene:
        raise NoGoalError(PlanStatus.BACKEND_ERROR, f'the scene has no "{goal.target}" to pick')
    target = rig.scene.node(goal.target)
    if rig.held is not None:
        raise NoGoalError(PlanStatus.BACKEND_ERROR, f'the hand is not free: it holds "{rig.held.id}"')
    if min(target.extents) <= 0:
        raise NoGoalError(PlanStatus.BACKEND_ERROR, f'"{target.id}" is no body that can be picked')
    if not graspable(target):
        raise NoGoalError(PlanStatus.OUT_OF_LIMITS, f'"{target.id}" is too thick for the gripper')
    return pick_courses(rig, target)


def _places(rig: Rig, goal: Place) -> Iterator[Course]:
    if goal.target not in rig.scene:
        raise NoGoalError(PlanStatus.BACKEND_ERROR, f'the scene has no "{goal.target}" to place into')
    place = rig.scene.node(goal.target)
    slot = slot_of(rig.scene, place.id) if place.kind in ("slot", "space") else None
    if slot is None:
        raise NoGoalError(PlanStatus.BACKEND_ERROR, f'"{place.id}" is a {place.kind}, and no slot or space')
    if rig.held is None or rig.carried is None:
        raise NoGoalError(PlanStatus.BACKEND_ERROR, "the hand holds nothing that could be placed")
    tilts = tilts_for(goal.constraint)
    if not tilts:
        raise NoGoalError(
            PlanStatus.BACKEND_ERROR, f"no pose is known that meets {dict(goal.constraint or {})}"
        )
    return place_courses(rig, rig.held, rig.carried, place, rig.scene.node(slot), tilts)


def _reaches(rig: Rig, goal: Reach) -> Iterator[Course]:
    numbers = np.array([*goal.position, *goal.quaternion], dtype=np.float64)
    if numbers.shape != (7,) or not np.isfinite(numbers).all() or not np.linalg.norm(numbers[3:]) > 0:
        raise NoGoalError(PlanStatus.BACKEND_ERROR, "the pose to reach is not one of finite numbers")
    return reach_courses(rig, ToolPose(numbers[:3], matrix(normalised(numbers[3:].tolist()))))


def _in_hand(carried: Carried) -> dict[str, list[float]]:
    """The held box seen from the hand's own frame."""
    center = TOOL_IN_HAND @ carried.center + (0.0, 0.0, panda().tool)
    return cuboid(center, TOOL_IN_HAND @ carried.turn, carried.half)


def _theirs(rig: Rig, configuration: Array) -> Array:
    """A configuration in the frame that cuRobo plans in, which faces the way the base faces."""
    return np.concatenate([rig.base.T @ configuration[:BASE_JOINTS], configuration[BASE_JOINTS:]])


def _ours(rig: Rig, configuration: Array) -> Array:
    return np.concatenate([rig.base @ configuration[:BASE_JOINTS], configuration[BASE_JOINTS:]])


def _path(route: list[Leg]) -> tuple[tuple[float, ...], ...]:
    """The stops of a route, the opening of the gripper last; it opens and shuts while all else is still."""
    path = [(*route[0].start.tolist(), route[0].opening)]
    for leg in route:
        if leg.opening != path[-1][-1]:
            path.append((*leg.start.tolist(), leg.opening))
        path.append((*leg.end.tolist(), leg.opening))
    return tuple(path)
