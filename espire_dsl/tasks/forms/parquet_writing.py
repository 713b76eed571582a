"""Writes a shard of a set as two files of Parquet, a few rows at a time."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Any, Final

from espire_dsl.table_writer import table_schema, table_writer
from espire_dsl.tasks.folders import IMAGES
from espire_dsl.tasks.forms.parquet_form import SEAL
from espire_dsl.tasks.forms.shards import PARQUET, SCENE_TABLE, TASK_TABLE, StoredScene, seal_of, shard_name
from espire_dsl.tasks.forms.task_table import (
    COLUMN_TYPES,
    IMAGE,
    ROWS_IN_GROUP,
    note_for_datasets,
    table_of,
)
from espire_dsl.tasks.task import Task

SCENES_IN_GROUP: Final = 8
"""Few, as whoever wants one picture reads those of its whole group."""


class ParquetShard:
    """The files of one shard while they are written. Without pictures a table has no column of them."""

    def __init__(self, folder: Path, content: str, shard: int, number: int, with_pictures: bool) -> None:
        self._with_pictures = with_pictures
        self._tasks: list[Task] = []
        self._images: list[dict[str, Any] | None] = []
        self._scenes: list[StoredScene] = []
        import pyarrow

        seals = {table: {SEAL: seal_of(content, table, shard, number)} for table in (TASK_TABLE, SCENE_TABLE)}
        image = IMAGE if with_pictures else None
        note = {**note_for_datasets(with_pictures), **seals[TASK_TABLE]}
        self._task_schema = table_schema(COLUMN_TYPES, image, note)
        self._scene_schema = _scene_schema(pyarrow, seals[SCENE_TABLE])
        self._files = ExitStack()

        def opened(table: str) -> Any:
            return self._files.enter_context((folder / shard_name(PARQUET, table, shard, number)).open("wb"))

        self._task_writer = self._files.enter_context(
            table_writer(opened(TASK_TABLE), self._task_schema, COLUMN_TYPES, image)
        )
        self._scene_writer = self._files.enter_context(
            pyarrow.parquet.ParquetWriter(
                opened(SCENE_TABLE), self._scene_schema, compression=_COMPRESSION, use_dictionary=False
            )
        )

    def __enter__(self) -> ParquetShard:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with self._files:
            if kind is None:
                self._write_tasks()
                self._write_scenes()

    def add(self, scene: StoredScene) -> None:
        """The next scene."""
        shown: dict[str, dict[str, Any] | None] = {}
        for task in scene.tasks:
            if task.view not in shown:
                name = f"{task.view}.png"
                found = scene.pictures.get(name)
                path = f"{IMAGES}/{scene.id}/{name}"
                shown[task.view] = None if found is None else {"bytes": found, "path": path}
            self._tasks.append(task)
            self._images.append(shown[task.view])
            if len(self._tasks) == ROWS_IN_GROUP:
                self._write_tasks()
        self._scenes.append(scene)
        if len(self._scenes) == SCENES_IN_GROUP:
            self._write_scenes()

    def _write_tasks(self) -> None:
        if self._tasks:
            images = self._images if self._with_pictures else None
            rows = table_of(self._tasks, images, self._task_schema)
            self._task_writer.write_table(rows, row_group_size=ROWS_IN_GROUP)
        self._tasks, self._images = [], []

    def _write_scenes(self) -> None:
        import pyarrow

        if self._scenes:
            rows = [_scene_row(scene) for scene in self._scenes]
            table = pyarrow.Table.from_pylist(rows, self._scene_schema)
            self._scene_writer.write_table(table, row_group_size=SCENES_IN_GROUP)
        self._scenes = []


_COMPRESSION: Final = {
    **dict.fromkeys(("id", "world", "level", "record", "look", "pictures.list.element.path"), "zstd"),
    "pictures.list.element.bytes": "none",
}


def _scene_schema(pyarrow: Any, note: dict[str, str]) -> Any:
    texts = ("id", "world", "level", "record", "look")
    file = pyarrow.struct([("path", pyarrow.string()), ("bytes", pyarrow.binary())])
    columns = [pyarrow.field(name, pyarrow.string()) for name in texts]
    return pyarrow.schema([*columns, pyarrow.field("pictures", pyarrow.list_(file))], metadata=note)


def _scene_row(scene: StoredScene) -> dict[str, Any]:
    return {
        "id": scene.id,
        "world": scene.world,
        "level": scene.level,
        "record": scene.line,
        "look": scene.look,
        "pictures": [{"path": name, "bytes": scene.pictures[name]} for name in sorted(scene.pictures)],
    }
