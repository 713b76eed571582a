"""A set in another form: the same records, looks and pictures, in shards."""

from __future__ import annotations

import json
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from espire_dsl.publishing.hashes import file_hashes
from espire_dsl.publishing.publish import publish
from espire_dsl.scene.json_io import dumps
from espire_dsl.tasks.files import load, save
from espire_dsl.tasks.forms.shards import ShardChoice, Shards, StoredScene
from espire_dsl.tasks.forms.writing import write_shards
from espire_dsl.tasks.stored import StoredSet


def stored_scenes(out: Path) -> Iterator[StoredScene]:
    """The scenes of a set with all that is about them."""
    stored = StoredSet(out)
    tasks = list(stored.tasks)
    for id in sorted(stored.scenes.ids):
        scene = stored.scenes[id]
        names = stored.form.picture_names(id)
        yield StoredScene(
            id,
            scene.world,
            scene.level,
            dumps(scene),
            json.dumps(stored.look(id)),
            tuple(task for task in tasks if task.scene == id),
            {name: stored.form.picture(id, name) or b"" for name in names},
        )


def resharded(out: Path, target: Path, choice: ShardChoice, content: str | None = None) -> Shards:
    """Writes a set into another folder in shards."""
    stored, task_set = StoredSet(out), load(out)
    digest = content or sha256(json.dumps(stored.manifest, sort_keys=True).encode()).hexdigest()
    written: list[Shards] = []

    def records(folder: Path) -> None:
        written.append(
            write_shards(
                folder,
                choice,
                stored_scenes(out),
                len(task_set.scenes),
                digest,
                with_pictures=stored.form.has_pictures,
            )
        )

    def add(folder: Path) -> dict[str, object]:
        publish(folder, task_set, written[0])
        return {"shards": written[0].to_json(), "files": file_hashes(folder)}

    save(target, task_set, {}, records=records, add=add)
    return written[0]
