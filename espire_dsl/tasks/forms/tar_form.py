"""A set as shards of tar, as WebDataset has them: a sample is a scene, its pictures, and its tasks.

To find a record, all headers are read once, and all tasks; memory has where each sample begins.
"""

from __future__ import annotations

import json
import tarfile
from array import array
from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, Final

from attrs import define, frozen

from espire_dsl.tasks.forms.form import Where
from espire_dsl.tasks.forms.shards import (
    SCENE_TABLE,
    TASK_TABLE,
    Shards,
    check_count,
    check_names,
    check_seal,
    cut,
)
from espire_dsl.tasks.task import ORDER

SEAL: Final = "ESPIRE.shard"
"""Under this name the global header of a tar says which shard it is."""
SCENE, LOOK, TASKS = "scene.jsonl", "look.jsonl", "tasks.jsonl"
"""Lines, as readers of tars that unpack `.json` want every sample to have the same fields in it."""
_KEPT_SAMPLES: Final = 4
_MOST_BYTES: Final = 1 << 30
"""Of a member; one that claims more is none of ours."""


def opened(folder: Path, shards: Shards) -> TarForm:
    """The set of a folder, all of whose shards are there, whole, and of this set."""
    check_names(folder, shards)
    form = TarForm(folder, shards)
    _ = form.index
    return form


def key_of(number: int) -> str:
    """What the files of a scene begin with, by its number in the set."""
    return f"{number:08}"


@frozen(eq=False)
class TarIndex:
    """Where samples begin, by the number of their scene; and for each task, in the order of the set, its
    scene's number, its place there, and its id. `scene_ids` are in the order of the set."""

    shards: array[int]
    begins: array[int]
    scene_ids: list[str]
    tasks: list[tuple[int, int]]
    task_ids: list[str]


@define(eq=False, slots=False)
class TarForm:
    """The tars of a set."""

    folder: Path
    shards: Shards

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.folder, self.shards)

    def path(self, shard: int) -> Path:
        return self.folder / self.shards.name(SCENE_TABLE, shard)

    @cached_property
    def index(self) -> TarIndex:
        found = TarIndex(array("i"), array("q"), [], [], [])
        keyed: list[tuple[tuple[str, ...], tuple[int, int]]] = []
        for shard in range(self.shards.number):
            keyed += self._indexed(shard, found)
        keyed.sort()
        found.tasks.extend(place for _, place in keyed)
        found.task_ids.extend(key[-1] for key, _ in keyed)
        return found

    def _indexed(self, shard: int, found: TarIndex) -> list[tuple[tuple[str, ...], tuple[int, int]]]:
        """Adds the samples of a shard; gives its tasks, each behind what decides the order."""
        keyed: list[tuple[tuple[str, ...], tuple[int, int]]] = []
        path, scenes = self.path(shard), len(found.begins)
        for begin, name, content in self._members(shard):
            number = len(found.begins) - 1
            try:
                if name == f"{key_of(number + 1)}.{SCENE}":
                    found.shards.append(shard)
                    found.begins.append(begin)
                    found.scene_ids.append(str(json.loads(content)["graph"]["id"]))
                elif not name.startswith(f"{key_of(number)}."):
                    raise cut(path, f"{name!r} stands where no member of that name belongs")
                elif name.endswith(f".{TASKS}"):
                    for place, line in enumerate(_lines(content.decode())):
                        task = json.loads(line)
                        keyed.append((tuple(str(task[field]) for field in ORDER), (number, place)))
            except (ValueError, KeyError, TypeError, RecursionError):
                raise cut(path, f"{name!r} is not what it is called") from None
        check_count(path, len(found.begins) - scenes, self.shards, SCENE_TABLE, shard)
        check_count(path, len(keyed), self.shards, TASK_TABLE, shard)
        return keyed

    def _members(self, shard: int) -> Iterator[tuple[int, str, bytes]]:
        """Where each member begins, its name, and, of scenes and tasks alone, its content."""
        path = self.path(shard)
        try:
            with tarfile.open(path, "r:") as tar:
                check_seal(path, tar.pax_headers.get(SEAL), self.shards, SCENE_TABLE, shard)
                for member in tar:
                    wanted = member.name.endswith((f".{SCENE}", f".{TASKS}"))
                    yield member.offset, member.name, _content(tar, member) if wanted else b""
        except (OSError, tarfile.TarError, ValueError, EOFError) as error:
            raise cut(path, error) from None

    @cached_property
    def _sample(self) -> Any:
        return lru_cache(_KEPT_SAMPLES)(self._read_sample)

    def _read_sample(self, number: int) -> dict[str, bytes]:
        return dict(self._in_sample(number))

    def _in_sample(self, number: int, with_content: bool = True) -> Iterator[tuple[str, bytes]]:
        """The files of a scene, by what they are called behind its number."""
        path, begin = self.path(self.index.shards[number]), f"{key_of(number)}."
        try:
            with path.open("rb") as file:
                file.seek(self.index.begins[number])
                with tarfile.open(fileobj=file, mode="r:") as tar:
                    for member in tar:
                        if not member.name.startswith(begin):
                            break
                        content = _content(tar, member) if with_content else b""
                        yield member.name.removeprefix(begin), content
        except (OSError, tarfile.TarError, ValueError, EOFError) as error:
            raise cut(path, error) from None

    def sample(self, number: int) -> dict[str, bytes]:
        """All files of a scene."""
        found: dict[str, bytes] = self._sample(number)
        return found

    @cached_property
    def scenes(self) -> SceneLines:
        return SceneLines(self)

    @cached_property
    def tasks(self) -> TaskLines:
        return TaskLines(self)

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {id: number for number, id in enumerate(self.index.scene_ids)}

    @property
    def has_pictures(self) -> bool:
        return self.shards.with_pictures

    def look(self, scene: str) -> str | None:
        found = self.sample(self._numbers[scene]).get(LOOK) if scene in self._numbers else None
        return None if found is None else found.decode("utf-8", "replace")

    def picture_names(self, scene: str) -> tuple[str, ...]:
        if scene not in self._numbers:
            return ()
        names = (name for name, _ in self._in_sample(self._numbers[scene], with_content=False))
        return tuple(sorted(name for name in names if _is_picture(name)))

    def picture(self, scene: str, name: str) -> bytes | None:
        if scene not in self._numbers or not _is_picture(name):
            return None
        return self.sample(self._numbers[scene]).get(name)

    def picture_place(self, scene: str, name: str) -> str:
        if scene not in self._numbers:
            return f"{scene}/{name}"
        number = self._numbers[scene]
        return f"{self.shards.name(SCENE_TABLE, self.index.shards[number])}: {key_of(number)}.{name}"


