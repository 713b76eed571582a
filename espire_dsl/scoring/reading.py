"""Reads predictions: a .jsonl file with one answer a line. What cannot be read is reported, never dropped."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

from attrs import evolve, field, frozen

from espire_dsl.diagnostics.error import UsageError
from espire_dsl.scene.json_shapes import is_number
from espire_dsl.scoring.conventions import Convention, Size, is_outside, suspicion
from espire_dsl.scoring.prediction import MOST_ATTEMPTS, POINTED_AT, Point, Prediction
from espire_dsl.scoring.quantities import UnreadableError
from espire_dsl.scoring.words import answer_in
from espire_dsl.tasks.task import Task

P_YES: Final = "p_yes"
"""The field of a prediction that says how likely a yes is."""
_EVEN: Final = 0.5
_FORM: Final = '{"task": id, "points": [[x, y], ...]} or {"task": id, "answer": value}'


@frozen
class Predictions:
    """The answers by task, and the places of lines that belong to no task or come a second time.

    `outside` counts points that lie beside their pictures; `warning` says why the points look as if they were
    given in another convention.
    """

    by_task: Mapping[str, Prediction] = field(factory=dict)
    lost: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    repeated: tuple[str, ...] = ()
    outside: int = 0
    warning: str | None = None


def read_predictions(
    path: Path, tasks: Mapping[str, Task], convention: Convention | None = None
) -> Predictions:
    """The predictions of a file about tasks by their ids. Of several lines about a task the first counts."""
    try:
        text = path.read_text(encoding="utf-8-sig", errors="replace")
    except ValueError as error:  # a name that no file can have
        raise UsageError(f"{path}: {error}") from error
    lines = ((f"{path}:{number}", line) for number, line in enumerate(text.split("\n"), 1) if line.strip())
    return predictions_in(((where, _object(line)) for where, line in lines), tasks, convention)


def predictions_in(
    entries: Iterable[tuple[str, Mapping[str, Any] | None]],
    tasks: Mapping[str, Task],
    convention: Convention | None = None,
) -> Predictions:
    """The predictions that objects make, each told with the place where it stands."""
    convention = convention or Convention()
    by_task: dict[str, Prediction] = {}
    given: list[tuple[Point, Size]] = []
    lost, unknown, repeated = [], [], []
    for where, data in entries:
        if data is None or not isinstance(data.get("task"), str):
            lost.append(f"{where}: this is no prediction; write {_FORM}")
        elif (id := data["task"]) not in tasks:
            unknown.append(f"{where}: the set has no task {id}")
        elif id in by_task:
            repeated.append(f"{where}: task {id} is answered already; the first answer counts")
        else:
            found = prediction_of(tasks[id], data)
            if tasks[id].masks:
                size = size_of(tasks[id])
                given += [(point, size) for point in found.points]
                found = evolve(found, points=tuple(convention.in_pixels(p, size) for p in found.points))
            by_task[id] = _located(found, where)
    return Predictions(
        by_task,
        tuple(lost),
        tuple(unknown),
        tuple(repeated),
        sum(is_outside(convention.in_pixels(*item), item[1]) for item in given),
        suspicion(given, convention),
    )


def size_of(task: Task) -> Size:
    """Width and height of the picture, which every mask knows."""
    height, width = next(iter(task.masks.values()))["size"]
    return width, height


def prediction_of(task: Task, data: Mapping[str, Any]) -> Prediction:
    """The prediction that an object makes about a task; points are as they were given."""
    wanted = "points" if task.answer_kind in POINTED_AT else "answer"
    allowed = {"task", wanted, P_YES} if task.answer_kind == "yes_no" else {"task", wanted}
    if unknown := sorted(data.keys() - allowed):
        return Prediction(task.id, unreadable=f"field {unknown[0]}: {_instead(wanted)}")
    if P_YES in data:
        return _probable(task, data)
    if wanted not in data:
        return Prediction(task.id, unreadable=f"field {wanted} is missing: {_instead(wanted)}")
    value = data[wanted]
    if wanted == "answer":
        try:
            return Prediction(task.id, answer=answer_in(task, value))
        except UnreadableError as error:
            return Prediction(task.id, unreadable=f"field answer: {error}")
    if not isinstance(value, list) or not all(map(_is_point, value)):
        return Prediction(task.id, unreadable="field points: it must be a list of [x, y]")
    if not 1 <= len(value) <= MOST_ATTEMPTS:
        told = f"field points: 1 to {MOST_ATTEMPTS} attempts are allowed, not {len(value)}"
        return Prediction(task.id, unreadable=told)
    return Prediction(task.id, points=tuple((float(x), float(y)) for x, y in value))


def _probable(task: Task, data: Mapping[str, Any]) -> Prediction:
    """How likely a yes is; where nothing else is said, the likelier word is the answer."""
    p_yes = data[P_YES]
    if not is_number(p_yes) or not 0 <= p_yes <= 1:
        return Prediction(task.id, unreadable=f"field {P_YES}: it must be a number from 0 to 1")
    try:
        answer = answer_in(task, data["answer"]) if "answer" in data else p_yes > _EVEN
    except UnreadableError as error:
        return Prediction(task.id, p_yes=float(p_yes), unreadable=f"field answer: {error}")
    return Prediction(task.id, answer=answer, p_yes=float(p_yes))


def _instead(wanted: str) -> str:
    if wanted == "points":
        return 'this task is answered with points: {"task": id, "points": [[x, y], ...]}'
    return 'this task is answered with a value: {"task": id, "answer": value}'


def _object(line: str) -> dict[str, Any] | None:
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return data if isinstance(data, dict) else None


def _is_point(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(map(is_number, value))


def _located(prediction: Prediction, where: str) -> Prediction:
    if prediction.unreadable is None:
        return prediction
    return evolve(prediction, unreadable=f"{where}: {prediction.unreadable}")
