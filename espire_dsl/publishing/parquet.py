"""tasks.parquet: the rows of tasks.jsonl with the world view in them, as `datasets` and `pandas` read it.

What is no plain value stands there as JSON. The rows of a scene stand together, and each picture is stored
once in a group of rows. The file is written group by group, so that memory does not grow with the set.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from espire_dsl.publishing.fields import COLUMNS, IMAGE, Column
from espire_dsl.publishing.pictures import has_pictures, picture_name
from espire_dsl.tasks.files import PARQUET
from espire_dsl.tasks.task import Task

ROWS_IN_GROUP: Final = 128
# Above the pictures of any group, so that a picture is stored once however many tasks ask about it.
_DICTIONARY_BYTES: Final = 1 << 30
_TYPES: Final = {
    "text": "string",
    "whole number": "int64",
    "number": "float64",
    "truth": "bool",
    "JSON": "string",
}


def write_parquet(folder: Path, tasks: Sequence[Task]) -> None:
    """Write the table into the folder of a task set. Raises ImportError where pyarrow is not installed."""
    import pyarrow
    import pyarrow.parquet

    with_image = has_pictures(folder)
    schema = _schema(pyarrow, with_image)
    plain = [column.name for column in COLUMNS]
    compression = dict.fromkeys(plain, "zstd")
    if with_image:
        compression |= {f"{IMAGE}.bytes": "none", f"{IMAGE}.path": "zstd"}
    # A file instead of its name, as pyarrow takes no name that is not text.
    with (
        (folder / PARQUET).open("wb") as file,
        pyarrow.parquet.ParquetWriter(
            file,
            schema,
            compression=compression,
            use_dictionary=True,
            dictionary_pagesize_limit=_DICTIONARY_BYTES,
            write_statistics=plain,
        ) as writer,
    ):
        for group in _groups(tasks):
            columns = {column.name: [_cell(task, column) for task in group] for column in COLUMNS}
            if with_image:
                columns[IMAGE] = list(_images(folder, group))
            writer.write_table(pyarrow.Table.from_pydict(columns, schema), row_group_size=ROWS_IN_GROUP)


def _schema(pyarrow: Any, with_image: bool) -> Any:
    """Columns and their types, with the note by which `datasets` knows that pictures are pictures."""
    fields = [pyarrow.field(c.name, pyarrow.type_for_alias(_TYPES[c.kind])) for c in COLUMNS]
    features: dict[str, Any] = {c.name: {"dtype": _TYPES[c.kind], "_type": "Value"} for c in COLUMNS}
    if with_image:
        picture = pyarrow.struct([("bytes", pyarrow.binary()), ("path", pyarrow.string())])
        fields.append(pyarrow.field(IMAGE, picture))
        features[IMAGE] = {"_type": "Image"}
    note = {"huggingface": json.dumps({"info": {"features": features}})}
    return pyarrow.schema(fields, metadata=note)


def _groups(tasks: Sequence[Task]) -> Iterator[list[Task]]:
    """The tasks by scene, in groups of rows."""
    ordered = sorted(tasks, key=lambda task: task.scene)
    for start in range(0, len(ordered), ROWS_IN_GROUP):
        yield ordered[start : start + ROWS_IN_GROUP]


def _images(folder: Path, tasks: Sequence[Task]) -> Iterator[dict[str, Any] | None]:
    """The picture of each task; those of one view of a scene share their bytes."""
    known: dict[str, dict[str, Any] | None] = {}
    for task in tasks:
        name = picture_name(task.scene, task.view)
        if name not in known:
            found = (folder / name).is_file()
            known[name] = {"bytes": (folder / name).read_bytes(), "path": name} if found else None
        yield known[name]


def _cell(task: Task, column: Column) -> Any:
    value = getattr(task, column.name)
    if value is None or column.kind != "JSON":
        return value
    return json.dumps(value, ensure_ascii=False, allow_nan=False)
