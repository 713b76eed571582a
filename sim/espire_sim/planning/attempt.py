"""What became of the candidates for one goal, so that a failure can be told by the stage that was reached."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from attrs import define, field, frozen

from espire_dsl.scene.graph import Scene
from espire_dsl.scene.rotation import Array
from espire_sim.interfaces import Plan, PlanStatus
from espire_sim.planning.connecting import connect, searched
from espire_sim.planning.motion import COARSE, FINE, Leg, all_free, legs
from espire_sim.planning.rig import Rig, ToolPose


@frozen
class Budget:
    """How much may be tried: tested configurations in all and in one search; hands and postures a goal."""

    checks: int = 20_000
    search: int = 3_000
    searches: int = 2
    hands: int = 12
    postures: int = 12


@frozen
class Stretch:
    """A part of a course: from one pose to another, by their numbers, with the gripper open by so much."""

    start: int
    end: int
    opening: float
    carrying: bool = True
    touching: bool = False

    def leg(self, stops: Sequence[Array]) -> Leg:
        """The motion of the whole robot, from its configurations at the poses."""
        return Leg(stops[self.start], stops[self.end], self.opening, self.carrying, self.touching)


@frozen(eq=False)
class Ending:
    """The last part of a plan: from a configuration before the target, straight motions to the end."""

    before: Array
    tool: Array
    legs: tuple[Leg, ...]
    final: Callable[[], Scene]


@define(eq=False)
class Attempt:
    """One goal being tried: how far its candidates came."""

    rig: Rig
    budget: Budget
    seed: int
    hands: int = 0
    postured: bool = False
    clear: bool = False
    untied: list[Ending] = field(factory=list)

    def try_hand(
        self, poses: Sequence[ToolPose], course: Sequence[Stretch], final: Callable[[], Scene]
    ) -> Plan | None:
        """A plan for a hand that takes a course through poses, to the first of which a free way leads."""
        self.hands += 1
        for joints, tool in self.rig.ways(poses, self.budget.postures):
            self.postured = True
            stops = [self.rig.configuration(pose, joints, tool) for pose in poses]
            ending = Ending(stops[0], tool, tuple(part.leg(stops) for part in course), final)
            if not self._is_clear(ending):
                continue
            self.clear = True
            found = connect(self.rig, ending.before, ending.tool)
            if found is not None:
                return self._joined(found, ending)
            self.untied.append(ending)
        return None

    def search(self) -> Plan | None:
        """A plan by searching a way to the first endings that no simple way reached."""
        for ending in self.untied[: self.budget.searches]:
            found = searched(self.rig, ending.before, self.seed, self.budget.search)
            if found is not None:
                return self._joined(found, ending)
        return None

    def failed(self, nothing: str) -> Plan:
        """Why no plan was found; `nothing` says it where not even the hand had room."""
        if not self.hands:
            return Plan(PlanStatus.IN_COLLISION, detail=nothing)
        if not self.postured:
            return Plan(
                PlanStatus.IK_FAILED,
                detail="no posture of the arm turns the hand so, at the height of the target",
            )
        if not self.clear:
            return Plan(
                PlanStatus.IN_COLLISION,
                detail="the hand has room at the target, but the arm behind it touches something",
            )
        return Plan(PlanStatus.NO_PATH, detail="the arm has room at the target, but no way there was found")

    def _is_clear(self, ending: Ending) -> bool:
        whole = self.rig.whole
        return (
            whole.free(ending.before, self.rig.opening)
            and all_free(whole, ending.legs, COARSE)
            and all_free(whole, ending.legs, FINE)
        )

    def _joined(self, stops: Sequence[Array], ending: Ending) -> Plan:
        path: list[tuple[float, ...]] = []
        for leg in (*legs(stops, self.rig.opening), *ending.legs):
            # Asked with the fingers a little off the held thing, told with them on it until it is let go.
            opening = self.rig.gripped if leg.carrying and self.rig.carried else leg.opening
            if not path or opening != path[-1][-1]:
                path.append((*leg.start.tolist(), opening))
            path.append((*leg.end.tolist(), opening))
        return Plan(PlanStatus.REACHED, tuple(path), ending=ending.final)
