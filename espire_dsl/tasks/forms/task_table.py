"""Tasks as the rows of a table: a column for every field; what is no plain value stands there as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, Literal, get_args, get_type_hints

from attrs import frozen

from espire_dsl.tasks.task import Task

Kind = Literal["text", "whole number", "number", "truth", "JSON"]
IMAGE: Final = "image"
ROWS_IN_GROUP: Final = 128
_KINDS: Final[Mapping[Any, Kind]] = {str: "text", int: "whole number", float: "number", bool: "truth"}
_TYPES: Final = {
    "text": "string",
    "whole number": "int64",
    "number": "float64",
    "truth": "bool",
    "JSON": "string",
}


@frozen
class TaskColumn:
    """A field as a table has it."""

    name: str
    kind: Kind
    optional: bool


def _columns() -> Iterator[TaskColumn]:
    for name, annotation in get_type_hints(Task).items():
        parts = get_args(annotation) if type(None) in get_args(annotation) else (annotation,)
        yield TaskColumn(name, _KINDS.get(parts[0], "JSON"), type(None) in parts)


TASK_COLUMNS: Final = tuple(_columns())
COLUMN_TYPES: Final = {column.name: _TYPES[column.kind] for column in TASK_COLUMNS}


def note_for_datasets(with_image: bool) -> dict[str, str]:
    """The note by which `datasets` knows that pictures are pictures."""
    features: dict[str, Any] = {n: {"dtype": kind, "_type": "Value"} for n, kind in COLUMN_TYPES.items()}
    if with_image:
        features[IMAGE] = {"_type": "Image"}
    return {"huggingface": json.dumps({"info": {"features": features}})}


def table_of(tasks: Sequence[Task], images: Sequence[Mapping[str, Any] | None] | None, schema: Any) -> Any:
    """The rows of some tasks, each with its picture if there are such."""
    import pyarrow

    columns: dict[str, Any] = dict(cells_of(tasks))
    if images is not None:
        columns[IMAGE] = images
    return pyarrow.Table.from_pydict(columns, schema)


def cells_of(tasks: Sequence[Task]) -> dict[str, list[Any]]:
    """The cells of some tasks by column."""
    return {column.name: [_cell(task, column) for task in tasks] for column in TASK_COLUMNS}


def line_of(row: Mapping[str, Any]) -> str:
    """The line of JSON that a row was made of."""
    return "{" + ", ".join(f'"{c.name}": {_json(row[c.name], c)}' for c in TASK_COLUMNS) + "}"


def _json(value: Any, column: TaskColumn) -> str:
    if column.kind == "JSON" and isinstance(value, str):
        return value
    return json.dumps(value, ensure_ascii=False)


def _cell(task: Task, column: TaskColumn) -> Any:
    value = getattr(task, column.name)
    if value is None or column.kind != "JSON":
        return value
    return json.dumps(value, ensure_ascii=False, allow_nan=False)
