"""A set as shards of Parquet: a table of tasks and a table of scenes with their pictures, both in pieces.

A few groups of rows are in memory at a time, beside the places of all rows.
"""

from __future__ import annotations

import mmap
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, Final

import numpy as np
from attrs import define, field, frozen
from numpy.typing import NDArray

from espire_dsl.tasks.error import TaskSetError
from espire_dsl.tasks.forms.form import Where
from espire_dsl.tasks.forms.shards import (
    SCENE_TABLE,
    TASK_TABLE,
    Shards,
    check_count,
    check_names,
    check_seal,
    cut,
)
from espire_dsl.tasks.forms.task_table import TASK_COLUMNS, line_of
from espire_dsl.tasks.task import ORDER

SEAL: Final = "espire"
"""Under this name a file says in its metadata which shard it is."""
SCENE_COLUMNS: Final = ("id", "world", "level", "record", "look", "pictures")
_COLUMNS: Final[Mapping[str, frozenset[str]]] = {
    TASK_TABLE: frozenset(column.name for column in TASK_COLUMNS),
    SCENE_TABLE: frozenset(SCENE_COLUMNS),
}
_OPEN_SHARDS: Final = 16
_KEPT_GROUPS: Final = 4


def opened(folder: Path, shards: Shards) -> ParquetForm:
    """The set of a folder, all of whose shards are there, of this set, and have an end."""
    try:
        import pyarrow.parquet  # noqa: F401
    except ImportError:
        raise TaskSetError(
            f"{folder}: this set is stored in shards of Parquet, which pyarrow reads: "
            "pip install 'espire-dsl[hf]'"
        ) from None
    check_names(folder, shards)
    form = ParquetForm(folder, shards)
    for table in (form.task_table, form.scene_table):
        for shard in range(shards.number):
            table.file(shard)
    return form


@define(eq=False, slots=False)
class ShardedTable:
    """One of the tables, in pieces."""

    folder: Path
    shards: Shards
    table: str

    def path(self, shard: int) -> Path:
        return self.folder / self.shards.name(self.table, shard)

    @cached_property
    def file(self) -> Callable[[int], Any]:
        """An open shard by its number."""
        return lru_cache(_OPEN_SHARDS)(self._opened)

    def _opened(self, shard: int) -> Any:
        import pyarrow
        import pyarrow.parquet

        path = self.path(shard)
        try:
            with path.open("rb") as file:
                content = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
            opened = pyarrow.parquet.ParquetFile(pyarrow.BufferReader(pyarrow.py_buffer(content)))
        except (OSError, ValueError, pyarrow.ArrowException) as error:
            raise cut(path, error) from None
        seal = (opened.schema_arrow.metadata or {}).get(SEAL.encode())
        if not _COLUMNS[self.table] <= set(opened.schema_arrow.names):
            seal = None
        check_seal(
            path, None if seal is None else seal.decode("utf-8", "replace"), self.shards, self.table, shard
        )
        check_count(path, opened.metadata.num_rows, self.shards, self.table, shard)
        return opened

    def columns(self, names: Sequence[str]) -> Any:
        """Some columns of all rows, with the shard and the row of each."""
        import pyarrow

        def read(file: Any) -> Any:
            found = file.read(columns=list(names))
            found.validate(full=True)  # a text that is none would be noticed too late to name its shard
            return found

        pieces = []
        for shard in range(self.shards.number):
            piece = self._guarded(shard, read)
            rows = piece.num_rows
            piece = piece.select(list(names)).replace_schema_metadata(None)
            piece = piece.append_column("shard", pyarrow.array(np.full(rows, shard, dtype=np.int32)))
            pieces.append(piece.append_column("row", pyarrow.array(np.arange(rows, dtype=np.int64))))
        return pyarrow.concat_tables(pieces)

    @cached_property
    def _group(self) -> Callable[[int, int, tuple[str, ...]], Any]:
        def read(shard: int, group: int, names: tuple[str, ...]) -> Any:
            return self._guarded(shard, lambda file: file.read_row_group(group, columns=list(names)))

        return lru_cache(_KEPT_GROUPS)(read)

    @cached_property
    def _begins(self) -> Callable[[int], NDArray[np.int64]]:
        """The first rows of the groups of a shard."""

        def begins(shard: int) -> NDArray[np.int64]:
            data = self.file(shard).metadata
            sizes = [data.row_group(number).num_rows for number in range(data.num_row_groups)]
            return np.cumsum([0, *sizes[:-1]], dtype=np.int64)

        return lru_cache(_OPEN_SHARDS)(begins)

    def row(self, shard: int, row: int, names: tuple[str, ...]) -> dict[str, Any]:
        """Some cells of a row."""
        begins = self._begins(shard)
        group = int(np.searchsorted(begins, row, side="right")) - 1
        piece = self._group(shard, group, names).slice(row - int(begins[group]), 1)
        try:
            (cells,) = piece.to_pylist()
        except ValueError as error:  # a text that is none
            raise cut(self.path(shard), error) from None
        return dict(cells)

    def _guarded(self, shard: int, read: Callable[[Any], Any]) -> Any:
        import pyarrow

        try:
            return read(self.file(shard))
        except (OSError, pyarrow.ArrowException) as error:
            raise cut(self.path(shard), error) from None


