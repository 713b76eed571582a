"""Does the held book fit into a slot or a space, in an upright, a flat or a tilted pose?

Clearance is how much room is left where there is least, in metres, in the best way of turning the book;
negative when it does not fit.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final, Literal

from espire_dsl.scene.box import box_of, shadow
from espire_dsl.scene.error import SceneError
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.node import Node
from espire_dsl.scene.places import contents
from espire_dsl.scene.quantize import quantize
from espire_dsl.scene.rotation import rotate_vector

NamedPose = Literal["upright", "flat", "tilted"]
Pose = NamedPose | float
Room = tuple[float, float, float]

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
    if place.kind not in ("slot", "space"):
        raise SceneError(f'node "{place_id}" is a {place.kind}; things are placed into cells and free spaces')
    depth, _, vertical = place.extents
    lateral = max((high - low for low, high in free_intervals(scene, place_id, book_id)), default=0.0)
    return quantize(max(_clearances((depth, lateral, vertical), book, pose)))


def free_intervals(
    scene: Scene, place_id: str, ignoring: str | None = None
) -> tuple[tuple[float, float], ...]:
    """The stretches of a slot's width that no body in it shades, from its centre along its own y."""
    place = scene.node(place_id)
    half = place.extents[1] / 2
    if place.kind == "space":
        return ((-half, half),)
    axis = rotate_vector(place.quaternion, (0.0, 1.0, 0.0))
    middle = sum(shadow(box_of(place), axis)) / 2
    bodies = (node for node in contents(scene, place_id) if node.id != ignoring)
    shades = sorted(shadow(box_of(body), axis) for body in bodies)
    free: list[tuple[float, float]] = []
    reached = -half
    for low, high in shades:
        end = min(low - middle, half)
        if quantize(end - reached) > 0:
            free.append((reached, end))
        reached = max(reached, high - middle)
    if quantize(half - reached) > 0:
        free.append((reached, half))
    return tuple(free)


def _clearances(room: Room, book: Node, pose: Pose) -> Iterator[float]:
    width, thickness, height = book.extents
    if pose == "upright":
        yield from _turned(room, thickness, width, height)
    elif pose == "flat":
        yield from _turned(room, height, width, thickness)
    elif pose == "tilted":
        for degrees in _best_tilts(room, height, thickness):
            yield from _leaning(room, book, degrees)
    elif isinstance(pose, str) or not 0 <= pose <= 90:
        raise SceneError(f'"{pose}" is no pose; known are upright, flat, tilted, or degrees from 0 to 90')
    else:
        yield from _leaning(room, book, pose)


def _turned(room: Room, one: float, other: float, vertical: float) -> Iterator[float]:
    """Both ways of laying two horizontal lengths along depth and width."""
    depth, lateral, high = room
    for across, along in ((one, other), (other, one)):
        yield min(depth - along, lateral - across, high - vertical)


def _leaning(room: Room, book: Node, degrees: float) -> Iterator[float]:
    """Leaning sideways, or backwards."""
    width, thickness, height = book.extents
    sine, cosine = math.sin(math.radians(degrees)), math.cos(math.radians(degrees))
    yield from _turned(room, height * sine + thickness * cosine, width, height * cosine + thickness * sine)


def _best_tilts(room: Room, height: float, thickness: float) -> Iterator[float]:
    """The tilts among which the roomiest is.

    Leaning more takes ground and gives height. Both clearances are convex in the angle, so the lesser of them
    is greatest at an end of the range or where the two are equal, which has a closed form.
    """
    yield from TILTED
    depth, lateral, vertical = room
    for ground in (lateral, depth):
        if height != thickness:
            ratio = (ground - vertical) / (math.sqrt(2) * (height - thickness))
            if abs(ratio) <= 1:
                yield min(max(45 + math.degrees(math.asin(ratio)), TILTED[0]), TILTED[1])
