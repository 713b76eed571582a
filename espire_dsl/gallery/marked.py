"""A picture with the answers of a task marked in it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from espire_dsl.png import PngError, decode_rgb, encode_png
from espire_dsl.reports.masks import decoded, fault
from espire_dsl.tasks.error import TaskSetError
from espire_dsl.tasks.forms.form import Form
from espire_dsl.tasks.task import Task
from espire_dsl.tasks.writing import own_folder, write_whole

VIEW: Final = ".view"

_FILL: Final = np.array([0, 224, 120], dtype=np.float64)
_RIM: Final = np.array([0, 130, 70], dtype=np.uint8)
_LINE: Final = np.array([255, 255, 255], dtype=np.uint8)
_STRENGTH: Final = 0.43
_LINE_PIXELS: Final = 3


def write_marked(task: Task, form: Form, target: Path | None = None) -> Path | None:
    """Write the view of a task with its answers marked; None when it has no picture or no masks.

    Without a target it goes into the folder of the set, and there never through a link.
    """
    name = f"{task.view}.png"
    content = form.picture(task.scene, name) if task.masks else None
    if content is None:
        return None
    try:
        picture = marked(decode_rgb(content), task.masks.values())
        if target is None:
            target = form.folder / VIEW / f"{Path(task.id).name}.png"
            own_folder(target.parent)
            write_whole(target, encode_png(picture))
        else:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(encode_png(picture))
    except PngError as error:
        raise TaskSetError(f"{form.folder / form.picture_place(task.scene, name)}: {error}") from None
    except OSError as error:
        raise TaskSetError(f"{error.filename}: {error.strerror}") from error
    return target


def marked(picture: NDArray[np.uint8], masks: Iterable[Any]) -> NDArray[np.uint8]:
    """The picture with masks tinted and rimmed; pixels outside of all masks stay as they are."""
    out = picture.copy()
    for record in masks:
        problem = fault(record)
        if problem is not None:
            raise PngError(f"a mask does not fit: {problem}")
        size = tuple(record["size"])
        if size != picture.shape[:2]:
            raise PngError(f"it has {picture.shape[:2]} pixels, and a mask of the task {size}")
        mask = decoded(record)
        tinted = (1 - _STRENGTH) * picture[mask] + _STRENGTH * _FILL
        out[mask] = tinted.round().astype(np.uint8)
        out[mask & ~_inside(mask, _LINE_PIXELS)] = _LINE
        out[mask & ~_inside(mask, 1)] = _RIM
    return out


def _inside(mask: NDArray[np.bool_], reach: int) -> NDArray[np.bool_]:
    """The pixels of a mask whose neighbours, so many pixels away in four directions, are in it too."""
    height, width = mask.shape
    wide = np.pad(mask, reach)
    inside: NDArray[np.bool_] = (
        wide[:height, reach : reach + width]
        & wide[2 * reach :, reach : reach + width]
        & wide[reach : reach + height, :width]
        & wide[reach : reach + height, 2 * reach :]
    )
    return inside
