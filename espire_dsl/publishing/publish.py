"""Adds to a task set what others read it by: table, dataset card with the licence of the data, metadata."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from espire_dsl.publishing.card import card, sharded_card
from espire_dsl.publishing.croissant import croissant, sharded_croissant
from espire_dsl.publishing.parquet import write_parquet
from espire_dsl.publishing.pictures import has_pictures
from espire_dsl.tasks.files import CARD, CROISSANT, PARQUET, TaskSet
from espire_dsl.tasks.forms.shards import Shards


def publish(folder: Path, task_set: TaskSet, shards: Shards | None = None) -> tuple[str, ...]:
    """Write the files into a folder that holds the records and pictures of this set already, if need be in
    shards, which are tables themselves.

    What they say depends on the set alone. Gives a sentence about each thing that had to be left out.
    """
    if shards is not None:
        _write(folder / CARD, sharded_card(task_set, shards, with_pictures=shards.with_pictures))
        _write(folder / CROISSANT, sharded_croissant(task_set, shards, with_pictures=shards.with_pictures))
        return ()
    notices: list[str] = []
    with_parquet, with_pictures = True, has_pictures(folder)
    if find_spec("pyarrow") is not None:
        write_parquet(folder, task_set.tasks)
    else:
        with_parquet = False
        (folder / PARQUET).unlink(missing_ok=True)
        notices.append(f"{PARQUET} is left out, because pyarrow is missing: pip install 'espire-dsl[hf]'")
    _write(folder / CARD, card(task_set, with_parquet=with_parquet, with_pictures=with_pictures))
    _write(folder / CROISSANT, croissant(folder, task_set, with_pictures=with_pictures))
    return tuple(notices)


def _write(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8", newline="\n")
