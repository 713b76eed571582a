"""How many valid scenes a second of processor time the worlds give, before physics.

Prints the figures, their ratio to what is asked for, and to the 5.3 scenes a second that Scenic draws of an
eight-object table with visibility. Run it on a quiet machine: `python benchmarks/worlds_speed.py [COUNT]`.
"""

from __future__ import annotations

import sys
import time
from collections import Counter

from espire_dsl.catalogue.reader import load_catalogue
from espire_sim.worlds import draw_scenes, load_world

ASKED = {"tabletop": 100.0, "shelf": 50.0}
SCENIC = 5.3


def main(count: int) -> int:
    catalogue = load_catalogue()
    slow = 0
    for name, asked in ASKED.items():
        world = load_world(name)
        refusals: Counter[str] = Counter()
        start = time.process_time()
        drawn = sum(1 for _ in draw_scenes(world, count, 0, catalogue=catalogue, refusals=refusals))
        rate = drawn / (time.process_time() - start)
        slow += rate < asked
        print(
            f"{name}: {rate:.0f} scenes a second, {rate / asked:.1f} x the {asked:.0f} asked for, "
            f"{rate / SCENIC:.0f} x Scenic; {sum(refusals.values())} of {count} refused"
        )
    return 1 if slow else 0


if __name__ == "__main__":
    raise SystemExit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 300))
