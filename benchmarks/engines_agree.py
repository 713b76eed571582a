"""How far two independent engines agree: MuJoCo, and PhysX through ovphysx, on the same drawn scenes.

Of every scene: whether both call it valid, and for each thing that moves how far apart the two leave its
centre and its turn. Scenes are taken as drawn, which is at rest or nearly so; let go 5 mm above that; and
without what props books up, so that the engines have falls to agree about.
`ESPIRE_OVPHYSX_PYTHON=... python benchmarks/engines_agree.py [COUNT]`; without the engine it says how to get
it, and ends with 0, as the engine is optional.
"""

from __future__ import annotations

import math
import statistics
import sys
import time
from collections.abc import Sequence

from attrs import evolve

from espire_dsl.scene.graph import Scene
from espire_dsl.scene.node import Node
from espire_dsl.tasks.worlds import shipped_world
from espire_sim.interfaces import Refused, Settled
from espire_sim.mujoco.physics import MujocoPhysics
from espire_sim.settling.bodies import moving_bodies
from espire_sim.usd.ovphysx.physics import EngineMissingError, OvPhysics
from espire_sim.worlds import draw_scenes

ASKED_MEDIAN = 1.0  # millimetres
LIFT = 0.005


def main(count: int) -> int:
    try:
        other = OvPhysics.found()
    except EngineMissingError as error:
        print(f"not compared: {error}")
        return 0
    medians = []
    with other:
        for world in ("tabletop", "shelf"):
            scenes = [scene for _, scene in draw_scenes(shipped_world(world), count // 2, 0)]
            medians.append(compare(f"{world}, as drawn", scenes, other))
            compare(f"{world}, let go {1000 * LIFT:g} mm higher", [lifted(scene) for scene in scenes], other)
            compare(f"{world}, without supports", [unsupported(scene) for scene in scenes], other)
    return 0 if max(medians) <= ASKED_MEDIAN else 1


def lifted(scene: Scene) -> Scene:
    """The scene with all that falls a little higher."""
    falling = {node.id for node in moving_bodies(scene)}
    return scene.with_parts(
        evolve(node, center=(*node.center[:2], node.center[2] + LIFT)) if node.id in falling else node
        for node in scene.nodes
    )


def unsupported(scene: Scene) -> Scene:
    """The scene without what leaning and lying books rest on."""
    gone = {node.id for node in scene.of_kind("support")}
    return scene.with_parts(
        (node for node in scene.nodes if node.id not in gone),
        [edge for edge in scene.edges if not gone.intersection(edge[:2])],
    )


def compare(what: str, scenes: Sequence[Scene], other: OvPhysics) -> float:
    embedded = MujocoPhysics()
    agreed = refused = same_reason = 0
    away: list[float] = []
    turned: list[float] = []
    spent = 0.0
    for scene in scenes:
        one = embedded.settle(scene)
        start = time.perf_counter()
        two = other.settle(scene)
        spent += time.perf_counter() - start
        agreed += isinstance(one, Settled) == isinstance(two, Settled)
        if isinstance(one, Refused) or isinstance(two, Refused):
            same_reason += isinstance(one, Refused) and isinstance(two, Refused) and one.reason == two.reason
            refused += isinstance(one, Refused) and isinstance(two, Refused)
            continue
        for node in moving_bodies(scene):
            pair = one.scene.node(node.id), two.scene.node(node.id)
            away.append(1000 * math.dist(pair[0].center, pair[1].center))
            turned.append(angle(*pair))
    print(
        f"{what}: {agreed} of {len(scenes)} verdicts agree ({refused} refused by both, {same_reason} of "
        f"them for the same reason); {spent / len(scenes):.2f} s a scene in the other process"
    )
    if away:
        print(
            f"  {len(away)} things in scenes that both keep: centres differ by "
            f"{statistics.median(away):.3f} mm (median), {max(away):.2f} mm at most; turns by "
            f"{statistics.median(turned):.3f} degrees, {max(turned):.2f} at most"
        )
    return statistics.median(away) if away else 0.0


def angle(one: Node, other: Node) -> float:
    """Degrees between two turns; from the difference of quaternions, which stays exact when it is small."""
    a, b = one.quaternion, other.quaternion
    apart = min(math.dist(a, b), math.dist(a, [-part for part in b]))
    return math.degrees(4 * math.asin(min(apart / 2, 1.0)))


if __name__ == "__main__":
    raise SystemExit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 20))
