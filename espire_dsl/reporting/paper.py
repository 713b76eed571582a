"""The printed values of the paper by table, model and column, with notes on those that cannot be right."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from fnmatch import fnmatchcase
from functools import cache
from importlib.resources import files
from typing import Any

from attrs import field, frozen

Printed = float | tuple[float, float]
"""A value, or a mean with its deviation."""


@frozen
class Note:
    """A remark on a table, on a row of it, or on one value; `right` is what must have been meant."""

    text: str
    row: str | None = None
    column: str | None = None
    right: float | None = None


@frozen
class PrintedRow:
    """The values of a model, with or without reflection."""

    model: str
    reflect: bool
    values: Mapping[str, Printed] = field(hash=False)


@frozen
class PrintedTable:
    """A table as it is printed; `average` is its last row, where it has one."""

    rows: tuple[PrintedRow, ...]
    average: Mapping[str, Printed] = field(hash=False)
    notes: tuple[Note, ...]

    def row(self, model: str | None, reflect: bool) -> PrintedRow | None:
        return next((r for r in self.rows if (r.model, r.reflect) == (model, reflect)), None)


@cache
def printed() -> Mapping[str, Any]:
    """The whole file."""
    text = files("espire_dsl.reporting").joinpath("paper.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


@cache
def printed_table(name: str) -> PrintedTable:
    """A table by its name in the file. The rows of Table 7 are axes, and have no setting."""
    table = printed()[name]
    columns = table["columns"]
    rows = []
    for model, *values in table["rows"]:
        reflect = values.pop(0) if values[0] in (True, False) and isinstance(values[0], bool) else False
        rows.append(PrintedRow(model, reflect, _named(columns, values)))
    notes = tuple(Note(**note) for note in table.get("notes", ()))
    return PrintedTable(tuple(rows), _named(columns, table.get("average", [])), notes)


def _named(columns: list[str], values: list[Any]) -> dict[str, Printed]:
    cells = [tuple(value) if isinstance(value, list) else float(value) for value in values]
    return dict(zip(columns, cells, strict=bool(cells)))


def model_of_paper(name: str) -> str | None:
    """Which model of the paper the model of a run is, by the last part of its name."""
    last = name.rsplit("/", 1)[-1].lower()
    for model, patterns in printed()["names"].items():
        if any(fnmatchcase(last, pattern) for pattern in patterns):
            return str(model)
    return None
