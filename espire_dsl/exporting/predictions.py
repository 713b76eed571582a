"""Predictions for `espirec score` from what another harness collected: a table with a reply for each task."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from espire_dsl.diagnostics.error import UsageError
from espire_dsl.exporting.replies import entry_of
from espire_dsl.tasks.task import Task

_TASK, _REPLY = "task", "prediction"
_DELIMITERS: Final = {".tsv": "\t", ".csv": ","}
_LONGEST_FIELD: Final = 1 << 28


def predictions_of(table: Path, tasks: Mapping[str, Task], order: str = "xy") -> Iterator[str]:
    """The lines of a file of predictions; points are as they were given.

    The table is a .tsv, .csv or .jsonl file, such as VLMEvalKit writes with PRED_FORMAT=tsv, with the columns
    `task` and `prediction`.
    """
    for where, row in _rows(table):
        if _TASK not in row or _REPLY not in row:
            raise UsageError(f"{where}: the columns `{_TASK}` and `{_REPLY}` are needed")
        task = tasks.get(str(row[_TASK]))
        if task is None:
            raise UsageError(f"{where}: the set has no task {row[_TASK]}")
        yield json.dumps(entry_of(task, _reply(task, row), order), ensure_ascii=False, allow_nan=False) + "\n"


def _reply(task: Task, row: Mapping[str, Any]) -> str:
    """A reply to a yes or no that was asked as a choice of two is that option's word."""
    text = str(row[_REPLY] or "").strip()
    if task.answer_kind == "yes_no" and text.strip("(). ").upper() in ("A", "B"):
        return str(row.get(text.strip("(). ").upper()) or text)
    return text


def _rows(table: Path) -> Iterator[tuple[str, Mapping[str, Any]]]:
    if table.suffix == ".jsonl":
        for number, line in enumerate(table.read_text(encoding="utf-8").split("\n"), 1):
            if line.strip():
                yield f"{table}:{number}", _object(line, f"{table}:{number}")
        return
    if table.suffix not in _DELIMITERS:
        raise UsageError(f"{table}: this must be a .tsv, .csv or .jsonl file")
    csv.field_size_limit(_LONGEST_FIELD)
    with table.open(encoding="utf-8-sig", newline="") as file:
        reader = csv.DictReader(file, delimiter=_DELIMITERS[table.suffix])
        for row in reader:
            yield f"{table}:{reader.line_num}", row


def _object(line: str, where: str) -> dict[str, Any]:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise UsageError(f"{where}: this is no line of JSON with the reply to a task")
    return found
