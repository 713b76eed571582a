"""What a run has made, scene by scene, as it goes into shards; pictures come from the store."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from espire_dsl.pipeline.generate import Generated
from espire_dsl.pipeline.store import DamagedFilesError, Store
from espire_dsl.scene.json_io import dumps
from espire_dsl.tasks.forms.shards import StoredScene
from espire_dsl.tasks.task import Task


def stored_scenes(made: Generated, store: Store) -> Iterator[StoredScene]:
    """The scenes in the order of their ids, each with all that is about it."""
    about: dict[str, list[Task]] = {}
    for task in made.tasks:
        about.setdefault(task.scene, []).append(task)
    for scene in made.scenes:
        yield StoredScene(
            scene.id,
            scene.world,
            scene.level,
            dumps(scene),
            json.dumps(made.appearances[scene.id]),
            tuple(about[scene.id]),
            _pictures(made.pictures.get(scene.id, {}), store),
        )


def _pictures(keys: Mapping[str, str], store: Store) -> dict[str, bytes]:
    found = {name: store.read_file(key) for name, key in keys.items()}
    there = {name: content for name, content in found.items() if content is not None}
    if len(there) < len(found):
        raise DamagedFilesError("pictures that were kept are damaged")
    return there
