"""Where things are in a picture: the pixels of bodies, slots and spaces.

A body: the pixels in which it is seen. A slot: the pixels whose ray goes through its open front before it
meets anything outside of the slot, with what stands in it. A space: the pixels of the slot, without what
stands in it, in which a point of the space is seen: of its floor, its ceiling, or the boards around it. So a
pixel that is lifted by its depth leads to where the mask says.

How much of a slot or a space is visible is told as of bodies: the pixels of its mask, of those that its
opening would have with nothing in the way, whether they are inside the picture or beyond its edges.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

import numpy as np
from attrs import frozen

from espire_dsl.domain.kinds import CELL, VACANCY
from espire_dsl.scene.box import box_of
from espire_dsl.scene.error import SceneError
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.node import Node
from espire_dsl.scene.places import contents, slot_of
from espire_dsl.scene.rotation import Array, matrix
from espire_sim.interfaces import Mask, Observation
from espire_sim.rendering.view import View, Window

_TOUCH: Final = 1e-4
_PLACES: Final = (CELL, VACANCY)


def mask_of(scene: Scene, camera: str, picture: Observation, id: str) -> Mask:
    """The pixels of a thing in a picture that a camera of the scene took."""
    return masks_of(scene, camera, picture, [id])[id]


def masks_of(scene: Scene, camera: str, picture: Observation, ids: Iterable[str]) -> dict[str, Mask]:
    """The pixels of several things; what concerns a slot is computed once for it and all its spaces."""
    places, bodies = _sorted_out(scene, ids)
    masks = {id: picture.mask(id) for id in bodies}
    for id, (left, right, top, bottom), part in _parts(scene, camera, picture, places):
        masks[id] = np.zeros_like(picture.instance_id_segmentation, dtype=np.bool_)
        masks[id][top:bottom, left:right] = part
    return masks


def pixels_of(scene: Scene, camera: str, picture: Observation, ids: Iterable[str]) -> dict[str, int]:
    """How many pixels the masks of several things have."""
    places, bodies = _sorted_out(scene, ids)
    counts = np.bincount(picture.instance_id_segmentation.ravel(), minlength=max(picture.ids, default=0) + 1)
    numbers = {id: number for number, id in picture.ids.items()}
    pixels = {id: int(counts[numbers[id]]) if id in numbers else 0 for id in bodies}
    pixels |= {id: int(np.count_nonzero(part)) for id, _, part in _parts(scene, camera, picture, places)}
    return pixels


def opening_of(scene: Scene, camera: str, id: str) -> Mask:
    """The pixels of the picture in which a slot or a space would be seen with nothing in the way."""
    camera_view = View.of(scene.cameras[camera])
    mask = np.zeros((camera_view.camera.height, camera_view.camera.width), dtype=np.bool_)
    places, _ = _sorted_out(scene, [id])
    for slot_id, (part,) in places.items():
        opening = _Opening.of(scene.node(slot_id), camera_view)
        left, right, top, bottom = opening.window
        mask[top:bottom, left:right] = opening.of_part(part, opening.boards)
    return mask


def openings_of(scene: Scene, camera: str, ids: Iterable[str]) -> dict[str, int]:
    """How many pixels the openings of slots and spaces would have with nothing in the way.

    Pixels beyond the edges of the picture count too, as far as the picture is wide or high.
    """
    places, _ = _sorted_out(scene, ids)
    view = View.of(scene.cameras[camera])
    beyond = max(view.camera.width, view.camera.height)
    return {
        part.id: int(np.count_nonzero(opening.of_part(part, opening.boards)))
        for slot_id, parts in places.items()
        for opening in (_Opening.of(scene.node(slot_id), view, beyond),)
        for part in parts
    }


def visible_parts(scene: Scene, camera: str, pixels: Mapping[str, int]) -> dict[str, float]:
    """Of slots and spaces whose masks have so many pixels, the part of their openings that is seen."""
    openings = openings_of(scene, camera, pixels)
    return {id: min(1.0, pixels[id] / opening) if opening else 0.0 for id, opening in openings.items()}


def _sorted_out(scene: Scene, ids: Iterable[str]) -> tuple[dict[str, list[Node]], list[str]]:
    """Slots and spaces by their slot; and all other things."""
    places: dict[str, list[Node]] = {}
    bodies: list[str] = []
    for id in ids:
        node = scene.node(id)
        if not node.is_a(*_PLACES):
            bodies.append(id)
            continue
        slot = slot_of(scene, id)
        if slot is None:
            raise SceneError(f'space "{id}" is in no slot, so it has no part of an open front')
        places.setdefault(slot, []).append(node)
    return places, bodies


def _parts(
    scene: Scene, camera: str, picture: Observation, places: Mapping[str, list[Node]]
) -> Iterator[tuple[str, Window, Mask]]:
    """Slots and spaces with the windows in which they can be seen, and their pixels there."""
    view = View.of(scene.cameras[camera])
    for slot_id, parts in places.items():
        opening = _Opening.of(scene.node(slot_id), view)
        left, right, top, bottom = opening.window
        here = (slice(top, bottom), slice(left, right))
        bodies = {body.id for body in contents(scene, slot_id)}
        inside = np.zeros(max(picture.ids, default=0) + 1, dtype=np.bool_)
        inside[[number for number, body in picture.ids.items() if body in bodies]] = True
        within = inside[picture.instance_id_segmentation[here]]
        met = picture.distance_to_image_plane[here].astype(np.float64)
        free = met >= opening.depth - _TOUCH
        for part in parts:
            shown = free & ~within if part.is_a(VACANCY) else free | within
            yield part.id, opening.window, shown & opening.of_part(part, met)


@frozen(eq=False)
class _Opening:
    """The open front of a slot, in the window in which it can be seen.

    For each pixel how deep its ray goes through the plane of the front, infinite where it does not, and where
    in the slot's own axes: how far aside, and how high. `boards` is how deep it would meet a board of an
    empty slot; `start` and `across` are where rays begin and how they run, aside.
    """

    slot: Node
    window: Window
    depth: Array
    aside: Array
    high: Array
    boards: Array
    start: float | Array
    across: Array

    @classmethod
    def of(cls, slot: Node, view: View, beyond: int = 0) -> _Opening:
        inward = matrix(slot.quaternion).T
        front = slot.extents[0] / 2
        corners = (box_of(slot).corners - slot.center) @ inward.T
        corners[:, 0] = front
        window = view.window(corners @ inward + slot.center, beyond)
        left, right, top, bottom = window
        columns = np.arange(left, right, dtype=np.float64) + 0.5
        rows = np.arange(top, bottom, dtype=np.float64)[:, None] + 0.5
        aim = view.aim(inward, np.asarray(slot.center), window)
        (x, y, z), (ahead, across, above) = aim.rays(columns, rows)
        inwards = (ahead < 0) & (x > front)
        depth = (front - x) / np.where(inwards, ahead, -1.0)
        aside, high = y + depth * across, z + depth * above
        leaving = [
            _leaving(*axis) for axis in zip((x, y, z), (ahead, across, above), slot.extents, strict=True)
        ]
        boards = np.fmin.reduce(leaving)
        return cls(slot, window, np.where(inwards, depth, np.inf), aside, high, boards, y, across)

    def of_part(self, part: Node, met: Array) -> Mask:
        """The pixels of the slot's open front, or of a space behind it; `met` is how deep rays meet
        something."""
        inside: Mask = np.abs(self.aside) <= self.slot.extents[1] / 2
        inside &= np.abs(self.high) <= self.slot.extents[2] / 2
        inside &= np.isfinite(self.depth)
        if part.is_a(VACANCY):
            inward = matrix(self.slot.quaternion).T
            _, side, _ = (inward @ (np.asarray(part.center) - np.asarray(self.slot.center))).tolist()
            seen = self.start + np.where(inside, met, 0.0) * self.across
            inside &= np.abs(seen - side) <= part.extents[1] / 2 + _TOUCH
        return inside


def _leaving(start: float | Array, along: Array, extent: float) -> Array:
    """How deep rays are when they leave a slot that reaches so far along one of its axes."""
    with np.errstate(divide="ignore"):
        return (np.where(along > 0, extent, -extent) / 2 - start) / np.where(along == 0, np.nan, along)
