"""A thing in its pose together with its support: exact contact, before it is put anywhere.

A group has its own axes: z = 0 is the surface it will stand on, and turning it about z turns all of it.
"""

from __future__ import annotations

import math
from itertools import combinations
from typing import Final

from attrs import frozen

from espire_dsl.catalogue.reader import Catalogue, Category
from espire_dsl.domain.recipes import Leaning, Lying, Pose, Propped, Standing, ValueRange
from espire_dsl.scene.node import IDENTITY, Quaternion, Vector
from espire_dsl.scene.random_stream import RandomStream
from espire_dsl.scene.rotation import axis_angle
from espire_dsl.scene.validate import SUPPORTS
from espire_sim.worlds.error import Blocked

Rectangle = tuple[float, float, float, float]

SURFACE: Final = -1

_REACH: Final = 0.95  # of a leaning book's height, at most, is below the edge that it leans on
_BALANCE: Final = 0.015  # how far the middle of a lying book stays inside the edges of its support
_DRAWS: Final = 12
_X_AXIS: Final = (1.0, 0.0, 0.0)


@frozen
class Piece:
    """A thing of a group: its box in the group's axes, and the rectangle below it (middle and halves)."""

    category: Category
    extents: Vector
    center: Vector
    quaternion: Quaternion
    footprint: Rectangle


@frozen
class ThingGroup:
    """Pieces, the main one first, and their edges (source, target, key) by place; SURFACE is the ground."""

    pieces: tuple[Piece, ...]
    edges: tuple[tuple[int, int, str], ...]

    @property
    def height(self) -> float:
        """The highest point above the surface."""
        return max(_top(piece) for piece in self.pieces)

    @property
    def area(self) -> float:
        """The ground that it takes, as a box around all of it."""
        x0, x1, y0, y1 = self.bounds
        return (x1 - x0) * (y1 - y0)

    @property
    def covered(self) -> float:
        """The ground below its pieces, of which no three overlap; what two cover counts once."""
        prints = [piece.footprint for piece in self.pieces]
        shared = sum(_overlap(one, other) for one, other in combinations(prints, 2))
        return sum(4 * hx * hy for _, _, hx, hy in prints) - shared

    @property
    def bounds(self) -> Rectangle:
        """The least and greatest x, and the least and greatest y, in the group's axes."""
        prints = [piece.footprint for piece in self.pieces]
        return (
            min(x - hx for x, _, hx, _ in prints),
            max(x + hx for x, _, hx, _ in prints),
            min(y - hy for _, y, _, hy in prints),
            max(y + hy for _, y, _, hy in prints),
        )


def draw_extents(
    category: Category, dice: RandomStream, extents: tuple[ValueRange, ValueRange, ValueRange] | None = None
) -> Vector:
    """Lengths of a thing: from its category's ranges, or from others."""
    x, y, z = category.extents if extents is None else extents
    return (dice.within(x, 4), dice.within(y, 4), dice.within(z, 4))


def draw_group(
    category: Category, extents: Vector, pose: Pose, catalogue: Catalogue, dice: RandomStream
) -> ThingGroup:
    """The thing in the pose, with a support drawn from those of the pose."""
    if isinstance(pose, Standing):
        return ThingGroup((_upright(category, extents),), ((0, SURFACE, "on"),))
    if isinstance(pose, Lying) and not pose.supports:
        return ThingGroup((_flat(category, extents, 0.0, 0.0),), ((0, SURFACE, "on"),))
    for _ in range(_DRAWS):
        support = catalogue.get(dice.one_of(pose.supports))
        lengths = draw_extents(support, dice)
        group = _with_support(category, extents, pose, support, lengths, dice)
        if group is not None:
            return group
    raise Blocked(f"no support lets a {category.id} stand as {type(pose).__name__.lower()}")


