"""What the embedded simulator costs and keeps: time a scene, valid scenes, memory over many scenes.

Times are of one core, for hard tabletop scenes: settling, then the world view with colours, ids and
visibility. Run it on a quiet machine: `python benchmarks/simulator_speed.py [COUNT]`; it ends with 1 when a
figure misses what is asked for.
"""

from __future__ import annotations

import resource
import statistics
import sys
import time
from collections import Counter

from espire_dsl.catalogue.reader import load_catalogue
from espire_sim.interfaces import Refused
from espire_sim.mujoco.physics import MujocoPhysics
from espire_sim.pictures.renderer import RayRenderer
from espire_sim.worlds import draw_many, load_world

TIMED = 20
PICTURED = 20  # one scene in so many is rendered while memory is watched
ASKED_SECONDS = 0.5
ASKED_VALID = 0.8
ASKED_MEGABYTES = 100.0


def main(count: int) -> int:
    physics, renderer, catalogue = MujocoPhysics(), RayRenderer(), load_catalogue()
    missed = 0

    settling, picturing = [], []
    for _, drawn in draw_many(load_world("tabletop"), TIMED, 0, ("hard",), catalogue=catalogue):
        start = time.process_time()
        settled = physics.settle(drawn.scene)
        middle = time.process_time()
        if isinstance(settled, Refused):
            continue
        renderer.render(settled.scene, "world", drawn.look).visible()
        settling.append(middle - start)
        picturing.append(time.process_time() - middle)
    both = statistics.median(a + b for a, b in zip(settling, picturing, strict=True))
    missed += both > ASKED_SECONDS
    print(
        f"hard tabletop: {both:.3f} s of processor time a scene, of {ASKED_SECONDS} allowed "
        f"(settling {statistics.median(settling):.3f}, world view with ids and visibility "
        f"{statistics.median(picturing):.3f})"
    )

    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for name in ("tabletop", "shelf"):
        reasons: Counter[str] = Counter()
        for index, drawn in draw_many(load_world(name), count // 2, 0, catalogue=catalogue):
            result = physics.settle(drawn.scene)
            if index % PICTURED == 0:
                renderer.render(drawn.scene, "world", drawn.look)
            reasons[str(result.reason) if isinstance(result, Refused) else ""] += 1
        valid = reasons.pop("") / (count // 2)
        missed += valid < ASKED_VALID
        why = ", ".join(f"{reason} {number}" for reason, number in reasons.most_common()) or "none"
        share = f"{valid:.1%} of {count // 2} scenes stay valid, {ASKED_VALID:.0%} asked for"
        print(f"{name}: {share}; refused: {why}")
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1000
    missed += grown > ASKED_MEGABYTES
    print(f"memory: {count} scenes in one process grew it by {grown:.0f} MB, {ASKED_MEGABYTES:.0f} allowed")
    return 1 if missed else 0


if __name__ == "__main__":
    raise SystemExit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000))
