"""What a photograph costs: processor time of one of 640 x 480, and memory of the process that takes them.

    python benchmarks/photo_speed.py [COUNT]

Takes COUNT photographs (40) by each way of painting, of all cameras of tabletops and shelves in turns, each
way in a process of its own. The median and the mean have all that the first pictures prepare for later ones,
such as what LLVM compiles. It ends with 1 when a median misses what is asked for, or a process is ended by a
signal. Without Mitsuba, or without LLVM 19, it says so and measures the rest.
"""

from __future__ import annotations

import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import islice

from espire_dsl.scene.graph import Scene
from espire_dsl.tasks.worlds import shipped_world
from espire_sim.photo.error import PhotoError
from espire_sim.photo.renderer import photo_renderer
from espire_sim.worlds import draw_many
from espire_sim.worlds.result import Appearance

WORLDS = ("tabletop", "shelf")
COUNT = 40
ASKED_SECONDS = {"photo": 6.0, "photo-llvm": 3.0}


def main(count: int) -> int:
    """Each way in a process of its own, whose memory is then its own, too."""
    command = [sys.executable, __file__, str(count)]
    codes = [subprocess.run([*command, way], check=False).returncode for way in ASKED_SECONDS]
    return int(any(codes))


def measured(count: int, way: str) -> int:
    try:
        renderer = photo_renderer(way)
    except PhotoError as error:
        print(f"{way}: not measured: {error}")
        return 0
    seconds = []
    for scene, look, camera in islice(views(count), count):
        started = time.process_time()
        renderer.render(scene, camera, look)
        seconds.append(time.process_time() - started)
    middle, asked = statistics.median(seconds), ASKED_SECONDS[way]
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
    print(
        f"{way}: {middle:.2f} s a picture (median of {count}; {asked:g} allowed, ratio {middle / asked:.2f}; "
        f"mean {statistics.fmean(seconds):.2f}, first {seconds[0]:.2f}, largest {max(seconds):.2f}), "
        f"{memory:.2f} GB at most"
    )
    return int(middle > asked)


def views(count: int) -> Iterator[tuple[Scene, Appearance, str]]:
    """Scenes of the worlds in turns, through each of their cameras."""
    drawn = (draw_many(shipped_world(world), count, 0) for world in WORLDS)
    for pair in zip(*drawn, strict=False):
        for _, one in pair:
            for camera in sorted(one.scene.cameras):
                yield one.scene, one.appearance, camera


if __name__ == "__main__":
    arguments = sys.argv[1:]
    counted = int(arguments[0]) if arguments else COUNT
    sys.exit(measured(counted, arguments[1]) if len(arguments) > 1 else main(counted))
