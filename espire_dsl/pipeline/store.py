"""What is known already, by keys of content: results in an SQLite file, pictures and the like beside it.

Everything is written whole or not at all, so that a run that is killed leaves a store that the next one can
use. Every result and every file carries a digest of its key and content: what is damaged is found when it is
read, set aside, and made again. Losing the store costs time and nothing else.
"""

from __future__ import annotations

import os
import re
import sqlite3
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from types import TracebackType
from typing import Any, Final

from espire_dsl.tasks.error import TaskSetError
from espire_dsl.tasks.writing import own_folder, read_own, write_whole

FORMAT: Final = 3
KEPT_RUNS: Final = 5
"""Small results that so many runs did not ask for are forgotten."""

RESULTS: Final = "results.sqlite"
DAMAGED: Final = "results.damaged.sqlite"

_MANY: Final = 500
_DIGEST: Final = 32
_FOLDER: Final = re.compile(r"[0-9a-f]{2}")
_OF_THE_MACHINE: Final = frozenset(
    {
        sqlite3.SQLITE_PERM,
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_NOMEM,
        sqlite3.SQLITE_READONLY,
        sqlite3.SQLITE_INTERRUPT,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_PROTOCOL,
        sqlite3.SQLITE_NOLFS,
    }
)
"""Codes of errors that say nothing about what is in the file."""


class DamagedStoreError(TaskSetError):
    """What the store holds is not what was put there."""


class DamagedFilesError(TaskSetError):
    """Files beside the results were damaged, and are forgotten now."""


