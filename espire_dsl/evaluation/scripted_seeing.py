"""Where scripted models point in the picture of a scene at its start."""

from __future__ import annotations

import random
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from espire_dsl.evaluation.asking import Situation
from espire_dsl.reports.masks import decoded, on_mask
from espire_dsl.scene.box import box_of
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.projection import project
from espire_dsl.scoring.baselines import middle_of
from espire_dsl.scoring.prediction import Point
from espire_dsl.tasks.task import Task

_TRIES = 200


def anywhere(situation: Situation, stream: random.Random) -> Point:
    width, height = situation.size
    return stream.uniform(0, width), stream.uniform(0, height)


def an_answer(situation: Situation, _: random.Random) -> Point:
    """The middle of the first answer that the robot can reach."""
    task = situation.task
    masks = [task.masks[id] for id in task.feasible or task.answers if id in task.masks]
    return middle_of(masks[0]) if masks else _centre(situation)


def a_candidate(situation: Situation, stream: random.Random) -> Point:
    """One of the candidates."""
    task = situation.task
    return (
        pixel_of(situation, stream.choice(task.candidates))
        if task.candidates
        else anywhere(situation, stream)
    )


def nearest(situation: Situation, stream: random.Random) -> Point:
    """The candidate that is nearest to the camera."""
    task = situation.task
    if not task.candidates:
        return anywhere(situation, stream)
    scene = situation.source.scenes[task.scene]
    eye = scene.cameras[task.view].position
    away = {id: float(np.linalg.norm(np.subtract(scene.node(id).center, eye))) for id in task.candidates}
    return pixel_of(situation, min(task.candidates, key=lambda id: (round(away[id], 6), id)))


def largest(situation: Situation, stream: random.Random) -> Point:
    """The candidate that has most pixels in the picture; of places, which have none, the one that is
    largest."""
    task = situation.task
    if not task.candidates:
        return anywhere(situation, stream)
    scene = situation.source.scenes[task.scene]
    counts = np.bincount(situation.source.ids(task.scene, task.view).ravel(), minlength=1 << 16)

    def size(id: str) -> tuple[int, float, str]:
        node = scene.node(id)
        seen = 0 if node.instance is None else int(counts[node.instance])
        return -seen, -round(float(np.prod(node.extents)), 9), id

    return pixel_of(situation, min(task.candidates, key=size))


def in_another_frame(situation: Situation, stream: random.Random) -> Point:
    """What another reading than the meant one gives, where that is none of the answers; else an answer."""
    task = situation.task
    right = {*task.answers, *task.undecided}
    others = [
        id
        for name, ids in sorted(task.readings.items())
        if name != task.reading
        for id in ids
        if id not in right
    ]
    return pixel_of(situation, others[0]) if others else an_answer(situation, stream)


def nowhere_right(situation: Situation, stream: random.Random) -> Point:
    """A point that is on no answer."""
    right = _right_masks(situation.task)
    points = (anywhere(situation, stream) for _ in range(_TRIES))
    return next((p for p in points if not any(on_mask(mask, *p) for mask in right)), (0.5, 0.5))


def pixel_of(situation: Situation, id: str) -> Point:
    """A pixel of a thing or a place: of its mask where it is an answer, else where it is seen, or where its
    box would be. A point of what is no answer is on no answer where that can be helped."""
    task = situation.task
    if id in task.masks:
        mask = task.masks[id]
        wrong = id not in {*task.answers, *task.undecided}
        return _beside_answers(task, decoded(mask)) or middle_of(mask) if wrong else middle_of(mask)
    scene = situation.source.scenes[task.scene]
    instance = scene.node(id).instance
    seen = None if instance is None else situation.source.ids(task.scene, task.view) == instance
    if seen is not None and seen.any():
        return _beside_answers(task, seen) or _middle(seen)
    return _in_box(task, scene, id, situation.size)


def _in_box(task: Task, scene: Scene, id: str, size: tuple[int, int]) -> Point:
    """The centre of a box as the camera would see it, or another of its points that is on no answer."""
    box = box_of(scene.node(id))
    steps = (0.0, -0.5, 0.5, -0.9, 0.9)
    own = np.array([(x, y, z) for x in steps for y in steps for z in steps]) * box.half
    points = np.asarray(box.center) + own @ np.asarray(box.axes).T
    pixels = [project(scene.cameras[task.view], point) for point in points]
    inside = [p for p in pixels if p is not None and 0 <= p[0] < size[0] and 0 <= p[1] < size[1]]
    right = _right_masks(task)
    beside = (p for p in inside if not any(on_mask(mask, *p) for mask in right))
    return next(beside, inside[0] if inside else (0.5, 0.5))


def _beside_answers(task: Task, seen: NDArray[np.bool_]) -> Point | None:
    """The middle of those pixels that are on no answer."""
    free = seen.copy()
    for mask in _right_masks(task):
        free &= ~decoded(mask)
    return _middle(free) if free.any() else None


def _right_masks(task: Task) -> list[dict[str, object]]:
    return [task.masks[id] for id in _unique([*task.answers, *task.undecided]) if id in task.masks]


def _unique(ids: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(ids))


def _middle(seen: NDArray[np.bool_]) -> Point:
    """That pixel of some which is nearest to their mean."""
    rows, columns = np.nonzero(seen)
    place = int(np.hypot(rows - rows.mean(), columns - columns.mean()).argmin())
    return float(columns[place]) + 0.5, float(rows[place]) + 0.5


def _centre(situation: Situation) -> Point:
    return situation.size[0] / 2, situation.size[1] / 2
