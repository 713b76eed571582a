"""What became of the candidates for one goal, so that a failure can be told by the stage that was reached."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import define

from espire_sim.interfaces import Plan, PlanStatus
from espire_sim.planning.course import Course
from espire_sim.planning.motion import COARSE, FINE, all_free
from espire_sim.planning.rig import Rig
from espire_sim.planning.ways import Ending


@define(eq=False)
class Attempt:
    """One goal being tried: how far its candidates came."""

    rig: Rig
    postures: int
    has_course: bool = False
    has_posture: bool = False
    has_ending: bool = False

    def endings(self, courses: Iterable[Course]) -> Iterator[Ending]:
        """The endings in which the whole robot takes one of the courses and touches nothing."""
        for course in courses:
            self.has_course = True
            for joints, tool in self.rig.postures_for(course.poses, self.postures):
                self.has_posture = True
                stops = [self.rig.configuration(pose, joints, tool) for pose in course.poses]
                legs = tuple(stretch.leg(stops) for stretch in course.stretches)
                ending = Ending(stops[0], tool, legs, course.final, course.put)
                if self._is_clear(ending):
                    self.has_ending = True
                    yield ending

    def failed(self, nothing: str, no_way: str) -> Plan:
        """Why there is no plan: `nothing` says it where there was no course, `no_way` where all but a way."""
        if not self.has_course:
            return Plan(PlanStatus.IN_COLLISION, detail=nothing)
        if not self.has_posture:
            return Plan(
                PlanStatus.IK_FAILED,
                detail="no posture of the arm turns the hand so, with the base where it may be",
            )
        if not self.has_ending:
            return Plan(
                PlanStatus.IN_COLLISION,
                detail="the hand has room at the target, but the arm behind it touches something",
            )
        return Plan(PlanStatus.NO_PATH, detail=no_way)

    def _is_clear(self, ending: Ending) -> bool:
        whole = self.rig.whole
        return (
            whole.free(ending.before, self.rig.opening)
            and all_free(whole, ending.legs, COARSE)
            and all_free(whole, ending.legs, FINE)
        )