class Store:
    """The store of one folder. Used by one process, the one that gives out the work.

    `notices` tells what the user should know of it.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._blobs = folder / "files"
        self.notices: list[str] = []
        with self._clear_errors():
            own_folder(folder)
            own_folder(self._blobs)
        try:
            self._begin()
        except DamagedStoreError:
            self.set_aside()

    def _begin(self) -> None:
        path = self.folder / RESULTS
        if path.is_symlink():
            raise DamagedStoreError("it is a link")
        with self._clear_errors():
            self._base = _connected(path)
            (last,) = self._base.execute("SELECT coalesce(max(run), 0) FROM results").fetchone()
        if not isinstance(last, int) or not 0 <= last < 2**60:
            raise DamagedStoreError("the number of its last run is none")
        self._run = last + 1

    def set_aside(self) -> None:
        """Begins with an empty store; the damaged one is kept beside it."""
        self._close()
        path = self.folder / RESULTS
        with self._clear_errors():
            os.replace(path, self.folder / DAMAGED)
            for suffix in ("-wal", "-shm", "-journal"):
                path.with_name(path.name + suffix).unlink(missing_ok=True)
        what = f"{path} was damaged or of another version; it is kept as {DAMAGED}"
        self.notices.append(f"{what}, and the work is done again")
        self._begin()

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._close()

    def _close(self) -> None:
        base: sqlite3.Connection | None = self.__dict__.pop("_base", None)
        if base is not None:
            with suppress(sqlite3.Error):
                base.commit()
            base.close()

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
            row = self._base.execute("SELECT value FROM results WHERE key = ?", [key]).fetchone()
        return _unsealed(key, None if row is None else row[0])

    def put(self, results: Iterable[tuple[str, bytes]]) -> None:
        """Remembers results, all or none of them."""
        rows = [(key, _sealed(key, value), self._run) for key, value in results]
        with self._clear_errors(), self._base:
            self._base.executemany("INSERT OR REPLACE INTO results VALUES (?, ?, ?)", rows)

    def note(self, name: str, text: str) -> None:
        """Writes a small file beside the results."""
        with self._clear_errors():
            write_whole(self.folder / name, text.encode())

    def noted(self, name: str) -> str | None:
        """What was noted under a name."""
        try:
            return read_own(self.folder / name).decode()
        except (OSError, UnicodeDecodeError):
            return None

    def has_file(self, key: str) -> bool:
        path = self._file(key)
        return path.is_file() and not path.is_symlink() and not path.parent.is_symlink()

    def put_file(self, key: str, content: bytes) -> None:
        """Remembers a file."""
        path = self._file(key)
        with self._clear_errors():
            own_folder(path.parent)
            write_whole(path, _digest(key, content) + content)

    def copy_file(self, key: str, target: Path) -> bool:
        """Copies a file to another place; one that is damaged is forgotten instead, and False given."""
        content = self.read_file(key)
        if content is None:
            return False
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
        return True

    def read_file(self, key: str) -> bytes | None:
        """The content of a file; one that is damaged is forgotten instead, and None given."""
        with self._clear_errors():
            sealed = read_own(self._file(key))
        content = sealed[_DIGEST:]
        if sealed[:_DIGEST] == _digest(key, content):
            return content
        with self._clear_errors():
            self._file(key).unlink()
        return None

    def _file(self, key: str) -> Path:
        return self._blobs / key[:2] / key

    def forget_old(self, files_in_use: Iterable[str]) -> None:
        """After a run that went well: forgets files that it did not use, and results long unused.

        What is not ours is left alone: links, and files where only folders should be.
        """
        used = set(files_in_use)
        with self._clear_errors():
            for folder in os.scandir(self._blobs):
                if _FOLDER.fullmatch(folder.name) and folder.is_dir(follow_symlinks=False):
                    for file in os.scandir(folder):
                        if file.name not in used and file.is_file(follow_symlinks=False):
                            os.unlink(file)
            with self._base:
                self._base.execute("DELETE FROM results WHERE run <= ?", [self._run - KEPT_RUNS])

    @contextmanager
    def _clear_errors(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            whole = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT)
            code = whole & 0xFF
            if code not in _OF_THE_MACHINE or whole == sqlite3.SQLITE_IOERR_SHORT_READ:
                raise DamagedStoreError(str(error)) from error
            if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
                busy = f"{self.folder.parent}: another espirec is at work in this folder"
                raise TaskSetError(busy) from error
            raise TaskSetError(f"{self.folder}: results cannot be kept here: {error}") from error
        except UnicodeDecodeError as error:  # SQLite quotes what it found in the file
            raise DamagedStoreError("what is in it is no text") from error
        except OSError as error:
            why = error.strerror or str(error)
            raise TaskSetError(f"{self.folder}: results cannot be kept here: {why}") from error


def _connected(path: Path) -> sqlite3.Connection:
    base = sqlite3.connect(path, timeout=1.0)
    try:
        (version,) = base.execute("PRAGMA user_version").fetchone()
        if version not in (0, FORMAT):
            raise DamagedStoreError(f"its format is {version}")
        # A result is lost at worst with the machine's power; the file itself stays sound.
        base.executescript(
            "PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL;"
            f"PRAGMA synchronous = NORMAL; PRAGMA user_version = {FORMAT};"
            "CREATE TABLE IF NOT EXISTS results (key TEXT PRIMARY KEY, value BLOB, run INTEGER)"
        )
    except BaseException:
        base.close()
        raise
    return base


def _digest(key: str, content: bytes | memoryview) -> bytes:
    digest = sha256(f"{key}\0".encode())
    digest.update(content)
    return digest.digest()


def _sealed(key: str, value: bytes) -> bytes:
    """A value as it is kept: squeezed, behind its digest."""
    return _digest(key, value) + zlib.compress(value, 1)


def _unsealed(key: str, kept: Any) -> bytes:
    """The value that was kept under a key."""
    if not isinstance(kept, bytes):
        raise DamagedStoreError(f"{key} has no value")
    try:
        value = zlib.decompress(kept[_DIGEST:])
    except zlib.error as error:
        raise DamagedStoreError(f"{key} cannot be unpacked: {error}") from error
    if kept[:_DIGEST] != _digest(key, value):
        raise DamagedStoreError(f"{key} is not what was put there")
    return value
