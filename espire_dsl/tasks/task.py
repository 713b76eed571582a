"""A task: one record of a task set. Its layout as JSON is stated in task.schema.json, beside this file."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from itertools import islice
from operator import attrgetter
from typing import Any, Final

from attrs import fields, frozen

from espire_dsl.scene.camera import WORLD_CAMERA
from espire_dsl.tasks.error import TaskSetError
from espire_dsl.tasks.schema import problems_of, shape_of_schema

_MOST_TOLD: Final = 5


@frozen
class Task:
    """All that is known of a task; `feasible`, `masks` and `verification` are filled in by a simulator.

    `answers` are ids of things, or one plain value; `options` have letter, text, and
    the id of a thing or a plain value. `group` is shared by the tasks of one sweep; `pair` is the id of the
    counterpart of a contrast. `view` names the camera whose picture is shown and asked about.
    """

    id: str
    suite: str
    family: str
    type: str
    aspect: str
    granularity: str
    action: str
    level: str | None
    world: str
    scene: str
    candidate_kind: str | None
    candidates: list[str] | None
    references: list[str]
    frame: dict[str, Any] | None
    args: list[dict[str, Any]]
    tolerance: float | None
    program: str
    program_steps: list[dict[str, Any]]
    instruction: str
    wording: dict[str, Any]
    template: int
    names_frame: bool
    names_measure: bool
    answer_kind: str
    answer_unit: str | None
    answer_step: float | None
    options: list[dict[str, Any]] | None
    answers: list[Any]
    chance: float | None
    undecided: list[str]
    answer_angles: dict[str, float]
    feasible: list[str] | None
    margin: dict[str, float]
    readings: dict[str, list[Any]]
    reading: str | None
    group: str | None
    pair: str | None
    tags: dict[str, Any]
    constraint: dict[str, Any] | None
    held: str | None
    trace: list[dict[str, Any]]
    masks: dict[str, Any]
    verification: dict[str, Any]
    view: str = WORLD_CAMERA


FIELDS = tuple(field.name for field in fields(Task))
ORDER: Final = ("suite", "family", "type", "scene", "id")
"""The fields by which the tasks of a set are in order."""
order_of: Final = attrgetter(*ORDER)
_TO_LINE = json.JSONEncoder(ensure_ascii=False, allow_nan=False).encode


def task_to_line(task: Task) -> str:
    """A task as one line of JSON, without the line's end."""
    return _TO_LINE({name: getattr(task, name) for name in FIELDS})


def task_from_json(data: Mapping[str, Any]) -> Task:
    """The task of plain JSON values, or a TaskSetError that names the first fields that are wrong."""
    if problems := list(islice(problems_of(data, task_shape()), _MOST_TOLD)):
        raise TaskSetError(f"not a task: {'; '.join(f'field {p.field}: {p.message}' for p in problems)}")
    return Task(**data)


@cache
def task_schema() -> dict[str, Any]:
    """The JSON Schema of a task."""
    schema: dict[str, Any] = json.loads(
        files("espire_dsl.tasks").joinpath("task.schema.json").read_text(encoding="utf-8")
    )
    return schema


@cache
def task_shape() -> dict[str, Any]:
    """Which types stand where in a task: what those who use tasks rely on."""
    return shape_of_schema(task_schema())
