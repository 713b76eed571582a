"""Writes tables with pictures as Parquet; from lines of JSON also in a process of its own.

pyarrow may end the process that it is in where memory is short. So whoever publishes a set starts this
module, tells it the rows, and hears how it ended. It needs pyarrow and nothing else of this package.

The first line is a header: names and types of the columns, which of them holds pictures, and the file's note.
Each further line is a group of rows: a list for each column, where pictures are names of files.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import traceback
from collections.abc import Iterable, Iterator, Mapping
from importlib.abc import MetaPathFinder
from pathlib import Path
from typing import Any, BinaryIO, Final

TOLD: Final = 3
"""The exit code of a process that could not do it, and has said why."""
MISTAKE: Final = 70
"""The exit code after an exception that nobody expects."""

# Above the pictures of any group, so that a picture is stored once however many tasks ask about it.
_DICTIONARY_BYTES: Final = 1 << 30


def table_schema(columns: Mapping[str, str], image: str | None, note: Mapping[str, str]) -> Any:
    """Columns by their types, one of pictures if it has a name, and the note of the file."""
    import pyarrow

    fields = [pyarrow.field(name, pyarrow.type_for_alias(kind)) for name, kind in columns.items()]
    if image is not None:
        picture = pyarrow.struct([("bytes", pyarrow.binary()), ("path", pyarrow.string())])
        fields.append(pyarrow.field(image, picture))
    return pyarrow.schema(fields, metadata=note)


def table_writer(file: BinaryIO, schema: Any, columns: Mapping[str, str], image: str | None) -> Any:
    """A writer of such a table into an open file; pictures are packed already. A file instead of its name, as
    pyarrow takes no name that is not text."""
    import pyarrow.parquet

    compression = dict.fromkeys(columns, "zstd")
    if image is not None:
        compression |= {f"{image}.bytes": "none", f"{image}.path": "zstd"}
    return pyarrow.parquet.ParquetWriter(
        file,
        schema,
        compression=compression,
        use_dictionary=True,
        dictionary_pagesize_limit=_DICTIONARY_BYTES,
        write_statistics=list(columns),
    )


def write_table(lines: Iterable[str], file: BinaryIO, folder: Path) -> None:
    """Write the table that lines tell; pictures are looked for in a folder. Raises ImportError where pyarrow
    cannot be loaded."""
    import pyarrow

    told = iter(lines)
    header = json.loads(next(told))
    names, image = header["columns"], header["image"]
    schema = table_schema(names, image, header["note"])
    with table_writer(file, schema, names, image) as writer:
        for line in told:
            columns = json.loads(line)
            if image is not None:
                columns[image] = list(_pictures(folder, columns[image]))
            writer.write_table(pyarrow.Table.from_pydict(columns, schema), row_group_size=header["rows"])


def _pictures(folder: Path, names: Iterable[str]) -> Iterator[dict[str, Any] | None]:
    """The pictures of a group of rows; those of one name share their bytes."""
    known: dict[str, dict[str, Any] | None] = {}
    for name in names:
        if name not in known:
            found = (folder / name).is_file()
            known[name] = {"bytes": (folder / name).read_bytes(), "path": name} if found else None
        yield known[name]


class _WithoutPandas(MetaPathFinder):
    """pyarrow loads pandas where it is installed, only to ask whether a list is one of its own."""

    def find_spec(self, fullname: str, *_: Any) -> None:
        if fullname == "pandas":
            raise ModuleNotFoundError("pandas is not needed", name=fullname)


def main() -> None:
    """Reads lines from standard input and writes the file to standard output, in the folder of the set."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever started this one is interrupted, and ends it
    code = 0
    try:
        with os.fdopen(os.dup(1), "wb") as file:
            os.dup2(2, 1)  # what libraries print does not belong into the file
            sys.meta_path.insert(0, _WithoutPandas())
            write_table(sys.stdin, file, Path())
    except MemoryError:
        code = _tell("there is not enough memory")
    except SystemError as error:
        code = _tell(f"Python itself failed, as it may where there is not enough memory: {error}")
    except ImportError as error:
        code = _tell(f"pyarrow does not load: {error}")
    except OSError as error:
        code = _tell(error.strerror or str(error))
    except Exception:
        traceback.print_exc()
        code = MISTAKE
    os._exit(code)  # the file is whole: nothing that libraries do on their way out can matter


def _tell(why: str) -> int:
    os.write(2, why.encode("utf-8", "backslashreplace"))
    return TOLD