@frozen(eq=False)
class SceneLines:
    """The scenes of tars; a number counts the scenes of a tar."""

    form: TarForm

    def __len__(self) -> int:
        return len(self.form.index.begins)

    def text(self, place: int) -> str:
        return _text(self.form, place, SCENE)

    def where(self, place: int) -> Where:
        shard = self.form.index.shards[place]
        first = sum(self.form.shards.scenes[:shard])
        return Where(self.form.shards.name(SCENE_TABLE, shard), place - first + 1)

    def as_stored(self) -> Sequence[int]:
        return range(len(self))

    def ids(self) -> Sequence[str]:
        return self.form.index.scene_ids


@frozen(eq=False)
class TaskLines:
    """The tasks of tars; a number counts the scenes of a tar, as tasks stand with theirs."""

    form: TarForm

    def __len__(self) -> int:
        return len(self.form.index.tasks)

    def text(self, place: int) -> str:
        scene, within = self.form.index.tasks[place]
        return _lines(_text(self.form, scene, TASKS))[within]

    def where(self, place: int) -> Where:
        return self.form.scenes.where(self.form.index.tasks[place][0])

    def as_stored(self) -> Sequence[int]:
        return sorted(range(len(self)), key=self.form.index.tasks.__getitem__)

    def ids(self) -> Sequence[str]:
        return self.form.index.task_ids


def _text(form: TarForm, number: int, name: str) -> str:
    try:
        return form.sample(number)[name].decode("utf-8")
    except (KeyError, UnicodeDecodeError):
        raise cut(form.path(form.index.shards[number]), f"{key_of(number)}.{name} is no text") from None


def _lines(text: str) -> list[str]:
    return [line for line in text.split("\n") if line]


def _is_picture(name: str) -> bool:
    return name not in (SCENE, LOOK, TASKS)


def _content(tar: tarfile.TarFile, member: tarfile.TarInfo) -> bytes:
    if not member.isreg() or member.size > _MOST_BYTES:
        raise ValueError(f"{member.name!r} is no file of a task set")
    file = tar.extractfile(member)
    assert file is not None
    content = file.read()
    if len(content) != member.size:
        raise ValueError(f"{member.name!r} has an early end")
    return content
