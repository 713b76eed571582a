"""Tasks with masks made by hand."""

from __future__ import annotations

from typing import Any

import numpy as np

from espire_dsl.tasks.task import Task
from espire_sim.rendering.rle import encoded
from tests.auditing.making import task

WIDTH, HEIGHT = 40, 30


def rectangle(left: int, top: int, right: int, bottom: int) -> Any:
    """The mask of a rectangle of pixels."""
    pixels = np.zeros((HEIGHT, WIDTH), dtype=np.bool_)
    pixels[top:bottom, left:right] = True
    return encoded(pixels)


def pointing(number: int, *rectangles: tuple[int, int, int, int], **fields: Any) -> Task:
    """A task whose answers are where the rectangles are."""
    answers = [f"thing{i}" for i in range(len(rectangles))]
    masks = {id: rectangle(*corners) for id, corners in zip(answers, rectangles, strict=True)}
    return task(number, answers=answers, masks=masks, **fields)


def saying(number: int, answer_kind: str, *answers: Any, **fields: Any) -> Task:
    """A task that is answered with words."""
    return task(number, answer_kind=answer_kind, answers=list(answers), action="answer", **fields)
