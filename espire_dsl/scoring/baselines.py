"""Answers that need no model: at random, the centre of the picture, and what the set itself says."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping
from itertools import accumulate
from typing import Any, Final

from espire_dsl.reports.masks import run_lengths
from espire_dsl.scoring.prediction import MOST_ATTEMPTS, POINTED_AT, Point, Prediction
from espire_dsl.scoring.reading import Predictions, size_of
from espire_dsl.tasks.lettered import meant_by
from espire_dsl.tasks.task import Task

Baseline = Callable[[Task, random.Random], Prediction | None]


def predictions_of(name: str, tasks: Iterable[Task], seed: int = 0) -> Predictions:
    """What a baseline answers, where it can; each task has its own random numbers."""
    answer = BASELINES[name]
    told = (answer(task, random.Random(f"{seed} {name} {task.id}")) for task in tasks)
    return Predictions({prediction.task: prediction for prediction in told if prediction is not None})


def at_random(task: Task, stream: random.Random) -> Prediction | None:
    """Points anywhere in the picture; one of the options."""
    if task.answer_kind in POINTED_AT:
        width, height = size_of(task)
        points = tuple((stream.uniform(0, width), stream.uniform(0, height)) for _ in range(MOST_ATTEMPTS))
        return Prediction(task.id, points=points)
    return _said(task, stream.choice, stream)


def candidate(task: Task, stream: random.Random) -> Prediction | None:
    """Any of the candidates, and others when that was wrong; one of the options."""
    if task.answer_kind in POINTED_AT and task.candidates:
        things = stream.sample(task.candidates, min(MOST_ATTEMPTS, len(task.candidates)))
        return Prediction(task.id, things=tuple(things))
    return at_random(task, stream)


def centre(task: Task, stream: random.Random) -> Prediction | None:
    """The centre of the picture; the option in the middle."""
    if task.answer_kind in POINTED_AT:
        width, height = size_of(task)
        return Prediction(task.id, points=((width / 2, height / 2),))
    return _said(task, lambda options: options[len(options) // 2], stream)


def oracle(task: Task, _: random.Random) -> Prediction:
    """A pixel of the first answer that can be reached; the first answer."""
    if task.answer_kind in POINTED_AT:
        masks = [task.masks[id] for id in task.feasible or task.answers if id in task.masks]
        return Prediction(task.id, points=tuple(map(middle_of, masks[:1])))
    return Prediction(task.id, answer=task.answers if task.answer_kind == "list" else task.answers[0])


BASELINES: Final[Mapping[str, Baseline]] = {
    "random": at_random,
    "candidate": candidate,
    "centre": centre,
    "oracle": oracle,
}


def _said(task: Task, pick: Callable[[list[Any]], Any], stream: random.Random) -> Prediction | None:
    """One of the options, yes or no, any order of a list; nothing where there is nothing to choose from."""
    options = [True, False] if task.answer_kind == "yes_no" else [meant_by(o) for o in task.options or ()]
    if not options:
        return None
    if task.answer_kind == "list":
        return Prediction(task.id, answer=stream.sample(options, len(options)))
    return Prediction(task.id, answer=pick(options))


def middle_of(mask: dict[str, Any]) -> Point:
    """The middle of the longest run of a mask."""
    runs = list(run_lengths(mask["counts"]))
    longest = max(range(1, len(runs), 2), key=lambda place: runs[place])
    column, row = divmod(list(accumulate(runs))[longest] - (runs[longest] + 1) // 2, mask["size"][0])
    return (column + 0.5, row + 0.5)
