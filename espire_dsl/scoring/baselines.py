"""Answers that need no model: at random, the centre of the picture, and what the set itself says."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping
from itertools import accumulate
from typing import Any, Final

from espire_dsl.reports.masks import run_lengths
from espire_dsl.scoring.prediction import MOST_ATTEMPTS, POINTED_AT, Point, Prediction
from espire_dsl.scoring.reading import Predictions
from espire_dsl.tasks.task import Task

Baseline = Callable[[Task, random.Random], Prediction]


def predictions_of(name: str, tasks: Iterable[Task], seed: int = 0) -> Predictions:
    """What a baseline answers; each task has its own random numbers."""
    answer = BASELINES[name]
    return Predictions({t.id: answer(t, random.Random(f"{seed} {name} {t.id}")) for t in tasks})


def at_random(task: Task, dice: random.Random) -> Prediction:
    """Points anywhere in the picture; one of the options."""
    if task.answer_kind in POINTED_AT:
        width, height = _size(task)
        points = tuple((dice.uniform(0, width), dice.uniform(0, height)) for _ in range(MOST_ATTEMPTS))
        return Prediction(task.id, points=points)
    options = _options(task)
    return Prediction(task.id, answer=dice.choice(options) if options else None)


def centre(task: Task, _: random.Random) -> Prediction:
    """The centre of the picture; the option in the middle."""
    if task.answer_kind in POINTED_AT:
        width, height = _size(task)
        return Prediction(task.id, points=((width / 2, height / 2),))
    options = _options(task)
    return Prediction(task.id, answer=options[len(options) // 2] if options else None)


def oracle(task: Task, _: random.Random) -> Prediction:
    """A pixel of the first answer; the first answer."""
    if task.answer_kind in POINTED_AT:
        masks = [task.masks[id] for id in task.answers if id in task.masks]
        return Prediction(task.id, points=tuple(map(_pixel_of, masks[:1])))
    answer = task.answers if task.answer_kind == "list" else task.answers[0]
    return Prediction(task.id, answer=answer)


BASELINES: Final[Mapping[str, Baseline]] = {"random": at_random, "centre": centre, "oracle": oracle}


def _size(task: Task) -> tuple[int, int]:
    """Width and height of the picture, which every mask knows."""
    height, width = next(iter(task.masks.values()))["size"]
    return width, height


def _options(task: Task) -> list[Any]:
    if task.choices is not None:
        return task.choices
    return [True, False] if task.answer_kind == "yes_no" else []


def _pixel_of(mask: dict[str, Any]) -> Point:
    """The middle of the longest run of a mask."""
    runs = list(run_lengths(mask["counts"]))
    longest = max(range(1, len(runs), 2), key=lambda place: runs[place])
    column, row = divmod(list(accumulate(runs))[longest] - (runs[longest] + 1) // 2, mask["size"][0])
    return (column + 0.5, row + 0.5)
