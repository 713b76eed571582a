"""What kernels find at work on scenes: pictures with masks, and paths. Run as a program, it prints that of
scenes in a file, so that a test may have it from a process whose kernels Python interprets."""

from __future__ import annotations

import hashlib
import json
import pickle
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from attrs import evolve

from espire_dsl.scene.graph import Scene
from espire_dsl.tasks.worlds import shipped_world
from espire_sim.interfaces import Goal, Pick, Place
from espire_sim.planning.planner import ArmPlanner
from espire_sim.rendering.renderer import RayRenderer
from espire_sim.rendering.rle import encoded
from espire_sim.worlds import draw
from espire_sim.worlds.result import Appearance

SHARE = 10
"""Pictures are smaller by so much: Python takes its time for each pixel."""

GOALS = 2

Drawn = tuple[Scene, Appearance]


def drawn_small(worlds: Sequence[str], seed: int) -> list[Drawn]:
    """A scene of each world, with small pictures."""
    return [_small(draw(shipped_world(world), "hard", seed=seed)) for world in worlds]


def _small(drawn: Any) -> Drawn:
    cameras = {
        name: evolve(
            camera,
            K=(*(tuple(value / SHARE for value in row) for row in camera.K[:2]), camera.K[2]),
            width=camera.width // SHARE,
            height=camera.height // SHARE,
        )
        for name, camera in drawn.scene.cameras.items()
    }
    return evolve(drawn.scene, cameras=cameras), drawn.appearance


def found(scenes: Sequence[Drawn]) -> list[list[str]]:
    """All that is found, as texts."""
    return [[*_seen(*drawn), *_planned(drawn[0])] for drawn in scenes]


def _seen(scene: Scene, look: Appearance) -> Iterator[str]:
    for camera in sorted(scene.cameras):
        picture = RayRenderer().render(scene, camera, look)
        shown = picture.rgb, picture.distance_to_image_plane, picture.instance_id_segmentation
        yield from (hashlib.sha256(np.ascontiguousarray(array).tobytes()).hexdigest() for array in shown)
        for pixels in (picture.alone, picture.without_robot):
            yield repr({name: int(count) for name, count in sorted(pixels.items())})
        numbers = picture.instance_id_segmentation
        yield from (json.dumps(encoded(numbers == number)) for number in np.unique(numbers).tolist())


def _planned(scene: Scene) -> Iterator[str]:
    """The ways to the first books or slots."""
    goals: list[Goal] = [Place(node.id) for node in scene.of_kind("slot")[:GOALS]]
    if not goals:
        goals = [Pick(node.id) for node in scene.of_kind("book")[:GOALS]]
    for goal in goals:
        plan = ArmPlanner().reach(scene, goal)
        yield repr((plan.status, plan.detail, plan.checks, plan.path))


if __name__ == "__main__":
    print(json.dumps(found(pickle.loads(Path(sys.argv[1]).read_bytes()))))
