"""The source's printed results: by table, model and column."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from attrs import field, frozen


@frozen
class SourceTable:
    """The rows of a table by model; a value that is not printed is None."""

    columns: tuple[str, ...]
    rows: Mapping[str, Mapping[str, float | None]] = field(hash=False)
    notes: tuple[str, ...] = ()


@cache
def source_table(name: str) -> SourceTable:
    """A table by its name in source.toml."""
    text = files("espire_dsl.probing").joinpath("source.toml").read_text(encoding="utf-8")
    table = tomllib.loads(text)[name]
    columns = tuple(table["columns"])
    rows = {
        model: {c: None if math.isnan(v) else float(v) for c, v in zip(columns, values, strict=True)}
        for model, *values in table["rows"]
    }
    return SourceTable(columns, rows, tuple(table.get("notes", ())))
