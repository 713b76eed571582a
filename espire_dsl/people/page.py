"""The page: one file with script, style, tasks and pictures, and a policy that lets nothing else in or out.

It holds of a task what a person must see and nothing that depends on its answers: the same page comes from a
set whose answers, masks and traces are others.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Sequence
from hashlib import sha256
from importlib.resources import files
from typing import Any, Final

from espire_dsl.diagnostics.cells import harmless
from espire_dsl.domain.answers import POINTED_AT
from espire_dsl.png import PngError, rgb_size
from espire_dsl.syntax.units import UNITS
from espire_dsl.tasks.error import TaskSetError
from espire_dsl.tasks.forms.form import Form
from espire_dsl.tasks.task import Task

POINT: Final = "point"
SCRIPTS: Final = ("store.js", "dom.js", "pointing.js", "asking.js", "main.js")
"""The parts of the page's script in their order; all share one scope."""
_IN_HTML: Final = {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029"}


def page_html(tasks: Sequence[Task], form: Form) -> str:
    """The page as text; the same tasks in the same order give the same text."""
    views = list(dict.fromkeys((task.scene, task.view) for task in tasks))
    pictures = [_picture(form, scene, view) for scene, view in views]
    sizes = [size for _, size in pictures]
    asked = [_asked(task, views.index((task.scene, task.view))) for task in tasks]
    data = {"tasks": asked, "sizes": sizes}
    # What is remembered in a browser belongs to this page alone.
    data["key"] = sha256(json.dumps(asked, sort_keys=True).encode()).hexdigest()[:16]
    script = "\n" + "".join(_static(name) for name in SCRIPTS)
    parts = {
        "policy": _policy(script),
        "style": _static("page.css"),
        "data": _in_html(json.dumps(data, ensure_ascii=False, allow_nan=False, separators=(",", ":"))),
        "pictures": "".join(
            f'<script type="text/plain" id="picture-{number}">{text}</script>\n'
            for number, (text, _) in enumerate(pictures)
        ),
        "script": script,
    }
    page, made = _static("page.html"), []
    for name, text in parts.items():
        head, _, page = page.partition(f"{{{{{name}}}}}")
        made += [head, text]
    return "".join([*made, page])


def _asked(task: Task, picture: int) -> dict[str, Any]:
    """What a person sees of a task. Options have no ids, as those of things are those of answers."""
    kind = POINT if task.answer_kind in POINTED_AT else task.answer_kind
    return {
        "id": task.id,
        "text": harmless(task.instruction),
        "kind": kind,
        "unit": None if task.answer_unit is None else UNITS[task.answer_unit].many,
        "options": [[option["letter"], harmless(option["text"])] for option in task.options or ()],
        "picture": picture,
    }


def _picture(form: Form, scene: str, view: str) -> tuple[str, tuple[int, int]]:
    """The world view in base64, with its width and height."""
    path = form.folder / form.picture_place(scene, f"{view}.png")
    content = form.picture(scene, f"{view}.png")
    if content is None:
        raise TaskSetError(f"{path}: it is missing")
    try:
        height, width = rgb_size(content)
    except PngError as error:
        raise TaskSetError(f"{path}: it cannot be read: {error}") from None
    return base64.b64encode(content).decode("ascii"), (width, height)


def _in_html(text: str) -> str:
    """JSON in which no character can end the element that it stands in."""
    return "".join(_IN_HTML.get(char, char) for char in text)


def _static(name: str) -> str:
    return files("espire_dsl.people").joinpath("static").joinpath(name).read_text(encoding="utf-8")


def _policy(script: str) -> str:
    digest = base64.b64encode(sha256(script.encode("utf-8")).digest()).decode("ascii")
    return (
        f"default-src 'none'; script-src 'sha256-{digest}'; style-src 'unsafe-inline'; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )
