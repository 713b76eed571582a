"""Writes the page `index.html` of a task set: one file that needs no network and no server.

Script and style stand in the page; the data is packed and in base64, so that no text of a task is ever read
as HTML. A policy in the page's head lets only this script run and only pictures beside the page load.
"""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Mapping, Sequence
from hashlib import sha256
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from espire_dsl.domain.worlds import WORLD_CAMERA, WRIST_CAMERA
from espire_dsl.gallery.data import data_of
from espire_dsl.tasks.error import TaskSetError
from espire_dsl.tasks.files import GALLERY, TaskSet
from espire_dsl.tasks.forms.form import Form
from espire_dsl.tasks.forms.plain import PlainForm
from espire_dsl.tasks.writing import write_whole

VIEWS: Final = (WORLD_CAMERA, WRIST_CAMERA)
"""What the page shows of scenes beside the views of tasks."""
STYLES: Final = ("base.css", "filters.css", "cards.css", "detail.css", "drawings.css")
SCRIPTS: Final = (
    "data.js",
    "dom.js",
    "masks.js",
    "geometry.js",
    "facets.js",
    "state.js",
    "drawing.js",
    "plan.js",
    "elevation.js",
    "picture.js",
    "program.js",
    "filters.js",
    "cards.js",
    "facts.js",
    "detail.js",
    "main.js",
)
"""The parts of the page's script in their order; all share one scope."""


def write_gallery(folder: Path, task_set: TaskSet, form: Form | None = None) -> None:
    """Write the page of a task set into a folder, which already holds its pictures, if there are any: that of
    the set, unless its files are told."""
    html = gallery_html(task_set, pictures_in(form or PlainForm(folder), task_set))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        write_whole(folder / GALLERY, html.encode("utf-8"))
    except OSError as error:
        raise TaskSetError(f"{folder / GALLERY}: it cannot be written: {error.strerror or error}") from error


def pictures_in(form: Form, task_set: TaskSet) -> dict[str, tuple[str, ...]]:
    """Which views of each scene that a task is about have a picture in a task set."""
    views: dict[str, dict[str, None]] = {}
    for task in task_set.tasks:
        views.setdefault(task.scene, dict.fromkeys(VIEWS))[task.view] = None
    there = {scene: form.picture_names(scene) for scene in views}
    return {
        scene: tuple(view for view in some if f"{view}.png" in there[scene]) for scene, some in views.items()
    }


def gallery_html(task_set: TaskSet, pictures: Mapping[str, Sequence[str]]) -> str:
    """The page as text. The same set gives the same text."""
    static = files("espire_dsl.gallery").joinpath("static")

    def read(names: Sequence[str]) -> str:
        return "".join(static.joinpath(name).read_text(encoding="utf-8") for name in names)

    script = f"\n{read(SCRIPTS)}"
    parts = {
        "title": escape(_title(task_set)),
        "policy": escape(_policy(script), quote=True),
        "style": read(STYLES),
        "data": packed(data_of(task_set, pictures)),
        "script": script,
    }
    page = read(["page.html"])
    before: list[str] = []
    for name, text in parts.items():
        head, _, page = page.partition(f"{{{{{name}}}}}")
        before += [head, text]
    return "".join([*before, page])


def packed(data: Any) -> str:
    """JSON, squeezed by zlib, whose header is the same everywhere, in base64."""
    text = json.dumps(data, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return base64.b64encode(zlib.compress(text.encode("utf-8"), 6)).decode("ascii")


def _title(task_set: TaskSet) -> str:
    suites = ", ".join(sorted({task.suite for task in task_set.tasks}))
    return f"{suites}: {len(task_set.tasks):,} tasks" if suites else "no tasks"


def _policy(script: str) -> str:
    digest = base64.b64encode(sha256(script.encode("utf-8")).digest()).decode("ascii")
    return (
        f"default-src 'none'; script-src 'sha256-{digest}'; style-src 'unsafe-inline'; "
        "img-src 'self' file: data:; base-uri 'none'; form-action 'none'"
    )
