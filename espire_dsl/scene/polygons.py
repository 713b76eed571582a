"""Convex polygons in a plane: the hull of points, what of it is inside a rectangle, and its area."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

Point = tuple[float, float]
Polygon = tuple[Point, ...]


def convex_hull(points: Iterable[Point]) -> Polygon:
    """The corners of the convex hull, counter-clockwise (Andrew's monotone chain)."""
    ordered = sorted(set(points))
    if len(ordered) < 3:
        return tuple(ordered)
    return (*_half_hull(ordered), *_half_hull(ordered[::-1]))


def clipped(polygon: Polygon, low: Point, high: Point) -> Polygon:
    """The part of a convex polygon inside the rectangle between two corners (Sutherland and Hodgman)."""
    for axis in (0, 1):
        for limit, side in ((high[axis], 1.0), (low[axis], -1.0)):
            polygon = tuple(_kept(polygon, axis, limit, side))
    return polygon


def area(polygon: Polygon) -> float:
    """The area of a polygon whose corners are given in turn."""
    return abs(sum(_cross((0.0, 0.0), a, b) for a, b in pairwise((*polygon, *polygon[:1])))) / 2


def _half_hull(ordered: list[Point]) -> list[Point]:
    chain: list[Point] = []
    for point in ordered:
        while len(chain) > 1 and _cross(chain[-2], chain[-1], point) <= 0:
            chain.pop()
        chain.append(point)
    return chain[:-1]


def _cross(origin: Point, a: Point, b: Point) -> float:
    return (a[0] - origin[0]) * (b[1] - origin[1]) - (a[1] - origin[1]) * (b[0] - origin[0])


def _kept(polygon: Polygon, axis: int, limit: float, side: float) -> Iterable[Point]:
    """The part on one side of a line across an axis: below the limit if `side` is 1, above if -1."""
    for start, end in zip(polygon, (*polygon[1:], *polygon[:1]), strict=True):
        before, after = (side * (limit - point[axis]) for point in (start, end))
        if before >= 0:
            yield start
        if before * after < 0:
            part = before / (before - after)
            yield (start[0] + part * (end[0] - start[0]), start[1] + part * (end[1] - start[1]))
