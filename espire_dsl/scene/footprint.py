"""How much of a floor is covered: boxes projected onto it, clipped to it, and the area of their union."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, pairwise

import numpy as np

from espire_dsl.scene.box import Box
from espire_dsl.scene.polygons import Point, Polygon, clipped, convex_hull


def covered_fraction(place: Box, bodies: Sequence[Box]) -> float:
    """The part of the floor of `place` (its own x and y) that the projections of the bodies cover."""
    depth, width = float(2 * place.half[0]), float(2 * place.half[1])
    corner = (depth / 2, width / 2)
    if depth == 0 or width == 0:
        return 0.0
    footprints = []
    for body in bodies:
        points = ((body.corners - place.center) @ place.axes[:, :2]).tolist()
        footprints.append(clipped(convex_hull((x, y) for x, y in points), (-corner[0], -corner[1]), corner))
    return min(union_area(footprints) / (depth * width), 1.0)


def union_area(polygons: Sequence[Polygon]) -> float:
    """The area that convex polygons cover together.

    Between two neighbouring x at which a corner lies or two sides cross, the covered length changes linearly,
    so its value in the middle times the width of the strip is exact.
    """
    solid = [polygon for polygon in polygons if len(polygon) > 2]
    sides = [side for polygon in solid for side in zip(polygon, polygon[1:] + polygon[:1], strict=True)]
    stops = {x for polygon in solid for x, _ in polygon}
    stops.update(x for one, other in combinations(sides, 2) if (x := _crossing(one, other)) is not None)
    ordered = sorted(stops)
    area = 0.0
    for low, high in pairwise(ordered):
        area += (high - low) * _covered_length(solid, (low + high) / 2)
    return area


def _covered_length(polygons: Sequence[Polygon], x: float) -> float:
    spans = sorted(span for polygon in polygons if (span := _span_at(polygon, x)) is not None)
    total, reached = 0.0, -np.inf
    for low, high in spans:
        total += max(0.0, high - max(low, reached))
        reached = max(reached, high)
    return total


def _span_at(polygon: Polygon, x: float) -> Point | None:
    heights = []
    for (x1, y1), (x2, y2) in zip(polygon, polygon[1:] + polygon[:1], strict=True):
        if min(x1, x2) <= x <= max(x1, x2) and x1 != x2:
            heights.append(y1 + (y2 - y1) * (x - x1) / (x2 - x1))
    return (min(heights), max(heights)) if heights else None


def _crossing(one: tuple[Point, Point], other: tuple[Point, Point]) -> float | None:
    """The x at which two sides cross, if they do."""
    (ax, ay), (bx, by) = one
    (cx, cy), (dx, dy) = other
    spread = (bx - ax) * (dy - cy) - (by - ay) * (dx - cx)
    if spread == 0:
        return None
    t = ((cx - ax) * (dy - cy) - (cy - ay) * (dx - cx)) / spread
    u = ((cx - ax) * (by - ay) - (cy - ay) * (bx - ax)) / spread
    return ax + t * (bx - ax) if 0 <= t <= 1 and 0 <= u <= 1 else None
