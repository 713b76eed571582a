"""The gallery of a set in shards: a page and pictures of its first scenes, in a folder beside the shards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import islice
from pathlib import Path

from espire_dsl.gallery.marked import VIEW
from espire_dsl.gallery.page import pictures_in, write_gallery
from espire_dsl.gallery.shown_scenes import MOST_SCENES, MOST_TASKS, shown_scenes
from espire_dsl.tasks.error import TaskSetError
from espire_dsl.tasks.files import GALLERY, TaskSet
from espire_dsl.tasks.folders import IMAGES
from espire_dsl.tasks.forms.form import Form
from espire_dsl.tasks.stored import StoredSet
from espire_dsl.tasks.task import Task, order_of
from espire_dsl.tasks.writing import is_inside, own_folder, write_whole


def write_extract(stored: StoredSet) -> tuple[Path, int]:
    """Write the page into a hidden folder of the set; where it is, and of how many scenes.

    Tasks are stored with their scenes, so that hardly more is read than is shown.
    """
    ids = list(islice(stored.scenes.ids, MOST_SCENES))
    tasks = _tasks_about(ids, stored)
    numbers = Counter(task.scene for task in tasks)
    ids = ids[: shown_scenes(numbers[id] for id in ids)]
    kept = set(ids)
    about = sorted((task for task in tasks if task.scene in kept), key=order_of)
    shown = TaskSet(stored.manifest, tuple(about), tuple(stored.scenes[id] for id in ids))
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


def _tasks_about(ids: Sequence[str], stored: StoredSet) -> list[Task]:
    """The tasks about the first scenes, or as many as show that a page has no room for more."""
    wanted, found = set(ids), list[Task]()
    for place in stored.form.tasks.as_stored():
        task = stored.tasks[place]
        if task.scene not in wanted or (len(found) > MOST_TASKS and task.scene != ids[0]):
            break
        found.append(task)
    return found


def _write_picture(form: Form, folder: Path, scene: str, name: str) -> None:
    content, target = form.picture(scene, name), folder / IMAGES / scene / name
    if content is None or not is_inside(target, folder / IMAGES):
        return
    own_folder(folder / IMAGES)
    own_folder(target.parent)
    write_whole(target, content)
