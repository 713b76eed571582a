"""What Isaac Sim's annotators say about a picture, in our numbers, so that it can be compared with rays."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import numpy as np
from attrs import field, frozen
from numpy.typing import NDArray

from espire_dsl.scene.graph import Scene
from espire_sim.appearance.materials import ROOM, numbers_of
from espire_sim.interfaces import Observation
from espire_sim.usd.names import paths_of, thing_of

RGB: Final = "rgb"
DEPTH: Final = "distance_to_image_plane"
IDS: Final = "instance_id_segmentation"


@frozen
class Annotated:
    """A picture by RTX: colours, distances in metres, and numbers of things as `Observation` has them."""

    rgb: NDArray[np.uint8] = field(eq=False, repr=False)
    distance_to_image_plane: NDArray[np.float32] = field(eq=False, repr=False)
    instance_id_segmentation: NDArray[np.uint16] = field(eq=False, repr=False)


@frozen
class Agreement:
    """How far RTX agrees with rays: the part of pixels with the same thing, and metres of depth in those."""

    same_thing: float
    median_depth: float
    largest_depth: float


def numbers_at(scene: Scene, seen: NDArray[np.uint32], labels: Mapping[str | int, str]) -> NDArray[np.uint16]:
    """The numbers of our things, from Isaac Sim's numbers and the prim paths that it has for them."""
    numbers = numbers_of(scene)
    by_path = {path: numbers[id] for id, path in paths_of(scene).items() if id in numbers}
    found = np.full(seen.shape, ROOM, dtype=np.uint16)
    for theirs, label in labels.items():
        ours = by_path.get(thing_of(label) or "", ROOM)
        found[seen == int(theirs)] = ours
    return found


def agreement(rays: Observation, rtx: Annotated) -> Agreement:
    """Compares two pictures of one scene; edges differ by a pixel at most, so that is no measure of error."""
    same = rays.instance_id_segmentation == rtx.instance_id_segmentation
    both = same & np.isfinite(rays.distance_to_image_plane) & np.isfinite(rtx.distance_to_image_plane)
    apart = np.abs(rays.distance_to_image_plane[both] - rtx.distance_to_image_plane[both])
    if not apart.size:
        return Agreement(float(same.mean()), 0.0, 0.0)
    return Agreement(float(same.mean()), float(np.median(apart)), float(apart.max()))
