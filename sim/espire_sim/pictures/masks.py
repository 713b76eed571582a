"""Where things are in a picture: the pixels of bodies, slots and spaces.

A body: the pixels in which it is seen. A slot: the pixels whose ray goes through its open front before it
meets anything outside of the slot, with what stands in it. A space: the pixels whose ray goes through the
space's part of that front, without what stands in the slot.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import numpy as np

from espire_dsl.scene.camera import Camera
from espire_dsl.scene.error import SceneError
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.node import Node
from espire_dsl.scene.places import contents, slot_of
from espire_dsl.scene.rotation import Array, matrix
from espire_sim.interfaces import Mask, Sight
from espire_sim.pictures.view import View, directions

_TOUCH: Final = 1e-4


def mask_of(scene: Scene, camera: str, picture: Sight, id: str) -> Mask:
    """The pixels of a thing in a picture that a camera of the scene took."""
    node = scene.node(id)
    if node.kind not in ("slot", "space"):
        return picture.mask(id)
    slot_id = slot_of(scene, id)
    if slot_id is None:
        raise SceneError(f'space "{id}" is in no slot, so it has no part of an open front')
    bodies = [body.id for body in contents(scene, slot_id)]
    within = np.isin(
        picture.instance_id_segmentation, [number for number, body in picture.ids.items() if body in bodies]
    )
    depth = _front_depths(scene.node(slot_id), node, scene.cameras[camera])
    free = picture.distance_to_image_plane >= depth - _TOUCH
    through = np.isfinite(depth)
    return through & free & ~within if node.kind == "space" else through & (free | within)


def masks_of(scene: Scene, camera: str, picture: Sight, ids: Iterable[str]) -> dict[str, Mask]:
    """The pixels of several things."""
    return {id: mask_of(scene, camera, picture, id) for id in ids}


def _front_depths(slot: Node, part: Node, camera: Camera) -> Array:
    """How deep each pixel's ray goes through a part of the slot's front; infinite where it does not."""
    view = View.of(camera)
    inward = matrix(slot.quaternion).T
    x, y, z = (inward @ (view.eye - np.asarray(slot.center))).tolist()
    vectors = inward @ np.stack([view.across, view.down, view.start], axis=1)
    columns = np.arange(camera.width, dtype=np.float64) + 0.5
    rows = np.arange(camera.height, dtype=np.float64)[:, None] + 0.5
    ahead, across, above = directions(vectors, columns, rows)
    front = slot.extents[0] / 2
    if x <= front:
        return np.full((camera.height, camera.width), np.inf)
    inwards = ahead < 0
    depth = (front - x) / np.where(inwards, ahead, -1.0)
    _, side, rise = (inward @ (np.asarray(part.center) - np.asarray(slot.center))).tolist()
    inside = (np.abs(y + depth * across - side) <= part.extents[1] / 2) & (
        np.abs(z + depth * above - rise) <= part.extents[2] / 2
    )
    return np.where(inwards & inside, depth, np.inf)
