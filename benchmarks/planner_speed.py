"""What verdicts of the embedded planner cost, how often they are good, and whether placed books really rest.

Scenes of all levels are drawn and settled; every book is picked, and the held book is placed into every
slot and space, and into every slot in which it fits in each asked pose. Times are of one core and include
failures and the model of each scene, which its first verdict pays for. Run it on a quiet machine:
`python benchmarks/planner_speed.py [SCENES]`; it ends with 1 when a figure misses what is asked for.
"""

from __future__ import annotations

import math
import statistics
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator

from attrs import define, field

from espire_dsl.catalogue.reader import load_catalogue
from espire_dsl.scene.fit import Pose, fits
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.node import Node
from espire_dsl.scene.rotation import rotate_vector
from espire_dsl.tasks.worlds import shipped_world
from espire_sim.interfaces import Goal, Pick, Place, Plan, PlanStatus, Settled
from espire_sim.mujoco.physics import MujocoPhysics
from espire_sim.planning.planner import ArmPlanner
from espire_sim.worlds import draw_many

SEED = 11
ASKED_MILLISECONDS = {"pick": 60.0, "place": 150.0}  # of the median
ASKED_RATE = 0.5
ASKED_RESTING = 0.99
RESTED = 5  # one reached placement in so many is settled by physics
ANGLES = (20.0, 35.0, 50.0, 65.0)
POSES: dict[str, tuple[dict[str, object], Pose]] = {
    "Vertical": ({"pose": "Vertical", "angle": None}, "upright"),
    "Flat": ({"pose": "Flat", "angle": None}, "flat"),
    "Tilted": ({"pose": "Tilted", "angle": None}, "tilted"),
    **{
        f"{angle:g} degrees": ({"pose": "TiltDegree", "angle": angle, "tolerance": 10.0}, angle)
        for angle in ANGLES
    },
}


@define
class Figures:
    """Times in milliseconds and statuses, by what was asked."""

    times: dict[str, list[float]] = field(factory=lambda: defaultdict(list))
    statuses: dict[str, Counter[PlanStatus]] = field(factory=lambda: defaultdict(Counter))

    def rate(self, kind: str) -> float:
        return self.statuses[kind][PlanStatus.REACHED] / self.statuses[kind].total()

    def line(self, kind: str) -> str:
        times = sorted(self.times[kind])
        others = ", ".join(
            f"{status} {count}"
            for status, count in self.statuses[kind].items()
            if status is not PlanStatus.REACHED
        )
        return (
            f"{kind:<20} {len(times):>6} {self.rate(kind):>8.1%} {statistics.median(times):>8.1f}"
            f" {statistics.fmean(times):>8.1f} {times[int(0.9 * len(times))]:>8.1f}  {others}"
        )


def pose_of(book: Node) -> str:
    tilt = math.degrees(math.acos(min(1.0, rotate_vector(book.quaternion, (0.0, 0.0, 1.0))[2])))
    return "upright" if tilt <= 10 else "flat" if tilt >= 80 else "tilted"


def goals(scene: Scene) -> Iterator[tuple[str, Goal]]:
    if scene.world == "tabletop":
        yield from ((f"pick {pose_of(book)}", Pick(book.id)) for book in scene.of_kind("book"))
        return
    for slot in scene.of_kind("slot"):
        yield "place slot", Place(slot.id)
        for name, (constraint, pose) in POSES.items():
            if fits(scene, slot.id, "held", pose):
                yield f"place {name}", Place(slot.id, constraint)
    for space in scene.of_kind("space"):
        yield "place space", Place(space.id)


def rests(plan: Plan, physics: MujocoPhysics) -> bool:
    """Whether the placed book stays where it was put."""
    assert plan.final is not None
    settled = physics.settle(plan.final)
    if not isinstance(settled, Settled):
        return False
    before, after = plan.final.node("held"), settled.scene.node("held")
    return math.dist(before.center, after.center) < 0.02 and pose_of(before) == pose_of(after)


def measured(count: int) -> tuple[Figures, Counter[bool]]:
    planner, physics, catalogue = ArmPlanner(), MujocoPhysics(), load_catalogue()
    figures, resting = Figures(), Counter[bool]()
    reached = 0
    for world in ("tabletop", "shelf"):
        for _, drawn in draw_many(shipped_world(world), count, SEED, catalogue=catalogue):
            settled = physics.settle(drawn.scene)
            if not isinstance(settled, Settled):
                continue
            for kind, goal in goals(settled.scene):
                start = time.process_time()
                plan = planner.reach(settled.scene, goal)
                took = (time.process_time() - start) * 1000
                for name in (kind, kind.partition(" ")[0]):
                    figures.times[name].append(took)
                    figures.statuses[name][plan.status] += 1
                reached += plan.reached and isinstance(goal, Place)
                if plan.reached and isinstance(goal, Place) and reached % RESTED == 0:
                    resting[rests(plan, physics)] += 1
    return figures, resting


def main(count: int) -> int:
    figures, resting = measured(count)
    print(f"{'':<20} {'asked':>6} {'reached':>8} {'median':>8} {'mean':>8} {'p90':>8}  of ms; what else")
    for kind in sorted(figures.times):
        print(figures.line(kind))
    missed = 0
    for action, allowed in ASKED_MILLISECONDS.items():
        median = statistics.median(figures.times[action])
        missed += median > allowed
        print(f"{action}: median {median:.1f} ms, {median / allowed:.0%} of the {allowed:g} allowed")
    for pose in ("upright", "tilted", "flat"):
        rate = figures.rate(f"pick {pose}")
        missed += rate < ASKED_RATE
        print(f"pick {pose}: {rate:.0%} reached, {ASKED_RATE:.0%} asked for")
    share = resting[True] / max(1, resting.total())
    missed += share < ASKED_RESTING
    print(
        f"{share:.1%} of {resting.total()} placed books rest as they were put, {ASKED_RESTING:.0%} asked for"
    )
    return 1 if missed else 0


if __name__ == "__main__":
    raise SystemExit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 60))
