"""Does the held book fit into a slot or a space, in an upright, a flat or a tilted pose?

Clearance is how much room is left where there is least, in metres, in the best way of turning the book;
negative when it does not fit.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Final, Literal

import numpy as np

from espire_dsl.domain.kinds import CELL, VACANCY
from espire_dsl.scene.box import box_of, shadow
from espire_dsl.scene.error import SceneError
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.mathematics import DEGREES, RADIANS, asin, cos, sin
from espire_dsl.scene.node import Node
from espire_dsl.scene.places import contents
from espire_dsl.scene.quantize import quantize, quantize_array
from espire_dsl.scene.rotation import Array, rotate_vector

NamedPose = Literal["upright", "flat", "tilted"]
Pose = NamedPose | float
Room = tuple[float, float, float]
Sizes = tuple[Array, Array, Array]

POSES: Final[tuple[NamedPose, ...]] = ("upright", "flat", "tilted")
TILTED: Final = (15.0, 75.0)


def fits(scene: Scene, place_id: str, book_id: str, pose: Pose) -> bool:
    """Whether the book fits into the slot or space in the pose."""
    return clearance(scene, place_id, book_id, pose) >= 0


def clearance(scene: Scene, place_id: str, book_id: str, pose: Pose) -> float:
    """The room left where there is least. A number as a pose is a tilt in degrees, 0 to 90.

    A slot offers its whole depth and height, and its widest stretch that no other body shades; a space all
    of itself.
    """
    place, book = scene.node(place_id), scene.node(book_id)
    if not place.is_a(CELL, VACANCY):
        raise SceneError(f'node "{place_id}" is a {place.kind}; things are placed into cells and free spaces')
    depth, _, vertical = place.extents
    lateral = max((high - low for low, high in free_intervals(scene, place_id, book_id)), default=0.0)
    return room_left((depth, lateral, vertical), book, pose)


def room_left(room: Room, book: Node, pose: Pose) -> float:
    """The room left where there is least, for a book in a pose in a box of this depth, width and height."""
    if pose not in POSES and (isinstance(pose, str) or not 0 <= pose <= 90):
        raise SceneError(not_a_pose(pose))
    depth, lateral, vertical = map(np.array, room)
    width, thickness, height = map(np.array, book.extents)
    asked = pose if isinstance(pose, str) else np.array(float(pose))
    return float(clearances((depth, lateral, vertical), (width, thickness, height), asked))


def not_a_pose(pose: object) -> str:
    return f'"{pose}" is no pose; known are upright, flat, tilted, or degrees from 0 to 90'


def clearances(room: Sizes, book: Sizes, pose: NamedPose | Array) -> Array:
    """The room left where there is least, of rooms (depth, width, height) and books (width, thickness,
    height) that are broadcast; an array as a pose is a tilt in degrees."""
    width, thickness, height = book
    if isinstance(pose, np.ndarray):
        left = _leaning(room, book, pose)
    elif pose == "upright":
        left = _turned(room, thickness, width, height)
    elif pose == "flat":
        left = _turned(room, height, width, thickness)
    else:
        tilts = _best_tilts(room, height, thickness)
        left = np.maximum.reduce([np.fmax(_leaning(room, book, t), -np.inf) for t in tilts])
    return quantize_array(left)


def _turned(room: Sizes, one: Array, other: Array, vertical: Array) -> Array:
    """The better of both ways of laying two horizontal lengths along depth and width."""
    depth, lateral, high = room
    ways = [
        np.minimum(np.minimum(depth - along, lateral - across), high - vertical)
        for across, along in ((one, other), (other, one))
    ]
    return np.maximum(*ways)


def _leaning(room: Sizes, book: Sizes, degrees: Array) -> Array:
    """Leaning sideways, or backwards."""
    width, thickness, height = book
    sine, cosine = sin(degrees * RADIANS), cos(degrees * RADIANS)
    return _turned(room, height * sine + thickness * cosine, width, height * cosine + thickness * sine)


def _best_tilts(room: Sizes, height: Array, thickness: Array) -> Iterator[Array]:
    """The tilts among which the roomiest is; NaN where there is no tilt at which ground and height are equal.

    Leaning more takes ground and gives height. Both clearances are convex in the angle, so the lesser of them
    is greatest at an end of the range or where the two are equal, which has a closed form.
    """
    depth, lateral, vertical = room
    for end in TILTED:
        yield np.full(height.shape, end)
    slant = np.where(height != thickness, math.sqrt(2) * (height - thickness), np.nan)
    for ground in (lateral, depth):
        ratio = (ground - vertical) / slant
        ratio = np.where(np.abs(ratio) <= 1, ratio, np.nan)
        yield np.minimum(np.maximum(45 + asin(ratio) * DEGREES, TILTED[0]), TILTED[1])


def free_intervals(
    scene: Scene, place_id: str, ignoring: str | None = None
) -> tuple[tuple[float, float], ...]:
    """The stretches of a slot's width that no body in it shades, from its centre along its own y."""
    place = scene.node(place_id)
    half = place.extents[1] / 2
    if place.is_a(VACANCY):
        return ((-half, half),)
    axis = rotate_vector(place.quaternion, (0.0, 1.0, 0.0))
    middle = sum(shadow(box_of(place), axis)) / 2
    bodies = (node for node in contents(scene, place_id) if node.id != ignoring)
    shades = (shadow(box_of(body), axis) for body in bodies)
    return tuple(unshaded(half, [(low - middle, high - middle) for low, high in shades]))


def unshaded(half: float, shades: Sequence[tuple[float, float]]) -> Iterator[tuple[float, float]]:
    """The stretches from -half to half that the shades leave free."""
    reached = -half
    for low, high in sorted(shades):
        end = min(low, half)
        if quantize(end - reached) > 0:
            yield reached, end
        reached = max(reached, high)
    if quantize(half - reached) > 0:
        yield reached, half