@frozen(eq=False)
class RowLines:
    """Records that are rows; `shard` and `row` say where each place of the set is."""

    table: ShardedTable
    shard: NDArray[np.int32]
    row: NDArray[np.int64]
    names: tuple[str, ...]
    line: Callable[[Mapping[str, Any]], str]
    _ids: Sequence[str] = field(repr=False)

    @classmethod
    def of(
        cls,
        table: ShardedTable,
        order: Sequence[str],
        names: Sequence[str],
        line: Callable[[Mapping[str, Any]], str],
    ) -> RowLines:
        """The rows of a table in an order."""
        found = table.columns(order).sort_by([(name, "ascending") for name in order])
        shard, row = found["shard"].to_numpy(), found["row"].to_numpy()
        return cls(table, shard, row, tuple(names), line, found["id"].to_pylist())

    def __len__(self) -> int:
        return len(self.row)

    def text(self, place: int) -> str:
        return self.line(self.table.row(int(self.shard[place]), int(self.row[place]), self.names))

    def where(self, place: int) -> Where:
        name = self.table.shards.name(self.table.table, int(self.shard[place]))
        return Where(name, int(self.row[place]) + 1)

    def as_stored(self) -> Sequence[int]:
        order: list[int] = np.lexsort((self.row, self.shard)).tolist()
        return order

    def ids(self) -> Sequence[str] | None:
        return self._ids if all(isinstance(id, str) for id in self._ids) else None


@define(eq=False, slots=False)
class ParquetForm:
    """The tables of a set."""

    folder: Path
    shards: Shards

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.folder, self.shards)

    @cached_property
    def task_table(self) -> ShardedTable:
        return ShardedTable(self.folder, self.shards, TASK_TABLE)

    @cached_property
    def scene_table(self) -> ShardedTable:
        return ShardedTable(self.folder, self.shards, SCENE_TABLE)

    @cached_property
    def tasks(self) -> RowLines:
        return RowLines.of(self.task_table, ORDER, [column.name for column in TASK_COLUMNS], line_of)

    @cached_property
    def scenes(self) -> RowLines:
        return RowLines.of(self.scene_table, ["id"], ["record"], lambda row: row["record"] or "null")

    @cached_property
    def _places(self) -> dict[str, int]:
        return {id: place for place, id in enumerate(self.scenes.ids() or ())}

    @property
    def has_pictures(self) -> bool:
        return self.shards.with_pictures

    def _cell(self, place: int, name: str) -> Any:
        """A cell of a scene, or a part of one."""
        shard, row = int(self.scenes.shard[place]), int(self.scenes.row[place])
        return self.scene_table.row(shard, row, (name,))[name.partition(".")[0]]

    def look(self, scene: str) -> str | None:
        found = self._cell(self._places[scene], "look") if scene in self._places else None
        return found if isinstance(found, str) else None

    def picture_names(self, scene: str) -> tuple[str, ...]:
        if scene not in self._places:
            return ()
        found = self._cell(self._places[scene], "pictures.list.element.path") or []
        return tuple(sorted(file["path"] for file in found if file and isinstance(file["path"], str)))

    def picture(self, scene: str, name: str) -> bytes | None:
        if scene not in self._places:
            return None
        found = self._cell(self._places[scene], "pictures") or []
        return next((file["bytes"] for file in found if file and file["path"] == name), None)

    def picture_place(self, scene: str, name: str) -> str:
        if scene not in self._places:
            return f"{scene}/{name}"
        return f"{self.scenes.where(self._places[scene]).file}: {scene}/{name}"
