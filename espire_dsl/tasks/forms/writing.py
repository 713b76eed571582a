"""Writes the shards of a set, one after the other, scene by scene: memory does not grow with the set."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from pathlib import Path

from espire_dsl.tasks.error import TaskSetError
from espire_dsl.tasks.folders import SHARDS
from espire_dsl.tasks.forms.parquet_writing import ParquetShard
from espire_dsl.tasks.forms.shards import PARQUET, ShardChoice, Shards, StoredScene
from espire_dsl.tasks.forms.tar_writing import TarShard
from espire_dsl.tasks.writing import own_folder


def write_shards(
    folder: Path,
    choice: ShardChoice,
    scenes: Iterable[StoredScene],
    count: int,
    content: str,
    *,
    with_pictures: bool,
) -> Shards:
    """Write a set of so many scenes, which come in the order of their ids, into the folder of a new set.

    `content` is a digest of what the set was made of. Gives what the manifest says of the shards.
    """
    check_can_write(choice)
    number = choice.of(count)
    own_folder(folder / SHARDS)
    coming = iter(scenes)
    scene_counts, task_counts = [], []
    for shard in range(number):
        first, end = shard * count // number, (shard + 1) * count // number
        tasks = 0
        with _shard(folder, choice, content, shard, number, first, with_pictures) as writer:
            for scene in islice(coming, end - first):
                writer.add(scene)
                tasks += len(scene.tasks)
        scene_counts.append(end - first)
        task_counts.append(tasks)
    return Shards(choice.format, content, tuple(scene_counts), tuple(task_counts), with_pictures)


def check_can_write(choice: ShardChoice | None) -> None:
    """Refuse a format whose package is missing, before any work is done."""
    if choice is None or choice.format != PARQUET:
        return
    try:
        import pyarrow.parquet  # noqa: F401
    except ImportError as error:
        raise TaskSetError(
            f"shards of Parquet need pyarrow, which does not load ({error}): pip install 'espire-dsl[hf]', "
            "or use --shard-format webdataset"
        ) from None


def _shard(
    folder: Path,
    choice: ShardChoice,
    content: str,
    shard: int,
    number: int,
    first: int,
    with_pictures: bool,
) -> ParquetShard | TarShard:
    if choice.format == PARQUET:
        return ParquetShard(folder, content, shard, number, with_pictures)
    return TarShard(folder, content, shard, number, first)
