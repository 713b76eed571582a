"""What a stored set gives to its readers, whatever its form: records as lines of JSON, looks, pictures."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple, Protocol


class Where(NamedTuple):
    """Where a record is stored: a file, named from the folder of the set, and a line or row in it, from 1."""

    file: str
    number: int


class Lines(Protocol):
    """Records of one sort as JSON texts, by their place in the order of the set."""

    def __len__(self) -> int: ...

    def text(self, place: int) -> str:
        """The record in a place."""

    def where(self, place: int) -> Where:
        """Where that record is stored."""

    def as_stored(self) -> Sequence[int]:
        """All places, in the order in which they are read fastest."""

    def ids(self) -> Sequence[str] | None:
        """The ids of all records, where these are known without reading the records."""


class Form(Protocol):
    """A stored set. What cannot be read is told in a TaskSetError that names the file."""

    @property
    def folder(self) -> Path: ...

    @property
    def tasks(self) -> Lines: ...

    @property
    def scenes(self) -> Lines: ...

    @property
    def has_pictures(self) -> bool: ...

    def look(self, scene: str) -> str | None:
        """How a scene looks beyond its geometry, as JSON, where the set says it."""

    def picture_names(self, scene: str) -> tuple[str, ...]:
        """The files of a scene's pictures, such as `world.png`, in order."""

    def picture(self, scene: str, name: str) -> bytes | None:
        """The content of such a file, if there is one."""

    def picture_place(self, scene: str, name: str) -> str:
        """What to call such a file when something is said of it, from the folder of the set."""
