"""tasks.parquet: the rows of tasks.jsonl with the picture of each, as `datasets` and `pandas` read it.

What is no plain value stands there as JSON. The rows of a scene stand together, and each picture is stored
once in a group of rows. The file is written group by group, so that memory does not grow with the set, and by
another process (`table_writer.py`): if that one dies, this one lives to say so.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Any, BinaryIO, Final

from espire_dsl.publishing.pictures import has_pictures, picture_name
from espire_dsl.table_writer import MISTAKE, TOLD, write_table
from espire_dsl.tasks.error import TaskSetError
from espire_dsl.tasks.files import PARQUET
from espire_dsl.tasks.forms.task_table import (
    COLUMN_TYPES,
    IMAGE,
    ROWS_IN_GROUP,
    cells_of,
    note_for_datasets,
)
from espire_dsl.tasks.task import Task

_BEGIN: Final = (
    "import json, sys; sys.path[:] = json.loads(sys.argv[1]); "
    "from espire_dsl.table_writer import main; main()"
)
# Of pyarrow's own ways to get memory, the others take a gigabyte of addresses at once, or a thread.
_PLAIN_MEMORY: Final = {"ARROW_DEFAULT_MEMORY_POOL": "system"}


def write_parquet(folder: Path, tasks: Sequence[Task]) -> None:
    """Write the table into the folder of a task set. Raises TaskSetError where that fails, as it does without
    pyarrow or with too little memory."""
    # What the process says goes to a file: a pipe that nobody empties yet could keep it waiting.
    with (
        (folder / PARQUET).open("wb") as file,
        TemporaryFile("w+", encoding="utf-8", errors="backslashreplace") as said,
    ):
        writer = _started(file, folder, said)
        if writer is None:
            _write_here(folder, tasks, file)
        else:
            _tell(writer, _lines(folder, tasks), said)


def _started(file: BinaryIO, folder: Path, said: IO[str]) -> subprocess.Popen[str] | None:
    """A process that writes what it is told to a file, and what it has to say to another; None where none can
    be started."""
    paths = json.dumps([os.path.abspath(path) for path in sys.path])
    if not sys.executable:
        return None
    try:
        return subprocess.Popen(
            [sys.executable, "-P", "-c", _BEGIN, paths],
            stdin=subprocess.PIPE,
            stdout=file,
            stderr=said,
            cwd=folder,
            env={**os.environ, **_PLAIN_MEMORY},
            encoding="utf-8",
            errors="backslashreplace",
        )
    except OSError:
        return None


def _tell(writer: subprocess.Popen[str], lines: Iterator[str], said: IO[str]) -> None:
    """Tells the rows, and waits for the end."""
    with writer:
        assert writer.stdin is not None
        try:
            with suppress(BrokenPipeError):  # then it has died, or says why it does not listen
                writer.stdin.writelines(lines)
                writer.stdin.close()
            code = writer.wait()
        except BaseException:
            writer.kill()
            raise
    said.seek(0)
    words = said.read().strip()
    if code == MISTAKE:
        raise RuntimeError(f"in the process that writes {PARQUET}: {words}")
    if code:
        why = words if code == TOLD else f"the process that writes it {_death(code)}; is there enough memory?"
        raise TaskSetError(f"{PARQUET} cannot be written: {why}")


def _death(code: int) -> str:
    if code > 0:
        return f"ended with {code}"
    try:
        return f"was ended by {signal.Signals(-code).name}"
    except ValueError:
        return f"was ended by signal {-code}"


def _write_here(folder: Path, tasks: Sequence[Task], file: BinaryIO) -> None:
    try:
        write_table(_lines(folder, tasks), file, folder)
    except ImportError as error:
        raise TaskSetError(f"{PARQUET} cannot be written: pyarrow does not load: {error}") from error


def _lines(folder: Path, tasks: Sequence[Task]) -> Iterator[str]:
    """What the writer is told: a header, then each group of rows."""
    with_image = has_pictures(folder)
    yield _line(_header(with_image))
    for group in _groups(tasks):
        columns = cells_of(group)
        if with_image:
            columns[IMAGE] = [picture_name(task.scene, task.view) for task in group]
        yield _line(columns)


def _line(value: Any) -> str:
    return f"{json.dumps(value, allow_nan=False)}\n"


def _header(with_image: bool) -> dict[str, Any]:
    return {
        "columns": COLUMN_TYPES,
        "image": IMAGE if with_image else None,
        "rows": ROWS_IN_GROUP,
        "note": note_for_datasets(with_image),
    }


def _groups(tasks: Sequence[Task]) -> Iterator[list[Task]]:
    """The tasks by scene, in groups of rows."""
    scenes = [sys.intern(task.scene) for task in tasks]
    ordered = sorted(range(len(scenes)), key=scenes.__getitem__)
    for start in range(0, len(ordered), ROWS_IN_GROUP):
        yield [tasks[place] for place in ordered[start : start + ROWS_IN_GROUP]]
