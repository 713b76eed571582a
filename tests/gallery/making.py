"""A small task set of packaged families, with invented masks and pictures: fast to make, and all is known."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from attrs import evolve
from numpy.typing import NDArray
from pycocotools import mask as coco

from espire_dsl.catalogue.reader import load_catalogue
from espire_dsl.checking.check import compile_paths
from espire_dsl.png import encode_png
from espire_dsl.resources import resource_path
from espire_dsl.scene.graph import Scene
from espire_dsl.tasks.batch_evaluator import BatchEvaluator
from espire_dsl.tasks.bindings import bind
from espire_dsl.tasks.files import TaskSet, save
from espire_dsl.tasks.plan import plans_of
from espire_dsl.tasks.record import Wording, task_of
from espire_dsl.tasks.rulebook import RuleBook
from espire_dsl.tasks.suites import suites_of
from espire_dsl.tasks.task import Task
from espire_dsl.tasks.worlds import shipped_world
from espire_dsl.wording.render import Lexicon
from espire_sim.worlds import draw_many

HEIGHT, WIDTH = 48, 64
FAMILIES = (
    "espire/pick/orientation.espire",
    "espire/place/relationship.espire",
    "espire_plus/pick/chains.espire",
    "espire_plus/pick/filters.espire",
    "espire_plus/place/filters.espire",
)
SEED = 4


@cache
def plain_set() -> TaskSet:
    """At most two tasks of each type, from a few scenes of both worlds; no pictures, no masks."""
    scenes = [
        drawn.scene
        for world in ("tabletop", "shelf")
        for _, drawn in draw_many(shipped_world(world), 6, SEED)
    ]
    tasks = tuple(_tasks(scenes))
    used = {task.scene for task in tasks}
    versions = {"package": "0.0", "language": "1"}
    return TaskSet(
        {"seed": SEED, "versions": versions}, tasks, tuple(scene for scene in scenes if scene.id in used)
    )


def _tasks(scenes: Sequence[Scene]) -> Iterator[Task]:
    folder = resource_path("families")
    files = [folder / name for name in FAMILIES]
    lexicon, catalogue, book = Lexicon.load(), load_catalogue(), RuleBook()
    for suite in suites_of(compile_paths(files, [folder]).files, files):
        for family in suite.families:
            here = [scene for scene in scenes if scene.world == family.world]
            evaluator = BatchEvaluator.of(here, book)
            for plan in plans_of(family):
                found = bind(suite.name, plan, here, evaluator, SEED).bindings
                for index in sorted(found)[:2]:
                    wording = Wording(0, 0, 0)
                    scene, binding = here[index], found[index][0]
                    yield task_of(suite.name, plan, scene, binding, wording, lexicon, catalogue, SEED, book)


def invented_mask(seed: int) -> NDArray[np.bool_]:
    """A few boxes, and a pixel in the last corner to try the ends of the run lengths."""
    stream = np.random.default_rng(seed)
    mask = np.zeros((HEIGHT, WIDTH), dtype=bool)
    for _ in range(3):
        top, left = stream.integers(0, HEIGHT - 8), stream.integers(0, WIDTH - 8)
        mask[top : top + stream.integers(1, 20), left : left + stream.integers(1, 20)] = True
    mask[-1, -1] = seed % 2 == 0
    return mask


def record_of(mask: NDArray[np.bool_]) -> dict[str, Any]:
    """As pycocotools writes it."""
    made = coco.encode(np.asfortranarray(mask.astype(np.uint8)))
    return {"size": [int(part) for part in made["size"]], "counts": made["counts"].decode("ascii")}


def pixels_of(record: dict[str, Any]) -> NDArray[np.bool_]:
    """As pycocotools reads it; some versions of it use a way of making arrays that NumPy will drop."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        return np.asarray(coco.decode(record), dtype=bool)


def pictured_set(out: Path) -> TaskSet:
    """The set with masks, verdicts and pictures of noise, saved to a folder."""
    plain = plain_set()
    tasks = tuple(_pictured(task, number) for number, task in enumerate(plain.tasks))
    made = evolve(plain, tasks=tasks)
    save(out, made, {})
    for number, scene in enumerate(made.scenes):
        stream = np.random.default_rng(number)
        for view in ("world", "wrist"):
            path = out / "images" / scene.id / f"{view}.png"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(encode_png(stream.integers(0, 256, (HEIGHT, WIDTH, 3), dtype=np.uint8)))
    return made


def _pictured(task: Task, number: int) -> Task:
    masks = {id: record_of(invented_mask(100 * number + i)) for i, id in enumerate(task.answers)}
    reached = task.answers[:-1] or task.answers
    status = {id: "reached" if id in reached else "no_path" for id in task.answers}
    return evolve(task, masks=masks, feasible=reached, verification=status)
