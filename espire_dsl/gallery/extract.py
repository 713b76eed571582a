"""The gallery of a set in shards: a page and pictures of its first scenes, in a folder beside the shards."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import Final

from espire_dsl.gallery.marked import VIEW
from espire_dsl.gallery.page import pictures_in, write_gallery
from espire_dsl.tasks.error import TaskSetError
from espire_dsl.tasks.files import GALLERY, TaskSet
from espire_dsl.tasks.folders import IMAGES
from espire_dsl.tasks.forms.form import Form
from espire_dsl.tasks.stored import StoredSet
from espire_dsl.tasks.task import Task, order_of
from espire_dsl.tasks.writing import is_inside, own_folder, write_whole

MOST_SCENES: Final = 1000


def write_extract(stored: StoredSet) -> tuple[Path, int]:
    """Write the page into a hidden folder of the set; where it is, and of how many scenes.

    Tasks are stored with their scenes, so that nothing beyond the shown ones is read.
    """
    ids = list(islice(stored.scenes.ids, MOST_SCENES))
    shown = TaskSet(
        stored.manifest, tuple(_tasks_about(set(ids), stored)), tuple(stored.scenes[id] for id in ids)
    )
    folder = stored.folder / VIEW
    try:
        own_folder(folder)
        for scene, views in pictures_in(stored.form, shown).items():
            for view in views:
                _write_picture(stored.form, folder, scene, f"{view}.png")
    except OSError as error:
        raise TaskSetError(f"{folder}: it cannot be written: {error.strerror or error}") from error
    write_gallery(folder, shown, stored.form)
    return folder / GALLERY, len(ids)


def _tasks_about(ids: set[str], stored: StoredSet) -> list[Task]:
    found: list[Task] = []
    for place in stored.form.tasks.as_stored():
        task = stored.tasks[place]
        if task.scene not in ids:
            break
        found.append(task)
    return sorted(found, key=order_of)


def _write_picture(form: Form, folder: Path, scene: str, name: str) -> None:
    content, target = form.picture(scene, name), folder / IMAGES / scene / name
    if content is None or not is_inside(target, folder / IMAGES):
        return
    own_folder(folder / IMAGES)
    own_folder(target.parent)
    write_whole(target, content)
