"""Records of a file, one a line, read when they are asked for.

Memory holds where each line begins, ids once somebody looks for one, and the last few records.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, Final, Generic, TypeVar, overload

from attrs import define, field

from espire_dsl.diagnostics.error import UnknownNameError
from espire_dsl.scene.graph import Scene
from espire_dsl.tasks.error import TaskSetError
from espire_dsl.tasks.files import SCENES, TASKS, manifest_in, read_json, read_scene, read_task
from espire_dsl.tasks.task import Task

_KEPT: Final = 64
_MOST_LISTED: Final = 5

T = TypeVar("T")


@define(eq=False, slots=False)
class LazyRecords(Sequence[T], Generic[T]):
    """The records in the order of the file; by number, by slice, or by id.

    `read` makes a record of the path, the number of a line and its text; `id_of` finds the id in its JSON.
    """

    path: Path
    read: Callable[[Path, int, str], T] = field(repr=False)
    id_of: Callable[[Mapping[str, Any]], Any] = field(repr=False)
    what: str = "task"

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

    @cached_property
    def ids(self) -> tuple[str, ...]:
        """The ids of all records, in the order of the file."""
        return tuple(self._id(place) for place in range(len(self)))

    @cached_property
    def _places(self) -> dict[str, int]:
        return {id: place for place, id in enumerate(self.ids)}

    @cached_property
    def _record(self) -> Callable[[int], T]:
        return lru_cache(_KEPT)(lambda place: self.read(self.path, self._lines[1][place], self._line(place)))

    def _line(self, place: int) -> str:
        try:
            with self.path.open("rb") as file:
                file.seek(self._lines[0][place])
                return file.readline().decode("utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise TaskSetError(f"{self.path}:{self._lines[1][place]}: it cannot be read: {error}") from error

    def _id(self, place: int) -> str:
        try:
            id = self.id_of(read_json(self._line(place)))
        except (ValueError, KeyError, TypeError, AttributeError):
            id = None
        if not isinstance(id, str):
            raise TaskSetError(f"{self.path}:{self._lines[1][place]}: this is no {self.what} with an id")
        return id

    def __len__(self) -> int:
        return len(self._lines[0])

    def __iter__(self) -> Iterator[T]:
        return (self._record(place) for place in range(len(self)))

    def __contains__(self, value: object) -> bool:
        """Whether there is a record with this id, or this record."""
        return value in self._places if isinstance(value, str) else any(value == record for record in self)

    @overload
    def __getitem__(self, key: int | str) -> T: ...
    @overload
    def __getitem__(self, key: slice) -> list[T]: ...
    def __getitem__(self, key: int | str | slice) -> T | list[T]:
        """The record in a place, or the only one whose id begins so; of a slice a list."""
        if isinstance(key, str):
            return self._record(self._places[find_id(self.ids, key, self.what)])
        if isinstance(key, slice):
            return [self._record(place) for place in range(*key.indices(len(self)))]
        return self._record(range(len(self))[key])


def lazy_tasks(out: Path) -> LazyRecords[Task]:
    """The tasks of a set."""
    manifest_in(out)
    return LazyRecords(out / TASKS, read_task, lambda data: data["id"])


def lazy_scenes(out: Path) -> LazyRecords[Scene]:
    """The scenes of a set."""
    manifest_in(out)
    return LazyRecords(out / SCENES, read_scene, lambda data: data["graph"]["id"], "scene")


def find_id(ids: Sequence[str], wanted: str, what: str = "task") -> str:
    """The only id that begins so; an UnknownNameError that names the nearest ids when there is none."""
    begun = [id for id in ids if id.startswith(wanted)] if wanted else []
    if wanted in begun:
        return wanted
    if len(begun) == 1:
        return begun[0]
    if begun:
        raise UnknownNameError(f"{len(begun)} {what}s begin with `{wanted}`: {_listed(begun)}")
    near = get_close_matches(wanted, ids, n=_MOST_LISTED, cutoff=0.5)
    hint = f"; the nearest: {_listed(near)}" if near else f"; the first ones: {_listed(ids)}"
    raise UnknownNameError(f"there is no {what} `{wanted}`{hint if ids else f'; this set has no {what}s'}")


def _listed(ids: Sequence[str]) -> str:
    return ", ".join(ids[:_MOST_LISTED]) + (", ..." if len(ids) > _MOST_LISTED else "")
