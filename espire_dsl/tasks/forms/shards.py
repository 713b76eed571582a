"""Shards of a set: how many of which format, what they are called, and what a manifest says of them.

Scenes are in the order of their ids, spread evenly; tasks are in the shard of their scene.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from attrs import field, frozen

from espire_dsl.tasks.error import TaskSetError
from espire_dsl.tasks.folders import SHARDS
from espire_dsl.tasks.task import Task

PARQUET, WEBDATASET = "parquet", "webdataset"
TASK_TABLE, SCENE_TABLE = "tasks", "scenes"
TABLES: Final[Mapping[str, tuple[str, ...]]] = {
    PARQUET: (TASK_TABLE, SCENE_TABLE),
    WEBDATASET: (SCENE_TABLE,),
}
"""What the files of a shard are called, by format. A tar has the tasks beside their scene."""
ENDINGS: Final = {PARQUET: "parquet", WEBDATASET: "tar"}
MOST_SHARDS: Final = 99_999
_AGAIN: Final = "copy the shards of this set again, or compile it again"


@frozen
class ShardChoice:
    """What somebody asks for: so many shards of a format."""

    number: int
    format: str = PARQUET

    def of(self, scenes: int) -> int:
        """How many shards a set of so many scenes gets: none is empty, unless the set is."""
        return max(1, min(self.number, scenes))


@frozen
class StoredScene:
    """A scene with all that is about it, as it goes into a shard: its line, its look as JSON, its tasks, and
    the files of its pictures by name."""

    id: str
    world: str
    level: str | None
    line: str = field(repr=False)
    look: str = field(repr=False)
    tasks: tuple[Task, ...] = field(repr=False)
    pictures: Mapping[str, bytes] = field(repr=False)


@frozen
class Shards:
    """The shards of a set: format, a digest of what the set was made of, numbers of scenes and tasks in each,
    and whether there are pictures in them."""

    format: str
    content: str
    scenes: tuple[int, ...]
    tasks: tuple[int, ...]
    with_pictures: bool

    @property
    def number(self) -> int:
        return len(self.scenes)

    def name(self, table: str, shard: int) -> str:
        """A file, from the folder of the set."""
        return shard_name(self.format, table, shard, self.number)

    @property
    def names(self) -> tuple[str, ...]:
        """All files."""
        return tuple(self.name(table, n) for table in TABLES[self.format] for n in range(self.number))

    def seal(self, table: str, shard: int) -> str:
        """What a file says of itself, by which one of another set or another place is known."""
        return seal_of(self.content, table, shard, self.number)

    def counts(self, table: str) -> tuple[int, ...]:
        return self.tasks if table == TASK_TABLE else self.scenes

    def to_json(self) -> dict[str, Any]:
        return {
            "format": self.format,
            "number": self.number,
            "content": self.content,
            "scenes": list(self.scenes),
            "tasks": list(self.tasks),
            "pictures": self.with_pictures,
        }


def shard_name(format: str, table: str, shard: int, number: int) -> str:
    return f"{SHARDS}/{table}-{shard:05}-of-{number:05}.{ENDINGS[format]}"


def seal_of(content: str, table: str, shard: int, number: int) -> str:
    return f"{content} {table} {shard} of {number}"


def shards_in(manifest: Mapping[str, Any], folder: Path) -> Shards | None:
    """What a manifest says of shards; None for a set that is a folder of files."""
    told = manifest.get(SHARDS)
    if told is None:
        return None
    try:
        counts = _counts(told["scenes"]), _counts(told["tasks"])
        found = Shards(told["format"], told["content"], *counts, told["pictures"])
        fits = found.number == told["number"] and 0 < found.number <= MOST_SHARDS
        fits = fits and len(found.tasks) == found.number
        fits = fits and isinstance(found.content, str) and isinstance(found.with_pictures, bool)
    except (KeyError, TypeError):
        fits = False
    if not fits:
        raise TaskSetError(f"{folder}: its manifest says nothing of its shards that can be used; {_AGAIN}")
    if found.format not in TABLES:
        known = " and ".join(TABLES)
        raise TaskSetError(f"{folder}: its shards are of a format {found.format}, and {known} are read")
    return found


def _counts(told: Any) -> tuple[int, ...]:
    if not isinstance(told, list) or not all(type(count) is int and count >= 0 for count in told):
        raise TypeError
    return tuple(told)


def check_names(folder: Path, shards: Shards) -> None:
    """Refuse a set that lacks some of its shards."""
    missing = [name for name in shards.names if not (folder / name).is_file()]
    if missing:
        more = f", and so are {len(missing) - 1} more" if len(missing) > 1 else ""
        raise TaskSetError(f"{folder / missing[0]}: this shard is missing{more}; {_AGAIN}")


def check_seal(path: Path, found: str | None, shards: Shards, table: str, shard: int) -> None:
    """Refuse a shard that is none, that belongs to another set, or to another place of this one."""
    if found is None:
        raise TaskSetError(f"{path}: this is no shard of a task set; {_AGAIN}")
    if found == shards.seal(table, shard):
        return
    if found.split(" ")[0] != shards.content:
        raise TaskSetError(f"{path}: this is a shard of another set than the manifest beside it; {_AGAIN}")
    raise TaskSetError(f"{path}: this is another shard of the set under the name of this one; {_AGAIN}")


def cut(path: Path, why: object) -> TaskSetError:
    """What to say of a shard that cannot be read to its end."""
    told = " ".join(str(why).split())[:200].rstrip(".")
    return TaskSetError(f"{path}: this shard is cut or damaged ({told}); {_AGAIN}")


def check_count(path: Path, found: int, shards: Shards, table: str, shard: int) -> None:
    """Refuse a shard with another number of records than the manifest says."""
    told = shards.counts(table)[shard]
    if found != told:
        raise cut(path, f"it has {found} {table}, and the manifest says {told}")