def _with_support(
    category: Category,
    extents: Vector,
    pose: Propped | Leaning | Lying,
    support: Category,
    lengths: Vector,
    dice: RandomStream,
) -> ThingGroup | None:
    if isinstance(pose, Propped):
        beside = (extents[1] + lengths[1]) / 2
        pieces = (_upright(category, extents), _upright(support, lengths, beside))
        return ThingGroup(pieces, ((0, SURFACE, "on"), (1, SURFACE, "on"), (1, 0, SUPPORTS)))
    if isinstance(pose, Leaning):
        tilt = _possible_tilt(extents, lengths[2], pose.tilt)
        if tilt is None:
            return None
        book = _leaning(category, extents, dice.within(tilt, 2), lengths[2])
        pieces = (book, _upright(support, lengths, lengths[1] / 2))
        return ThingGroup(pieces, ((0, SURFACE, "on"), (1, SURFACE, "on"), (1, 0, SUPPORTS)))
    shift = _possible_shift(extents, lengths, pose.overhang)
    if shift is None:
        return None
    pieces = (
        _flat(category, extents, lengths[2], dice.within(shift, 4)),
        _upright(support, lengths),
    )
    return ThingGroup(pieces, ((0, 1, "on"), (1, SURFACE, "on"), (1, 0, SUPPORTS)))


def _upright(category: Category, extents: Vector, y: float = 0.0) -> Piece:
    depth, width, height = extents
    return Piece(category, extents, (0.0, y, height / 2), IDENTITY, (0.0, y, depth / 2, width / 2))


def _flat(category: Category, extents: Vector, level: float, y: float) -> Piece:
    """On a cover, with the upright axis along the group's y."""
    width, thickness, height = extents
    turn = axis_angle(_X_AXIS, -90.0)
    return Piece(category, extents, (0.0, y, level + thickness / 2), turn, (0.0, y, width / 2, height / 2))


def _leaning(category: Category, extents: Vector, degrees: float, edge: float) -> Piece:
    """Leaning towards +y on an edge at y = 0 and a height.

    The lower edge of the leaned-on cover rests on the ground, and the line of that cover goes through the
    edge of the support: so it starts `edge` x tan before it.
    """
    width, thickness, height = extents
    sine, cosine = math.sin(math.radians(degrees)), math.cos(math.radians(degrees))
    start = -edge * sine / cosine
    low, high = start - thickness * cosine, start + height * sine
    return Piece(
        category,
        extents,
        (0.0, start + (height * sine - thickness * cosine) / 2, (height * cosine + thickness * sine) / 2),
        axis_angle(_X_AXIS, -degrees),
        (0.0, (low + high) / 2, width / 2, (high - low) / 2),
    )


def _possible_tilt(extents: Vector, edge: float, wanted: ValueRange) -> ValueRange | None:
    """The tilts at which the edge is low enough to be reached, and high enough to hold the book.

    Below half of the book's length an edge would let it tip over.
    """
    height = extents[2]
    if edge >= _REACH * height:
        return None
    low = max(wanted.low, math.degrees(math.acos(min(1.0, 2 * edge / height))))
    high = min(wanted.high, math.degrees(math.acos(edge / (_REACH * height))))
    return ValueRange(low, high) if low <= high else None


def _possible_shift(extents: Vector, support: Vector, overhang: ValueRange) -> ValueRange | None:
    """How far a lying book may be shifted along its height for an overhang, and not fall."""
    even = (extents[2] - support[1]) / 2
    low = max(overhang.low - even, 0.0)
    high = min(overhang.high - even, support[1] / 2 - _BALANCE)
    return ValueRange(low, high) if low <= high else None


def _overlap(one: Rectangle, other: Rectangle) -> float:
    x = min(one[0] + one[2], other[0] + other[2]) - max(one[0] - one[2], other[0] - other[2])
    y = min(one[1] + one[3], other[1] + other[3]) - max(one[1] - one[3], other[1] - other[3])
    return max(x, 0.0) * max(y, 0.0)


def _top(piece: Piece) -> float:
    """A piece stands in the air as high as its middle is above its lowest point."""
    _, thickness, height = piece.extents
    w, x, _, _ = piece.quaternion
    cosine, sine = abs(w * w - x * x), abs(2 * w * x)
    return piece.center[2] + (height * cosine + thickness * sine) / 2
