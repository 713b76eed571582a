"""The masks of what a task may be answered with: well formed, large enough, and what the pictures show.

A book is seen where the picture of instance numbers says so. Slots and spaces are openings, not things, and
have no number there: of them the size is held against what the scene says of their pixels.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from espire_dsl.domain.answers import OBJECTS, POINTED_AT
from espire_dsl.domain.kinds import CELL, VACANCY
from espire_dsl.png import PngError, decode_gray16
from espire_dsl.reports.masks import decoded, fault, pixels
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.node import Node
from espire_dsl.scene.visibility import LEAST_PIXELS
from espire_dsl.tasks.forms.form import Form
from espire_dsl.tasks.task import Task
from espire_dsl.validating.finding import Finding, SchemaProblem


@frozen
class SeenNumbers:
    """The numbers of the things in a picture of a scene, or what is wrong with that picture."""

    numbers: NDArray[np.uint16] | None
    problem: Finding | None = None


def seen_numbers(form: Form | None, scene: str, camera: str) -> SeenNumbers:
    """The picture of instance numbers that a camera of a scene took, where there is one."""
    name = f"{camera}.ids.png"
    content = None if form is None else form.picture(scene, name)
    if form is None or content is None:
        return SeenNumbers(None)
    try:
        return SeenNumbers(decode_gray16(content))
    except PngError as error:
        return SeenNumbers(None, Finding(form.picture_place(scene, name), str(error)))


def needs_view(task: Task) -> bool:
    """Whether the masks of a task can be held against the picture of instance numbers."""
    return bool(task.masks) and task.answer_kind == OBJECTS


def mask_problems(task: Task, scene: Scene, view: SeenNumbers) -> Iterator[SchemaProblem]:
    """What is wrong with the masks of a task."""
    if task.answer_kind not in POINTED_AT:
        return
    shown = list(dict.fromkeys([*task.answers, *task.undecided, *_left_open(task, scene)]))
    others = [id for id in task.masks if id not in shown]
    if others:
        yield SchemaProblem("masks", f"{', '.join(others)} are neither answers nor undecided")
    drawn = task.masks or any(scene.node(id).pixels for id in task.answers)
    for id in shown:
        if id in task.masks:
            message = _mask_fault(task, scene, scene.node(id), view)
            if message is not None:
                yield SchemaProblem(f"masks.{id}", message)
        elif drawn and (id in task.answers or scene.node(id).pixels.get(task.view)):
            yield SchemaProblem("masks", f"there is none of {id}")


def _left_open(task: Task, scene: Scene) -> Iterator[str]:
    """The answers of other readings, where the sentence leaves open which frame is meant."""
    if task.tags.get("frame_sensitive") and not task.names_frame:
        yield from (id for answers in task.readings.values() for id in answers if id in scene)


def _mask_fault(task: Task, scene: Scene, node: Node, view: SeenNumbers) -> str | None:
    mask = task.masks[node.id]
    message = fault(mask)
    if message is not None:
        return message
    camera = scene.cameras.get(task.view)
    if camera is not None and mask["size"] != [camera.height, camera.width]:
        return f"its size is {mask['size']}, and the picture's is {[camera.height, camera.width]}"
    number = pixels(mask) or 0
    if number < LEAST_PIXELS and node.id in task.answers:
        return f"it has {number} pixels, and {LEAST_PIXELS} are needed to be seen"
    known = node.pixels.get(task.view)
    if known is not None and known != number:
        return f"it has {number} pixels, and the scene says {known}"
    if view.numbers is None or node.is_a(CELL, VACANCY):
        return None
    if not np.array_equal(view.numbers == node.instance, decoded(mask)):
        return "it is not where the picture of instance numbers shows the thing"
    return None
