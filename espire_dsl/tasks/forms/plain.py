"""A set as a folder of files: records one a line, a file for every picture."""

from __future__ import annotations

import json
import os
from array import array
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from attrs import define

from espire_dsl.tasks.error import TaskSetError
from espire_dsl.tasks.folders import APPEARANCES, IMAGES, SCENES, TASKS
from espire_dsl.tasks.forms.form import Where
from espire_dsl.tasks.writing import is_inside


@define(eq=False, slots=False)
class FileLines:
    """The lines of a file that hold a record. Memory has where each begins."""

    path: Path

    @cached_property
    def _lines(self) -> tuple[array[int], array[int]]:
        """Where the lines that hold a record begin, and their numbers."""
        begins, numbers = array("q"), array("q")
        begin = 0
        try:
            with self.path.open("rb") as file:
                for number, line in enumerate(file, 1):
                    if line.strip():
                        begins.append(begin)
                        numbers.append(number)
                    begin += len(line)
        except OSError as error:
            raise TaskSetError(f"{self.path}: it cannot be read: {error}") from error
        return begins, numbers

    def __len__(self) -> int:
        return len(self._lines[0])

    def text(self, place: int) -> str:
        try:
            with self.path.open("rb") as file:
                file.seek(self._lines[0][place])
                return file.readline().decode("utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise TaskSetError(f"{self.path}:{self._lines[1][place]}: it cannot be read: {error}") from error

    def where(self, place: int) -> Where:
        return Where(self.path.name, self._lines[1][place])

    def as_stored(self) -> Sequence[int]:
        return range(len(self))

    def ids(self) -> None:
        """They stand in the records alone."""
        return


@define(eq=False, slots=False)
class PlainForm:
    """The files of a folder."""

    folder: Path

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.folder,)

    @cached_property
    def tasks(self) -> FileLines:
        return FileLines(self.folder / TASKS)

    @cached_property
    def scenes(self) -> FileLines:
        return FileLines(self.folder / SCENES)

    @property
    def has_pictures(self) -> bool:
        return (self.folder / IMAGES).is_dir()

    @cached_property
    def _looks(self) -> dict[str, int]:
        """The places of looks by scene."""
        found: dict[str, int] = {}
        try:
            for place in range(len(self._look_lines)):
                found[str(json.loads(self._look_lines.text(place))["scene"])] = place
        except (ValueError, KeyError, TypeError):
            raise TaskSetError(f"{self.folder / APPEARANCES}: this is no file of appearances") from None
        return found

    @cached_property
    def _look_lines(self) -> FileLines:
        return FileLines(self.folder / APPEARANCES)

    def look(self, scene: str) -> str | None:
        if not (self.folder / APPEARANCES).is_file() or scene not in self._looks:
            return None
        line = json.loads(self._look_lines.text(self._looks[scene]))
        if "look" not in line:
            raise TaskSetError(f"{self.folder / APPEARANCES}: this is no file of appearances")
        return json.dumps(line["look"])

    def picture_names(self, scene: str) -> tuple[str, ...]:
        folder = self.folder / IMAGES / scene
        if not is_inside(folder, self.folder / IMAGES) or not folder.is_dir():
            return ()
        with os.scandir(folder) as files:
            return tuple(sorted(file.name for file in files if self._is_picture(scene, file)))

    def _is_picture(self, scene: str, file: os.DirEntry[str]) -> bool:
        """Whether it is a file of pictures; only links have to be followed for that."""
        return self._path(scene, file.name) is not None if file.is_symlink() else file.is_file()

    def picture(self, scene: str, name: str) -> bytes | None:
        path = self._path(scene, name)
        try:
            return None if path is None else path.read_bytes()
        except OSError as error:
            raise TaskSetError(f"{path}: it cannot be read: {error.strerror}") from error

    def picture_place(self, scene: str, name: str) -> str:
        return f"{IMAGES}/{scene}/{name}"

    def _path(self, scene: str, name: str) -> Path | None:
        """A file of pictures; links that lead out of these are none."""
        path = self.folder / IMAGES / scene / name
        return path if is_inside(path, self.folder / IMAGES) and path.is_file() else None
