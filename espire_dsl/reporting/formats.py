"""A report as Markdown, CSV and JSON. All have the same numbers; CSV has a line for each cell."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator, Sequence
from typing import Any, Final

from attrs import asdict

from espire_dsl.diagnostics.cells import harmless
from espire_dsl.markup import TABLE
from espire_dsl.reporting.report import Report
from espire_dsl.reporting.table import Cell, Table

_SPECIAL: Final = re.compile(r"([\\`*_\[\]<>|~&$])")
_FIELDS: Final = (
    *(TABLE, "row", "column", "value", "text", "hits", "tasks", "low", "high", "deviation"),
    *("printed", "printed_deviation"),
)
_NUMERIC: Final = re.compile(r"[-\d.,/±()\[\] ]*")
_FORMULAS: Final = ("=", "+", "-", "@", "\t", "\r")


def markdown(report: Report) -> str:
    """Tables of Markdown; texts of others cannot become markup."""
    return "\n".join(_markdown(report)) + "\n"


def _markdown(report: Report) -> Iterator[str]:
    yield "# Report"
    yield ""
    yield from (f"- {escaped(note)}" for note in report.notes)
    for table in report.tables:
        yield ""
        yield f"## {escaped(table.title)}"
        yield ""
        yield _line([table.first, *table.columns])
        yield "|".join(["", "---", *("---:" for _ in table.columns), ""])
        for row in table.rows:
            yield _line([row.label], row.shown)
        if table.notes:
            yield ""
            yield from (f"- {escaped(note)}" for note in table.notes)


def _line(texts: Sequence[str], numbers: Sequence[str] = ()) -> str:
    """Numbers are our own, but for the few cells that are words: their brackets stay as they are."""
    cells = [
        *map(escaped, texts),
        *(number if _NUMERIC.fullmatch(number) else escaped(number) for number in numbers),
    ]
    return f"| {' | '.join(cells)} |"


def escaped(text: str) -> str:
    """A text of which Markdown makes nothing but that text, on one line."""
    return _SPECIAL.sub(r"\\\1", harmless(" ".join(text.split())))


def csv_text(report: Report) -> str:
    """A line for each cell that has something in it."""
    out = io.StringIO()
    writer = csv.DictWriter(out, _FIELDS, lineterminator="\n")
    writer.writeheader()
    for table in report.tables:
        for row in table.rows:
            for column, cell in zip(table.columns, row.cells, strict=True):
                if cell != Cell():
                    told = {TABLE: table.name, "row": _plain(row.label), "column": column}
                    writer.writerow({**told, **_numbers(cell)})
    return out.getvalue()


def _plain(text: str) -> str:
    """A text that a spreadsheet takes for a text, and not for a formula."""
    clean = harmless(text)
    return f"'{clean}" if clean.startswith(_FORMULAS) else clean


def _numbers(cell: Cell) -> dict[str, Any]:
    low, high = cell.interval or (None, None)
    mean, deviation = cell.printed if isinstance(cell.printed, tuple) else (cell.printed, None)
    return {
        "value": cell.value,
        "text": None if cell.text is None else _plain(cell.text),
        "hits": cell.hits,
        "tasks": cell.tasks,
        "low": low,
        "high": high,
        "deviation": cell.deviation,
        "printed": mean,
        "printed_deviation": deviation,
    }


def json_text(report: Report) -> str:
    """Runs with their manifests, and tables with unrounded numbers."""
    told = {
        "notes": list(report.notes),
        "runs": [{"label": run.label, "manifest": asdict(run.manifest)} for run in report.runs],
        "tables": {table.name: _table(table) for table in report.tables},  # those of a report
    }
    return json.dumps(told, indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def _table(table: Table) -> dict[str, Any]:
    return {
        "title": table.title,
        "notes": list(table.notes),
        "rows": [
            {
                "label": row.label,
                "cells": {
                    column: {name: value for name, value in _numbers(cell).items() if value is not None}
                    for column, cell in zip(table.columns, row.cells, strict=True)
                },
            }
            for row in table.rows
        ],
    }
