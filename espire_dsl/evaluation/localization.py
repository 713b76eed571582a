"""Localization: a model points at what a task asks about, in a few attempts.

Without reflection every attempt is asked the same, as if it were the first. With it the model says, after a
wrong attempt and looking at its own points, what was wrong; the next attempt is told that.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import numpy as np

from espire_dsl.evaluation.asking import Situation
from espire_dsl.evaluation.marks import with_circles
from espire_dsl.evaluation.points import Pointed, pointed
from espire_dsl.evaluation.records import Attempt, Call, LocalizationLine, Point, TaskFacts
from espire_dsl.evaluation.setup import Setup, given_target
from espire_dsl.reports.masks import decoded, on_mask
from espire_dsl.scoring.frames import frame_used, leaves_frame_open
from espire_dsl.scoring.prediction import POINTED_AT, Prediction
from espire_dsl.scoring.reading import size_of
from espire_dsl.tasks.task import Task


def can_be_localized(task: Task) -> bool:
    """Whether a task asks for a point, and the set has what it takes to judge one."""
    return task.answer_kind in POINTED_AT and bool(task.masks)


async def localize(task: Task, setup: Setup) -> LocalizationLine:
    """Asks until a point is right, or all attempts are spent. Where the frame is left open nothing is wrong,
    and one attempt says which frame the model takes."""
    choices, size = setup.choices, size_of(task)
    picture = setup.source.picture(task.scene, task.view)
    is_open = leaves_frame_open(task)
    most = 1 if is_open else choices.attempts
    feasible = task.answers if task.feasible is None else task.feasible
    attempts: list[Attempt] = []
    while len(attempts) < most and not (attempts and _is_right(attempts[-1], choices.right)):
        call = await _ask(task, setup, picture, attempts)
        found = pointed(call.text, call.stop, setup.points, size)
        hit = None if is_open else hit_by(task, [*feasible, *task.undecided], found)
        hit_any = None if is_open else hit_by(task, [*task.answers, *task.undecided], found)
        attempt = Attempt(call, found.point, found.pixel, found.fault, hit, hit_any, None)
        attempts.append(attempt)
        wrong = not is_open and not _is_right(attempt, choices.right)
        if choices.reflect and wrong and (len(attempts) < most or choices.last_reflection):
            attempts[-1] = await _reflected(task, setup, picture, attempts)
    last = attempts[-1]
    target = last.hit if last.hit in feasible else None
    return LocalizationLine(
        task.id,
        TaskFacts.of(task),
        size,
        tuple(attempts),
        _first([attempt.hit for attempt in attempts]),
        _first([attempt.hit_any for attempt in attempts]),
        None if is_open else target or given_target(task, choices.seed),
        target is None,
        _reading(task, attempts[0]) if is_open else None,
    )


def hit_by(task: Task, ids: Collection[str], found: Pointed) -> str | None:
    """Which of some things a point is on; of several whose masks overlap, the one whose middle is nearest.

    Answers that the robot can reach come before others.
    """
    if found.pixel is None:
        return None
    x, y = found.pixel
    hits = [id for id in dict.fromkeys(ids) if id in task.masks and on_mask(task.masks[id], x, y)]
    fitting = [id for id in hits if id in (task.feasible or task.answers)] or hits
    if len(fitting) < 2:
        return fitting[0] if fitting else None
    return min(fitting, key=lambda id: _distance_to_middle(task, id, x, y))


def _distance_to_middle(task: Task, id: str, x: float, y: float) -> float:
    rows, columns = np.nonzero(decoded(task.masks[id]))
    return float(np.hypot(columns.mean() + 0.5 - x, rows.mean() + 0.5 - y))


async def _ask(task: Task, setup: Setup, picture: bytes, before: Sequence[Attempt]) -> Call:
    size = size_of(task)
    reflection = before[-1].reflection if before else None
    values = {
        "instruction": task.instruction,
        "form": setup.points.form(size),
        "reflection": None if reflection is None else reflection.text.strip(),
        "previous": before[-1].call.text.strip() if before else None,
    }
    return await setup.call(f"{_kind(task)}.localize", values, (picture,), _situation(task, setup, before))


async def _reflected(task: Task, setup: Setup, picture: bytes, attempts: Sequence[Attempt]) -> Attempt:
    """The last attempt with what the model says about it."""
    shown = attempts if setup.choices.circles == "all" else attempts[-1:]
    points = [a.pixel for a in shown if a.pixel is not None and a.fault is None]
    last = attempts[-1]
    values = {"instruction": task.instruction, "previous": last.call.text.strip()}
    marked = with_circles(picture, points)
    situation = _situation(task, setup, attempts)
    call = await setup.call(f"{_kind(task)}.localize.reflect", values, (marked,), situation)
    return Attempt(last.call, last.point, last.pixel, last.fault, last.hit, last.hit_any, call)


def _situation(task: Task, setup: Setup, before: Sequence[Attempt]) -> Situation:
    return Situation(
        task,
        setup.source,
        setup.points,
        size_of(task),
        setup.choices.seed,
        turn=len(before),
        previous=before[-1].pixel if before else None,
        reflected=bool(before) and before[-1].reflection is not None,
    )


def _kind(task: Task) -> str:
    """The action that a prompt speaks of."""
    return task.action if task.action in ("pick", "place") else "point"


def _is_right(attempt: Attempt, right: str) -> bool:
    return (attempt.hit if right == "feasible" else attempt.hit_any) is not None


def _first(hits: Sequence[str | None]) -> int | None:
    return next((number for number, hit in enumerate(hits, 1) if hit is not None), None)


def _reading(task: Task, attempt: Attempt) -> str:
    points: tuple[Point, ...] = () if attempt.pixel is None or attempt.fault else (attempt.pixel,)
    told: Any = attempt.fault if not points else None
    return frame_used(task, Prediction(task.id, points=points, unreadable=told))
