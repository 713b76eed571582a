"""Where things are in a picture: the pixels of bodies, slots and spaces.

A body: the pixels in which it is seen. A slot: the pixels whose ray goes through its open front before it
meets anything outside of the slot, with what stands in it. A space: the pixels of the slot, without what
stands in it, in which a point of the space is seen: of its floor, its ceiling, or the boards around it. So a
pixel that is lifted by its depth leads to where the mask says.

How much of a slot or a space is visible is told as of bodies: the pixels of its mask, of those that its
opening would have with nothing in the way, whether they are inside the picture or beyond its edges.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
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
from espire_sim.rendering.numbers import windows_of
from espire_sim.rendering.view import View, Window

_TOUCH: Final = 1e-4
_PLACES: Final = (CELL, VACANCY)


@frozen(eq=False)
class Shown:
    """The pixels of a thing, in a window outside of which it has none; of a slot or a space also how many its
    opening would have with nothing in the way.

    Pixels of openings beyond the edges of the picture count too, as far as the picture is wide or high.
    """

    window: Window
    mask: Mask
    opening: int | None = None

    @cached_property
    def pixels(self) -> int:
        """How many pixels it has."""
        return int(np.count_nonzero(self.mask))

    @property
    def visible(self) -> float | None:
        """The part of its opening that is seen, if it has one."""
        if self.opening is None:
            return None
        return min(1.0, self.pixels / self.opening) if self.opening else 0.0


def mask_of(scene: Scene, camera: str, picture: Observation, id: str) -> Mask:
    """The pixels of a thing in a picture that a camera of the scene took."""
    return masks_of(scene, camera, picture, [id])[id]


def masks_of(scene: Scene, camera: str, picture: Observation, ids: Iterable[str]) -> dict[str, Mask]:
    """The pixels of several things."""
    masks = {}
    for id, shown in shown_things(scene, camera, picture, ids).items():
        left, right, top, bottom = shown.window
        masks[id] = np.zeros_like(picture.instance_id_segmentation, dtype=np.bool_)
        masks[id][top:bottom, left:right] = shown.mask
    return masks


def shown_things(scene: Scene, camera: str, picture: Observation, ids: Iterable[str]) -> dict[str, Shown]:
    """Several things as a picture shows them; what concerns a slot is computed once for it and all its
    spaces."""
    places, bodies = _sorted_out(scene, ids)
    windows = windows_of(picture.instance_id_segmentation, max(picture.ids, default=0))
    numbers = {id: number for number, id in picture.ids.items()}
    shown = {id: _body(picture, numbers.get(id, 0), windows) for id in bodies}
    shown.update(_places(scene, camera, picture, places))
    return shown


def _body(picture: Observation, number: int, windows: Sequence[Window]) -> Shown:
    """A body in its window; 0 is the number of none."""
    left, right, top, bottom = windows[number] if number else (0, 0, 0, 0)
    return Shown(
        (left, right, top, bottom), picture.instance_id_segmentation[top:bottom, left:right] == number
    )


def opening_of(scene: Scene, camera: str, id: str) -> Mask:
    """The pixels of the picture in which a slot or a space would be seen with nothing in the way."""
    camera_view = View.of(scene.cameras[camera])
    mask = np.zeros((camera_view.camera.height, camera_view.camera.width), dtype=np.bool_)
    places, _ = _sorted_out(scene, [id])
    for slot_id, (part,) in places.items():
        opening = _Opening.of(scene.node(slot_id), camera_view)
        left, right, top, bottom = opening.window
        mask[top:bottom, left:right] = opening.of_part(part)
    return mask


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


def _places(
    scene: Scene, camera: str, picture: Observation, places: Mapping[str, list[Node]]
) -> Iterator[tuple[str, Shown]]:
    """Slots and spaces as a picture shows them."""
    view = View.of(scene.cameras[camera])
    width, height = view.camera.width, view.camera.height
    for slot_id, parts in places.items():
        whole = _Opening.of(scene.node(slot_id), view, max(width, height))
        opening = whole.within((0, width, 0, height))
        left, right, top, bottom = opening.window
        here = (slice(top, bottom), slice(left, right))
        bodies = {body.id for body in contents(scene, slot_id)}
        inside = np.zeros(max(picture.ids, default=0) + 1, dtype=np.bool_)
        inside[[number for number, body in picture.ids.items() if body in bodies]] = True
        within = inside[picture.instance_id_segmentation[here]]
        met = picture.distance_to_image_plane[here].astype(np.float64)
        free = met >= opening.depth - _TOUCH
        for part in parts:
            seen = free & ~within if part.is_a(VACANCY) else free | within
            mask = seen & opening.of_part(part, met)
            yield part.id, Shown(opening.window, mask, int(np.count_nonzero(whole.of_part(part))))


@frozen(eq=False)
class _Opening:
    """The open front of a slot, in the window in which it can be seen.

    For each pixel how deep its ray goes through the plane of the front, infinite where it does not, and if
    that is within the front. `boards` is how deep it would meet a board of an empty slot; `start` and
    `across` are where rays begin and how they run, aside.
    """

    slot: Node
    window: Window
    depth: Array
    inside: Mask
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
        inside = inwards & np.isfinite(depth)
        inside &= np.abs(y + depth * across) <= slot.extents[1] / 2
        inside &= np.abs(z + depth * above) <= slot.extents[2] / 2
        leaving = [
            _leaving(*axis) for axis in zip((x, y, z), (ahead, across, above), slot.extents, strict=True)
        ]
        boards = np.fmin.reduce(leaving)
        return cls(slot, window, np.where(inwards, depth, np.inf), inside, boards, y, across)

    def within(self, picture: Window) -> _Opening:
        """The part of it that is in the window of a picture."""
        left, right, top, bottom = self.window
        window = (
            min(max(left, picture[0]), picture[1]),
            min(max(right, picture[0]), picture[1]),
            min(max(top, picture[2]), picture[3]),
            min(max(bottom, picture[2]), picture[3]),
        )
        if window == self.window:
            return self
        here = (slice(window[2] - top, window[3] - top), slice(window[0] - left, window[1] - left))
        return _Opening(
            self.slot,
            window,
            self.depth[here],
            self.inside[here],
            self.boards[here],
            self.start if isinstance(self.start, float) else self.start[here],
            self.across[here],
        )

    def of_part(self, part: Node, met: Array | None = None) -> Mask:
        """The pixels of the slot's open front, or of a space behind it; `met` is how deep rays meet
        something, which are boards where nothing is said."""
        if not part.is_a(VACANCY):
            return self.inside
        inward = matrix(self.slot.quaternion).T
        _, side, _ = (inward @ (np.asarray(part.center) - np.asarray(self.slot.center))).tolist()
        seen = self.start + np.where(self.inside, self.boards if met is None else met, 0.0) * self.across
        found: Mask = self.inside & (np.abs(seen - side) <= part.extents[1] / 2 + _TOUCH)
        return found


def _leaving(start: float | Array, along: Array, extent: float) -> Array:
    """How deep rays are when they leave a slot that reaches so far along one of its axes."""
    with np.errstate(divide="ignore"):
        return (np.where(along > 0, extent, -extent) / 2 - start) / np.where(along == 0, np.nan, along)
