"""Finds room in a slot, where things stand side by side and never one behind another.

That is a question of the width alone: the stretches between what is there are known, so a place is found
whenever there is one.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Final

from espire_dsl.domain.recipes import Turn, ValueRange
from espire_dsl.scene.random_stream import RandomStream
from espire_sim.worlds.groups import Rectangle, ThingGroup
from espire_sim.worlds.placing import Footprint, GroupPose, Patch

_TURNS: Final = 3


def find_place_in_line(
    group: ThingGroup, turn: Turn, patch: Patch, taken: Sequence[Footprint], gap: float, dice: RandomStream
) -> GroupPose | None:
    """A place beside all that is taken, uniform among those of one of a few turns; None without one."""
    if group.height > patch.headroom:
        return None
    for _ in range(_TURNS):
        degrees = dice.within(turn, 2) if isinstance(turn, ValueRange) else dice.one_of(turn.degrees)
        x0, x1, y0, y1 = _turned(group.bounds, degrees)
        depth = (patch.x.high - x1) - (patch.x.low - x0)
        free = _free(patch.y.low - y0, patch.y.high - y1, _blocked(taken, gap, y0, y1))
        width = sum(high - low for low, high in free)
        if depth >= 0 and width > 0:
            x = patch.x.low - x0 + depth * dice.unit()
            return GroupPose(round(x, 6), round(_along(free, width * dice.unit()), 6), degrees)
    return None


def _turned(bounds: Rectangle, degrees: float) -> Rectangle:
    """Least and greatest x, least and greatest y of a turned rectangle."""
    x0, x1, y0, y1 = bounds
    cosine, sine = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    corners = [(x, y) for x in (x0, x1) for y in (y0, y1)]
    xs = [cosine * x - sine * y for x, y in corners]
    ys = [sine * x + cosine * y for x, y in corners]
    return (min(xs), max(xs), min(ys), max(ys))


def _blocked(taken: Iterable[Footprint], gap: float, y0: float, y1: float) -> list[tuple[float, float]]:
    """Where the origin of something from y0 to y1 may not be, as intervals."""
    blocked = []
    for _, y, cosine, sine, hx, hy in taken:
        reach = abs(sine) * hx + abs(cosine) * hy
        blocked.append((y - reach - gap - y1, y + reach + gap - y0))
    return sorted(blocked)


def _free(low: float, high: float, blocked: Iterable[tuple[float, float]]) -> tuple[tuple[float, float], ...]:
    """What is left of an interval without others, which are sorted."""
    free = []
    reached = low
    for start, end in blocked:
        if start > reached:
            free.append((reached, min(start, high)))
        reached = max(reached, end)
        if reached >= high:
            break
    if reached < high:
        free.append((reached, high))
    return tuple((start, end) for start, end in free if start < end)


def _along(free: Sequence[tuple[float, float]], way: float) -> float:
    """The point at a length along the free intervals, one after another."""
    for start, end in free:
        if way <= end - start:
            return start + way
        way -= end - start
    return free[-1][1]
