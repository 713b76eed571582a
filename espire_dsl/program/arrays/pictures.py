"""Where things are in the pictures of cameras, for all things of a batch. Pixels are continuous: columns run
from 0 at the left edge, rows from 0 at the top."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

import numpy as np

from espire_dsl.program.arrays.batch import SceneBatch
from espire_dsl.program.arrays.call import BatchedCall, BatchedResult, Function
from espire_dsl.program.arrays.columns import Floats
from espire_dsl.program.arrays.failures import first_of
from espire_dsl.scene.box import box_of
from espire_dsl.scene.polygons import area
from espire_dsl.scene.projection import outline, projected
from espire_dsl.scene.quantize import quantize_array

COLUMN, ROW = 0, 1
_BEHIND: Final = 1e-6  # metres along the optical axis: nothing nearer has a place in the picture


def centres(batch: SceneBatch, camera: str | None = None) -> Floats:
    """The column and row of each thing's centre in the pictures of a camera, or of each scene's view,
    (scenes, places, 2); NaN for what is not before it, and without such a camera."""

    def compute() -> Floats:
        found = np.full((len(batch.scenes), batch.size, 2), np.nan)
        for place, scene in enumerate(batch.scenes):
            lens = scene.cameras.get(camera or scene.view)
            if lens is None:
                continue
            *pixels, ahead = projected(lens, batch.centers[place], _BEHIND)
            for axis in (COLUMN, ROW):
                found[place, :, axis] = np.where(ahead, pixels[axis], np.nan)
        return found

    return batch.remember(("picture", camera), compute)


def _areas(batch: SceneBatch, camera: str) -> Floats:
    """How many pixels the outline of each thing's box has in the pictures of a camera, (scenes, places)."""

    def of(scene: int, place: int) -> float:
        lens = batch.scenes[scene].cameras.get(camera)
        return np.nan if lens is None else area(outline(lens, box_of(batch.node(scene, place))))

    def compute() -> Floats:
        places = zip(batch.scene_of.tolist(), batch.place_of.tolist(), strict=True)
        spread: Floats = batch.spread([of(scene, place) for scene, place in places], np.nan)
        return spread

    return batch.remember(("picture areas", camera), compute)


def _visible(batch: SceneBatch, camera: str) -> Floats:
    return batch.remember(
        ("visible", camera), lambda: batch.spread([n.visible.get(camera, 1.0) for n in batch.nodes], np.nan)
    )


def _in_camera(read: Callable[[SceneBatch, str], Floats], call: BatchedCall) -> BatchedResult:
    """A number of each row's thing in the picture of each row's camera."""
    batch, scenes, places, cameras = call.batch, call.scenes, call.place("a"), call.scalars("camera")
    found = np.full(len(scenes), np.nan)
    failed = None
    for camera in dict.fromkeys(cameras.tolist()):
        mine = cameras == camera
        found = np.where(mine, read(batch, camera)[scenes, places], found)
        lacking = np.array([camera not in scene.cameras for scene in batch.scenes], dtype=bool)[scenes]
        unknown = batch.messages.failing(mine & lacking, partial(_no_camera, camera))
        behind = mine & ~lacking & np.isnan(found)
        hidden = batch.messages.failing(behind, partial(_not_before, batch, camera), scenes, places)
        failed = first_of(failed, unknown, hidden)
    return BatchedResult(quantize_array(np.where(np.isnan(found), 0.0, found)), failed)


def _no_camera(camera: str) -> str:
    return f"the scene has no camera {camera}"


def _not_before(batch: SceneBatch, camera: str, scene: int, place: int) -> str:
    return f"{batch.node(scene, place).id} is not before the camera {camera}"


def _visibility(call: BatchedCall) -> BatchedResult:
    """Where nothing was measured, nothing is hidden: no camera is needed."""
    cameras, found = call.scalars("camera"), np.ones(len(call.scenes))
    for camera in dict.fromkeys(cameras.tolist()):
        found = np.where(cameras == camera, _visible(call.batch, camera)[call.scenes, call.place("a")], found)
    return BatchedResult(found)


PICTURES: Final[dict[str, Function]] = {
    "image_row": partial(_in_camera, lambda batch, camera: centres(batch, camera)[..., ROW]),
    "image_column": partial(_in_camera, lambda batch, camera: centres(batch, camera)[..., COLUMN]),
    "image_area": partial(_in_camera, _areas),
    "visibility": _visibility,
}
