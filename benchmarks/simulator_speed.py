"""What the embedded simulator costs and keeps: time a scene, valid scenes, memory over many scenes.

Times are processor time. First, of hard tabletop scenes: settling, then the world view with colours, ids and
visibility. Then, of scenes of all levels: masks of everything that can be an answer, and the pictures of all
cameras as PNG files, painted by rays, and by OpenGL where it works. Run it on a quiet machine:
`python benchmarks/simulator_speed.py [COUNT]`; it ends with 1 when a figure misses what is asked for.
"""

from __future__ import annotations

import resource
import statistics
import sys
import time
from collections import Counter
from collections.abc import Sequence

from espire_dsl.catalogue.reader import Catalogue, load_catalogue
from espire_dsl.png import encode_png
from espire_dsl.tasks.worlds import shipped_world
from espire_sim.gl.probe import probe
from espire_sim.gl.renderer import renderer_of
from espire_sim.interfaces import Refused
from espire_sim.mujoco.physics import MujocoPhysics
from espire_sim.rendering.masks import masks_of
from espire_sim.rendering.observe import observe
from espire_sim.rendering.renderer import RayRenderer
from espire_sim.rendering.rle import encoded
from espire_sim.rendering.visibility import with_visibility
from espire_sim.worlds import draw_many

WORLDS = ("tabletop", "shelf")
TIMED = 20
PICTURED = 20  # one scene in so many is rendered while memory is watched
ASKED_SECONDS = 0.5
ASKED_SECONDS_OF_PICTURES = 0.6  # a scene, so that two cores paint 600 in three minutes
ASKED_VALID = 0.8
ASKED_MEGABYTES = 100.0


def main(count: int) -> int:
    catalogue = load_catalogue()
    missed = settled_and_seen(catalogue)
    missed += painted(catalogue)
    missed += valid_and_small(count, catalogue)
    return 1 if missed else 0


def settled_and_seen(catalogue: Catalogue) -> int:
    physics, renderer = MujocoPhysics(), RayRenderer()
    settling, picturing = [], []
    for _, drawn in draw_many(shipped_world("tabletop"), TIMED, 0, ("hard",), catalogue=catalogue):
        start = time.process_time()
        settled = physics.settle(drawn.scene)
        middle = time.process_time()
        if isinstance(settled, Refused):
            continue
        renderer.render(settled.scene, "world", drawn.appearance).visible()
        settling.append(middle - start)
        picturing.append(time.process_time() - middle)
    both = statistics.median(a + b for a, b in zip(settling, picturing, strict=True))
    print(
        f"hard tabletop: {both:.3f} s of processor time a scene, of {ASKED_SECONDS} allowed "
        f"(settling {statistics.median(settling):.3f}, world view with ids and visibility "
        f"{statistics.median(picturing):.3f})"
    )
    return both > ASKED_SECONDS


def painted(catalogue: Catalogue) -> int:
    reason = probe()
    renderers = {"rays": renderer_of("rays")} | ({} if reason else {"OpenGL": renderer_of("gl")})
    means: dict[str, list[float]] = {name: [] for name in renderers}
    for world in WORLDS:
        masking: list[float] = []
        painting: dict[str, list[float]] = {name: [] for name in renderers}
        for _, drawn in draw_many(shipped_world(world), TIMED, 0, catalogue=catalogue):
            observation = observe(drawn.scene, "world", drawn.appearance)
            scene = with_visibility(drawn.scene, {"world": observation})
            ids = [node.id for node in scene.of_kind("book", "slot", "space")]
            start = time.process_time()
            for mask in masks_of(scene, "world", observation, ids).values():
                encoded(mask)
            masking.append(time.process_time() - start)
            for name, renderer in renderers.items():
                start = time.process_time()
                for camera in sorted(scene.cameras):
                    encode_png(renderer.render(scene, camera, drawn.appearance).rgb)
                painting[name].append(time.process_time() - start)
        for name, times in painting.items():
            means[name].append(statistics.mean(times))
        print(f"{world}: masks {_said(masking)}; pictures {_all_said(painting)} s of processor time a scene")
    if reason:
        print(f"no OpenGL: {reason}")
    rays = statistics.mean(means["rays"])
    print(f"pictures of all cameras by rays: {rays:.3f} s a scene, {ASKED_SECONDS_OF_PICTURES} allowed")
    return rays > ASKED_SECONDS_OF_PICTURES


def valid_and_small(count: int, catalogue: Catalogue) -> int:
    physics, renderer = MujocoPhysics(), RayRenderer()
    missed = 0
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for name in WORLDS:
        reasons: Counter[str] = Counter()
        for index, drawn in draw_many(shipped_world(name), count // 2, 0, catalogue=catalogue):
            result = physics.settle(drawn.scene)
            if index % PICTURED == 0:
                renderer.render(drawn.scene, "world", drawn.appearance)
            reasons[str(result.reason) if isinstance(result, Refused) else ""] += 1
        valid = reasons.pop("") / (count // 2)
        missed += valid < ASKED_VALID
        why = ", ".join(f"{reason} {number}" for reason, number in reasons.most_common()) or "none"
        share = f"{valid:.1%} of {count // 2} scenes stay valid, {ASKED_VALID:.0%} asked for"
        print(f"{name}: {share}; refused: {why}")
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1000
    missed += grown > ASKED_MEGABYTES
    print(f"memory: {count} scenes in one process grew it by {grown:.0f} MB, {ASKED_MEGABYTES:.0f} allowed")
    return missed


def _said(times: Sequence[float]) -> str:
    return f"{statistics.mean(times):.3f}"


def _all_said(times: dict[str, list[float]]) -> str:
    return ", ".join(f"by {name} {_said(some)}" for name, some in times.items())


if __name__ == "__main__":
    raise SystemExit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000))
