"""The room about a scene: its walls, and what is at them where a world paints them and has furniture.

That is skirting boards, a window, a door, a radiator and a socket: nothing that sentences speak of. All of it
is so thin that nothing stands behind it, and left out where something stands at the wall. On which side it is
is drawn from the look, so that a room stays as it is while things are moved.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np
from attrs import frozen

from espire_dsl.domain.kinds import CONTAINER, GROUND, SURFACE
from espire_dsl.scene.box import box_of
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.node import Node
from espire_dsl.scene.random_stream import RandomStream
from espire_dsl.scene.rotation import Array
from espire_sim.appearance.shape import Form, Shape
from espire_sim.worlds.looks import WALL
from espire_sim.worlds.result import Appearance

_HEIGHT: Final = 3.6
_THICKNESS: Final = 0.1
_BEHIND: Final = 0.12  # how far the wall is behind what stands farthest back
_CLEAR: Final = 0.01  # between what hangs at a wall and what stands before it
_SIDEWAYS: Final = 0.5  # metres from furniture to what is beside it at the back wall
_WINDOW_AT: Final = 0.5  # metres of its middle ahead of that of the floor
_FROM_CORNER: Final = 1.3  # and from the back wall, at least

_SKIRTINGS: Final = ("ivory", "walnut", "laminate")
_DOORS: Final = ("oak", "walnut", "ivory", "lacquer")

Span = tuple[float, float]
Detail = tuple[tuple[Span, Span, float, str], ...]
"""Boxes at a wall: from where to where along it and above the floor, how thick, and the paint."""

_WINDOW: Final[Detail] = (
    ((-0.90, 0.90), (1.00, 2.40), 0.006, "glint"),
    ((-0.98, -0.90), (0.92, 2.48), 0.030, "ivory"),
    ((0.90, 0.98), (0.92, 2.48), 0.030, "ivory"),
    ((-0.90, 0.90), (0.92, 1.00), 0.030, "ivory"),
    ((-0.90, 0.90), (2.40, 2.48), 0.030, "ivory"),
    ((-0.03, 0.03), (1.00, 2.40), 0.024, "ivory"),
    ((-1.05, 1.05), (0.88, 0.92), 0.090, "ivory"),
)
_RADIATOR: Final[Detail] = (
    ((0.0, 1.00), (0.14, 0.70), 0.060, "robot_white"),
    ((-0.01, 1.01), (0.70, 0.72), 0.066, "robot_white"),
    *(((at, at + 0.012), (0.18, 0.66), 0.061, "steel") for at in (0.12, 0.27, 0.42, 0.57, 0.72, 0.87)),
)
_SOCKET: Final[Detail] = (
    ((0.0, 0.085), (0.26, 0.345), 0.010, "ivory"),
    ((0.020, 0.065), (0.28, 0.325), 0.011, "laminate"),
)


def _door(paint: str) -> Detail:
    return (
        ((0.0, 0.08), (0.0, 2.12), 0.035, "ivory"),
        ((0.94, 1.02), (0.0, 2.12), 0.035, "ivory"),
        ((0.08, 0.94), (2.04, 2.12), 0.035, "ivory"),
        ((0.08, 0.94), (0.0, 2.04), 0.022, paint),
        ((0.82, 0.90), (1.02, 1.04), 0.060, "steel"),
    )


@frozen(eq=False)
class Wall:
    """A wall: the first corner of its inner side at the floor, along which axis it runs and how far, and
    which way along the other axis is into the room."""

    corner: Array
    axis: int
    length: float
    inwards: float

    def box(self, along: Span, above: Span, thick: Span) -> tuple[Array, Array]:
        """The ends of a box at the wall: along it, above the floor, and into the room."""
        ends = np.empty((2, 3))
        ends[:, self.axis] = along
        ends[:, 1 - self.axis] = np.sort(np.array(thick) * self.inwards)
        ends[:, 2] = above
        low, high = ends + self.corner
        return low, high


def room_shapes(
    scene: Scene, things: Sequence[Node], appearance: Appearance | None, paint: str
) -> Iterator[tuple[Shape, str]]:
    """The walls in their paint, and what is at them."""
    walls = _walls(scene, things)
    for wall in walls:
        yield _shape(*wall.box((0.0, wall.length), (0.0, _HEIGHT), (-_THICKNESS, 0.0))), paint
    furniture = [box_of(node).corners for node in scene.of_kind(SURFACE, CONTAINER) if not node.is_a(GROUND)]
    if not walls or not furniture or appearance is None or WALL not in appearance.textures:
        return
    footprints = [box_of(node).corners[:, :2] for node in things if not node.is_a(GROUND)]
    taken = np.array([[feet.min(axis=0), feet.max(axis=0)] for feet in footprints])
    for wall, detail in _details(walls, np.concatenate(furniture)[:, 1], appearance):
        boxes = [(wall.box(along, above, (0.0, thick)), of) for along, above, thick, of in detail]
        ends = np.array([box for box, _ in boxes])
        low, high = ends[:, 0].min(axis=0)[:2], ends[:, 1].max(axis=0)[:2]
        start, end = _reach(detail)
        near = (taken[:, 0] < high + _CLEAR) & (taken[:, 1] > low - _CLEAR)
        if start >= 0 and end <= wall.length and not near.all(axis=1).any():
            for box, of in boxes:
                yield _shape(*box), of


def _walls(scene: Scene, things: Sequence[Node]) -> tuple[Wall, ...]:
    """Four walls: behind what stands farthest back, and at the other edges of the floor."""
    floors = scene.of_kind(GROUND)
    if not floors:
        return ()
    corners = box_of(floors[0]).corners
    low, high = corners.min(axis=0), corners.max(axis=0)
    least = [box_of(node).corners[:, 0].min() for node in things if not node.is_a(GROUND)]
    back = max(float(low[0]), min(least, default=float(low[0])) - _BEHIND)
    ground = float(high[2])
    wide, deep = float(high[1] - low[1]), float(high[0] - low[0])
    return (
        Wall(np.array([back, low[1], ground]), 1, wide, 1.0),
        Wall(np.array([high[0], low[1], ground]), 1, wide, -1.0),
        Wall(np.array([low[0], low[1], ground]), 0, deep, 1.0),
        Wall(np.array([low[0], high[1], ground]), 0, deep, -1.0),
    )


def _details(
    walls: tuple[Wall, ...], furniture: Array, appearance: Appearance
) -> Iterator[tuple[Wall, Detail]]:
    """What is at which wall. The window is in the side wall that is farther from the first lamp."""
    back, front, left, right = walls
    places = [str(part) for light in appearance.lights for part in light.position]
    dice = RandomStream.of(0, "room", appearance.textures[WALL], *places)
    skirting, door, mirrored = dice.one_of(_SKIRTINGS), _door(dice.one_of(_DOORS)), dice.chance(0.5)
    behind = float(back.corner[0] - left.corner[0])
    for wall, begin in ((back, 0.0), (front, 0.0), (left, behind), (right, behind)):
        yield wall, (((begin, wall.length), (0.0, 0.08), 0.014, skirting),)
    bright = left if appearance.lights and appearance.lights[0].position[1] > 0 else right
    yield bright, _shifted(_WINDOW, max(bright.length / 2 + _WINDOW_AT, behind + _FROM_CORNER))
    lower, upper = furniture.min() - back.corner[1], furniture.max() - back.corner[1]
    for detail, beyond in ((door, mirrored), (_RADIATOR, not mirrored)):
        yield (
            back,
            _shifted(detail, upper + _SIDEWAYS if beyond else lower - _SIDEWAYS - _reach(detail)[1]),
        )
    yield back, _shifted(_SOCKET, upper + _SIDEWAYS / 2 if mirrored else lower - _SIDEWAYS / 2)


def _reach(detail: Detail) -> Span:
    """From where to where along its wall it goes."""
    return min(along[0] for along, *_ in detail), max(along[1] for along, *_ in detail)


def _shifted(detail: Detail, by: float) -> Detail:
    return tuple(
        ((start + by, end + by), above, thick, paint) for (start, end), above, thick, paint in detail
    )


def _shape(low: Array, high: Array) -> Shape:
    return Shape(Form.BOX, (low + high) / 2, np.diag((high - low) / 2))
