"""How many valid scenes a second of processor time the worlds give, before physics, and the memory they take.

Prints the figures, their ratio to what is asked for, and to the 5.3 scenes a second that Scenic draws of an
eight-object table with visibility. Run it on a quiet machine: `python benchmarks/worlds_speed.py [COUNT]`.
"""

from __future__ import annotations

import resource
import sys
import time
from collections import Counter

from espire_dsl.catalogue.reader import load_catalogue
from espire_dsl.tasks.worlds import shipped_world
from espire_sim.worlds import draw_scenes

ASKED = {"tabletop": 100.0, "shelf": 50.0}
SCENIC = 5.3
MANY, ASKED_GIGABYTES = 10_000, 2.0


def main(count: int) -> int:
    catalogue = load_catalogue()
    short = 0
    for name, asked in ASKED.items():
        world = shipped_world(name)
        refusals: Counter[str] = Counter()
        start = time.process_time()
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        scenes = list(draw_scenes(world, count, 0, catalogue=catalogue, refusals=refusals))
        rate = len(scenes) / (time.process_time() - start)
        kilobytes = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / len(scenes)
        gigabytes = kilobytes * MANY / 1e6
        short += rate < asked or gigabytes > ASKED_GIGABYTES
        print(
            f"{name}: {rate:.0f} scenes a second, {rate / asked:.1f} x the {asked:.0f} asked for, "
            f"{rate / SCENIC:.0f} x Scenic; {sum(refusals.values())} of {count} refused; "
            f"{MANY} at once take {gigabytes:.1f} GB, of {ASKED_GIGABYTES:.0f} allowed"
        )
    return 1 if short else 0


if __name__ == "__main__":
    raise SystemExit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 300))
