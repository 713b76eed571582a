"""What a run has made, scene by scene, as it goes into shards; pictures come from the store."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from espire_dsl.pipeline.generate import Generated
from espire_dsl.pipeline.store import DamagedFilesError, Store
from espire_dsl.tasks.forms.shards import StoredScene


def stored_scenes(made: Generated, store: Store) -> Iterator[StoredScene]:
    """The scenes in the order of their ids, each with all that is about it."""
    about = made.tasks.about()
    for ref in made.scenes.loaded():
        yield StoredScene(
            ref.id,
            ref.world,
            ref.level,
            ref.line,
            ref.look,
            tuple(made.tasks[place] for place in about[ref.id]),
            _pictures(made.pictures.get(ref.id, {}), store),
        )


def _pictures(keys: Mapping[str, str], store: Store) -> dict[str, bytes]:
    found = {name: store.read_file(key) for name, key in keys.items()}
    there = {name: content for name, content in found.items() if content is not None}
    if len(there) < len(found):
        raise DamagedFilesError("pictures that were kept are damaged")
    return there
