"""What is wrong with a task set, and where exactly."""

from __future__ import annotations

from typing import Any

from attrs import asdict, frozen

from espire_dsl.tasks.schema import SchemaProblem as SchemaProblem


@frozen
class Finding:
    """A problem in a file: the line of the record and its field where there are such, and the task's id."""

    file: str
    message: str
    line: int | None = None
    field: str | None = None
    task: str | None = None

    def __str__(self) -> str:
        place = self.file if self.line is None else f"{self.file}:{self.line}"
        task = "" if self.task is None else f" task {self.task}:"
        field = "" if self.field is None else f" field {self.field}:"
        return f"{place}:{task}{field} {self.message}"

    def to_json(self) -> dict[str, Any]:
        return asdict(self)
