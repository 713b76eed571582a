"""Finds room on the ground: a place and a turn for a group, at least a gap away from all that is there.

Footprints are rectangles. Two are apart when a direction of a side of one of them separates them by the gap,
which is never less than their true distance asks for.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from espire_dsl.domain.recipes import Turn, ValueRange
from espire_dsl.scene.random_stream import RandomStream
from espire_dsl.scene.rotation import Array
from espire_sim.worlds.groups import ThingGroup

Mask = NDArray[np.bool_]
# Middle, unit vector along the first side, half of each side.
Footprint = tuple[float, float, float, float, float, float]

_ROUNDS: Final = (24, 96, 192)  # proposals looked at together: few at first, as there often is much room


@frozen
class Patch:
    """A rectangle of ground along the world's axes, at a level, with a height to stay below."""

    x: ValueRange
    y: ValueRange
    level: float = 0.0
    headroom: float = math.inf


@frozen
class GroupPose:
    """Where a group goes: its origin, and its turn about the vertical in degrees."""

    x: float
    y: float
    degrees: float


def footprints(group: ThingGroup, place: GroupPose) -> tuple[Footprint, ...]:
    """The footprints of a group at a place."""
    cosine, sine = math.cos(math.radians(place.degrees)), math.sin(math.radians(place.degrees))
    return tuple(
        (place.x + cosine * x - sine * y, place.y + sine * x + cosine * y, cosine, sine, hx, hy)
        for x, y, hx, hy in (piece.footprint for piece in group.pieces)
    )


def find_place(
    group: ThingGroup,
    turn: Turn,
    patch: Patch,
    taken: Sequence[Footprint],
    gap: float,
    dice: RandomStream,
    *,
    others: Sequence[GroupPose] = (),
    spread: float = 0.0,
) -> GroupPose | None:
    """A place on the patch, away from what is taken; None when none was found in a bounded search.

    Proposals are uniform among the places that keep the group on the patch. Of those that are free, the first
    is taken that differs by the spread from all other places along both sides of the patch, or else the one
    that comes nearest to that.
    """
    if group.height > patch.headroom:
        return None
    own = np.array([piece.footprint for piece in group.pieces])
    there = np.array(taken).reshape(-1, 6)
    size = np.array([patch.x.high - patch.x.low, patch.y.high - patch.y.low])
    for proposals in _ROUNDS:
        u = dice.units(proposals, 3)
        degrees = _turns(turn, u[:, 0])
        axes = _unit_vectors(degrees)
        low, high = _bounds(group, axes)
        room = size - (high - low)
        fitting = np.flatnonzero(room.min(axis=1) >= 0)
        if len(fitting) == 0:
            continue
        corners = np.array([patch.x.low, patch.y.low]) - low[fitting]
        origins = np.round(corners + room[fitting] * u[fitting, 1:], 6)
        good = np.flatnonzero(clear(own, origins, axes[fitting], there, gap))
        if len(good):
            best = good[int(np.argmax(_spreads(origins[good], others, spread)))]
            x, y = origins[best].tolist()
            return GroupPose(x, y, float(degrees[fitting[best]]))
    return None


def _spreads(origins: Array, others: Sequence[GroupPose], most: float) -> Array:
    """By how much each origin differs from all others, along the side where it does least; up to a most."""
    there = np.array([[place.x, place.y] for place in others]).reshape(-1, 2)
    apart: Array = np.abs(origins[:, None, :] - there).min(axis=(1, 2), initial=most)
    return apart


def _turns(turn: Turn, u: Array) -> Array:
    if isinstance(turn, ValueRange):
        return np.round(turn.low + (turn.high - turn.low) * u, 2)
    choices = np.array(turn.degrees)
    picked: Array = choices[(u * len(choices)).astype(np.int64)]
    return picked


def _unit_vectors(degrees: Array) -> Array:
    radians = np.deg2rad(degrees)
    return np.stack([np.cos(radians), np.sin(radians)], axis=-1)


def _bounds(group: ThingGroup, axes: Array) -> tuple[Array, Array]:
    """The least and the greatest coordinates of a turned group, from its origin."""
    x0, x1, y0, y1 = group.bounds
    middle = np.array([(x0 + x1) / 2, (y0 + y1) / 2])
    half = np.array([(x1 - x0) / 2, (y1 - y0) / 2])
    turn = np.stack([axes, axes[:, ::-1] * (-1.0, 1.0)], axis=-1)
    at, reach = turn @ middle, np.abs(turn) @ half
    return at - reach, at + reach


def clear(own: Array, origins: Array, axes: Array, taken: Array, gap: float) -> Mask:
    """Which of the proposals (origins, axes) of own rectangles stay the gap away from all taken ones.

    The arrays have the axes: proposal, own rectangle, taken rectangle.
    """
    if len(taken) == 0:
        return np.ones(len(origins), dtype=np.bool_)
    ux, uy = axes[:, 0, None, None], axes[:, 1, None, None]
    x = origins[:, 0, None, None] + ux * own[:, 0, None] - uy * own[:, 1, None] - taken[:, 0]
    y = origins[:, 1, None, None] + uy * own[:, 0, None] + ux * own[:, 1, None] - taken[:, 1]
    vx, vy = taken[:, 2], taken[:, 3]
    cosine, sine = np.abs(ux * vx + uy * vy), np.abs(ux * vy - uy * vx)
    hx, hy = own[:, 2, None], own[:, 3, None]
    kx, ky = taken[:, 4], taken[:, 5]
    apart = np.maximum.reduce(
        [
            np.abs(x * ux + y * uy) - hx - cosine * kx - sine * ky,
            np.abs(y * ux - x * uy) - hy - sine * kx - cosine * ky,
            np.abs(x * vx + y * vy) - kx - cosine * hx - sine * hy,
            np.abs(y * vx - x * vy) - ky - sine * hx - cosine * hy,
        ]
    )
    clear: Mask = np.all(apart >= gap, axis=(1, 2))
    return clear
