"""What is known already, by keys of content: results in an SQLite file, pictures and the like beside it.

Everything is written whole or not at all, so that a run that is killed leaves a store that the next one can
use. Losing the store costs time and nothing else.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType

from espire_dsl.tasks.error import TaskSetError

FORMAT = 1
KEPT_RUNS = 5
"""Small results that so many runs did not ask for are forgotten."""

_MANY = 500


class Store:
    """The store of one folder. Used by one process, the one that gives out the work."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._blobs = folder / "files"
        with self._clear_errors():
            self._blobs.mkdir(parents=True, exist_ok=True)
            self._base = self._open()
            (last,) = self._base.execute("SELECT coalesce(max(run), 0) FROM results").fetchone()
        self._run = last + 1

    def _open(self) -> sqlite3.Connection:
        path = self._folder / "results.sqlite"
        try:
            return _connected(path)
        except sqlite3.OperationalError as error:
            if "locked" in str(error):
                busy = f"{self._folder.parent}: another espirec is at work in this folder"
                raise TaskSetError(busy) from error
            raise
        except sqlite3.DatabaseError:
            path.unlink(missing_ok=True)  # another version's, or damaged: it is only a store
            return _connected(path)

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with suppress(sqlite3.Error):
            self._base.commit()
        self._base.close()

    def known(self, keys: Iterable[str]) -> set[str]:
        """Which of these keys have a result; they count as asked for in this run."""
        wanted = list(dict.fromkeys(keys))
        found: set[str] = set()
        with self._clear_errors():
            for start in range(0, len(wanted), _MANY):
                some = wanted[start : start + _MANY]
                marks = ", ".join("?" * len(some))
                rows = self._base.execute(f"SELECT key FROM results WHERE key IN ({marks})", some)
                found.update(key for (key,) in rows)
                self._base.execute(f"UPDATE results SET run = ? WHERE key IN ({marks})", [self._run, *some])
            self._base.commit()
        return found

    def get(self, key: str) -> bytes:
        with self._clear_errors():
            (value,) = self._base.execute("SELECT value FROM results WHERE key = ?", [key]).fetchone()
        return zlib.decompress(value)

    def put(self, results: Iterable[tuple[str, bytes]]) -> None:
        """Remembers results, all or none of them."""
        rows = [(key, zlib.compress(value, 1), self._run) for key, value in results]
        with self._clear_errors(), self._base:
            self._base.executemany("INSERT OR REPLACE INTO results VALUES (?, ?, ?)", rows)

    def note(self, name: str, text: str) -> None:
        """Writes a small file beside the results."""
        with self._clear_errors():
            unfinished = self._folder / f"{name}.part"
            unfinished.write_text(text, encoding="utf-8")
            os.replace(unfinished, self._folder / name)

    def noted(self, name: str) -> str | None:
        """What was noted under a name."""
        try:
            return (self._folder / name).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError):
            return None

    def has_file(self, key: str) -> bool:
        return self.file(key).is_file()

    def put_file(self, key: str, content: bytes) -> None:
        """Remembers a file."""
        path = self.file(key)
        with self._clear_errors():
            path.parent.mkdir(exist_ok=True)
            unfinished = path.with_suffix(".part")
            unfinished.write_bytes(content)
            os.replace(unfinished, path)

    def file(self, key: str) -> Path:
        """Where the file of a key is, or would be."""
        return self._blobs / key[:2] / key

    def forget_old(self, files_in_use: Iterable[str]) -> None:
        """After a run that went well: forgets files that it did not use, and results long unused."""
        used = set(files_in_use)
        with self._clear_errors():
            for folder in self._blobs.iterdir():
                for path in folder.iterdir():
                    if path.name not in used:
                        path.unlink()
            with self._base:
                self._base.execute("DELETE FROM results WHERE run <= ?", [self._run - KEPT_RUNS])

    @contextmanager
    def _clear_errors(self) -> Iterator[None]:
        try:
            yield
        except (sqlite3.Error, OSError) as error:
            why = getattr(error, "strerror", None) or str(error)
            raise TaskSetError(f"{self._folder}: results cannot be kept here: {why}") from error


def _connected(path: Path) -> sqlite3.Connection:
    base = sqlite3.connect(path, timeout=1.0)
    try:
        (version,) = base.execute("PRAGMA user_version").fetchone()
        if version not in (0, FORMAT):
            raise sqlite3.DatabaseError(f"its format is {version}")
        # A result is lost at worst with the machine's power; the file itself stays sound.
        base.executescript(
            "PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL;"
            f"PRAGMA synchronous = NORMAL; PRAGMA user_version = {FORMAT};"
            "CREATE TABLE IF NOT EXISTS results (key TEXT PRIMARY KEY, value BLOB, run INTEGER)"
        )
    except sqlite3.Error:
        base.close()
        raise
    return base


def link(source: Path, target: Path) -> None:
    """Puts a file into another place without a second copy, where the file system can do that."""
    target.parent.mkdir(parents=True, exist_ok=True)
    try:
        os.link(source, target)
    except OSError:
        shutil.copyfile(source, target)
