"""Records of a set, read when they are asked for.

Memory holds where each of them is, ids once somebody looks for one, and the last few records.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, Final, Generic, TypeVar, overload

from attrs import define, field

from espire_dsl.diagnostics.error import UnknownNameError
from espire_dsl.scene.graph import Scene
from espire_dsl.tasks.error import TaskSetError
from espire_dsl.tasks.files import read_json, read_task, scene_reader
from espire_dsl.tasks.forms.form import Form, Lines
from espire_dsl.tasks.task import Task

_KEPT: Final = 64
_MOST_LISTED: Final = 5

T = TypeVar("T")


@define(eq=False, slots=False)
class LazyRecords(Sequence[T], Generic[T]):
    """The records in the order of the set; by number, by slice, or by id.

    `read` makes a record of the path of a file, a number in it and a text; `id_of` finds the id in its JSON.
    """

    folder: Path
    lines: Lines = field(repr=False)
    read: Callable[[Path, int, str], T] = field(repr=False)
    id_of: Callable[[Mapping[str, Any]], Any] = field(repr=False)
    what: str = "task"

    @cached_property
    def ids(self) -> Sequence[str]:
        """The ids of all records, in the order of the set."""
        known = self.lines.ids()
        return tuple(self._id(place) for place in range(len(self))) if known is None else known

    @cached_property
    def _places(self) -> dict[str, int]:
        return {id: place for place, id in enumerate(self.ids)}

    @cached_property
    def _record(self) -> Callable[[int], T]:
        return lru_cache(_KEPT)(self._read)

    def _read(self, place: int) -> T:
        where = self.lines.where(place)
        return self.read(self.folder / where.file, where.number, self.lines.text(place))

    def _id(self, place: int) -> str:
        try:
            id = self.id_of(read_json(self.lines.text(place)))
        except (ValueError, KeyError, TypeError, AttributeError):
            id = None
        if not isinstance(id, str):
            where = self.lines.where(place)
            raise TaskSetError(
                f"{self.folder / where.file}:{where.number}: this is no {self.what} with an id"
            )
        return id

    def __len__(self) -> int:
        return len(self.lines)

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


def lazy_tasks(form: Form) -> LazyRecords[Task]:
    """The tasks of a set."""
    return LazyRecords(form.folder, form.tasks, read_task, lambda data: data["id"])


def lazy_scenes(form: Form) -> LazyRecords[Scene]:
    """The scenes of a set."""
    read = scene_reader(form.folder)
    return LazyRecords(form.folder, form.scenes, read, lambda data: data["graph"]["id"], "scene")


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
