"""Numbers of a drawn scene by which two samplers of one world are compared, and the test that compares them.

A scene gives one value of each statistic, so that the values of many scenes are independent.
former_worlds.json holds those of the worlds as they were when they were descriptions in Python, before they
were declared in files of the language: 300 scenes a world, the levels by turns, seed 1. It was made from
these scenes, a line of JSON each, by `python -m tests.worlds.scene_statistics tabletop.jsonl shelf.jsonl`.
"""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from pathlib import Path

import numpy as np
from scipy.stats import ks_2samp

from espire_dsl.scene.box import box_of
from espire_dsl.scene.camera import Camera
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.json_io import loads
from espire_dsl.scene.node import Node
from espire_dsl.scene.rotation import rotate_vector
from espire_sim.worlds.seeing import Boxes, seen_points

FORMER = Path(__file__).with_name("former_worlds.json")
THINGS, SOLID = ("book", "near", "distant"), ("book", "near", "distant", "support")
COUNTED = ("book", "near", "distant", "slot")
DIGITS = 4

Samples = dict[str, list[float]]
Counts = dict[str, dict[str, list[int]]]


def samples_of(scenes: Iterable[Scene]) -> tuple[Samples, Counts]:
    """The values of each statistic, sorted; and by level and kind, how many things scenes may have."""
    samples: Samples = {}
    counts: dict[str, dict[str, set[int]]] = {}
    for scene in scenes:
        for name, value in statistics_of(scene):
            samples.setdefault(name, []).append(round(value, DIGITS))
        by_kind = counts.setdefault(str(scene.level), {kind: set() for kind in COUNTED})
        for kind in COUNTED:
            by_kind[kind].add(len(scene.of_kind(kind)))
    told = {level: {kind: sorted(some) for kind, some in kinds.items()} for level, kinds in counts.items()}
    return {name: sorted(values) for name, values in samples.items()}, told


def statistics_of(scene: Scene) -> Iterator[tuple[str, float]]:
    """Names and values; a name begins with what it is about."""
    books, near = scene.of_kind("book"), scene.of_kind("near")
    things, slots = scene.of_kind(*THINGS), scene.of_kind("slot")
    furniture = scene.of_kind("table", "shelf")[0]
    for node in (books[0], near[0], scene.of_kind("distant")[0], scene.of_kind("robot")[0]):
        for axis, value in zip("xyz", node.center, strict=True):
            yield f"position {axis} of {node.kind}", value
    yield "position least distance", min(math.dist(a.center, b.center) for a, b in combinations(things, 2))
    for axis, value in zip("xyz", np.std([node.center for node in things], axis=0), strict=True):
        yield f"position spread along {axis}", float(value)
    for node in (books[0], near[0], furniture):
        for axis, value in zip("xyz", node.extents, strict=True):
            yield f"size {axis} of {'furniture' if node is furniture else node.kind}", value
    yield "size of all things", sum(math.prod(node.extents) for node in things)
    yield "pose tilt of book", _tilt(books[0])
    yield "pose mean tilt of books", float(np.mean([_tilt(book) for book in books]))
    yield "pose yaw of book", _yaw(books[0])
    yield "pose yaw of near", _yaw(near[0])
    for name, camera in scene.cameras.items():
        yield from _camera_statistics(name, camera)
    yield "occupancy things", len(things)
    if slots:
        occupied = [slot.occupancy or 0.0 for slot in slots]
        yield "occupancy mean", float(np.mean(occupied))
        yield "occupancy greatest", max(occupied)
        yield "occupancy empty slots", occupied.count(0.0)
        yield "occupancy slots", len(slots)
        yield "occupancy spaces", len(scene.of_kind("space"))
    else:
        covered = sum(node.extents[0] * node.extents[1] for node in (*books, *near))
        yield "occupancy of the table", covered / (furniture.extents[0] * furniture.extents[1])
    seen = _seen_parts(scene)
    yield "visibility mean", float(np.mean(seen))
    yield "visibility least", float(np.min(seen))


def _tilt(node: Node) -> float:
    """Degrees between the thing's upright and the vertical."""
    up = rotate_vector(node.quaternion, node.upright or (0.0, 0.0, 1.0))
    return math.degrees(math.acos(max(-1.0, min(1.0, up[2]))))


def _yaw(node: Node) -> float:
    x, y, _ = rotate_vector(node.quaternion, (1.0, 0.0, 0.0))
    return math.degrees(math.atan2(y, x))


def _camera_statistics(name: str, camera: Camera) -> Iterator[tuple[str, float]]:
    for axis, value in zip("xyz", camera.position, strict=True):
        yield f"camera {name} {axis}", value
    x, y, z = rotate_vector(camera.quaternion, (0.0, 0.0, -1.0))
    yield f"camera {name} heading", math.degrees(math.atan2(-y, -x))  # from that towards the furniture
    yield f"camera {name} pitch", math.degrees(math.asin(max(-1.0, min(1.0, z))))
    yield f"camera {name} focal length", camera.K[0][0]


def _seen_parts(scene: Scene) -> Sequence[float]:
    """Of each thing, the part of the points inside it that no other thing hides from the world camera."""
    things = scene.of_kind(*THINGS)
    solid = [*things, *(node for node in scene.of_kind(*SOLID) if node not in things)]
    boxes = Boxes.of([*map(box_of, solid)])
    parts: list[float] = seen_points(boxes, len(things), scene.cameras["world"]).mean(axis=1).tolist()
    return parts


def same_distribution(a: Sequence[float], b: Sequence[float]) -> float:
    """The p-value of the two-sample test of Kolmogorov and Smirnov; with ties it errs on the high side."""
    return float(ks_2samp(a, b, method="asymp").pvalue)


def former(world: str) -> Mapping[str, Mapping[str, list[float]]]:
    """Samples and counts of a world when it was a description in Python."""
    found: Mapping[str, Mapping[str, list[float]]] = json.loads(FORMER.read_text())[world]
    return found


if __name__ == "__main__":
    made = {}
    for file in map(Path, sys.argv[1:]):
        samples, counts = samples_of(map(loads, file.read_text().splitlines()))
        made[file.stem] = {"samples": samples, "counts": counts}
    json.dump(made, sys.stdout, separators=(",", ":"))
