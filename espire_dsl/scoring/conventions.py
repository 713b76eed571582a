"""How points are given: in pixels or in shares of the picture, with x or y first.

The convention is declared, never guessed; but a file that looks like another one is told of.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from attrs import frozen

from espire_dsl.diagnostics.report import counted
from espire_dsl.scoring.prediction import Point

SCALES: Final = {"pixel": None, "unit": 1.0, "percent": 100.0, "thousand": 1000.0}
"""What the far edge of the picture is; None for its size in pixels."""
ORDERS: Final = ("xy", "yx")
_ENOUGH_TO_TELL: Final = 10

Size = tuple[int, int]
"""Width and height of a picture in pixels."""


@frozen
class Convention:
    """`points` is a key of SCALES, `order` one of ORDERS."""

    points: str = "pixel"
    order: str = "xy"

    def in_pixels(self, given: Point, size: Size) -> Point:
        """A point as it was given, in pixels from the upper left corner. Nothing is clipped."""
        x, y = given if self.order == "xy" else (given[1], given[0])
        most = SCALES[self.points]
        return (x, y) if most is None else (x / most * size[0], y / most * size[1])

    @property
    def words(self) -> str:
        return f"--points {self.points} --order {self.order}"


def is_outside(pixel: Point, size: Size) -> bool:
    return not (0 <= pixel[0] < size[0] and 0 <= pixel[1] < size[1])


def suspicion(given: Sequence[tuple[Point, Size]], declared: Convention) -> str | None:
    """Why points look as if they were given in another convention than the declared one, or None."""
    outside = sum(is_outside(declared.in_pixels(*item), item[1]) for item in given)
    if outside:
        told = f"{outside} of {len(given)} points lie outside of their pictures, read as {declared.words}"
        others = [other.words for other in _fitting(given, declared)]
        return f"{told}; all of them would fit {' or '.join(others)}" if others else None
    values = [value for point, _ in given for value in point]
    for scale, end in (("unit", 1.0), ("percent", 100.0)):
        edge = SCALES[declared.points] or min((min(size) for _, size in given), default=0)
        if values and max(values) <= end and 2 * end <= edge and _are_no_accident(values, end):
            return (
                f"no coordinate of {counted(len(given), 'point')} is above {end:g}, read as {declared.words};"
                f" is it --points {scale}?"
            )
    return None


def _are_no_accident(values: Sequence[float], end: float) -> bool:
    """Whether small numbers tell something: parts of a pixel below one, or many of them."""
    parts = end == 1.0 and any(value != int(value) for value in values)
    return parts or len(values) >= 2 * _ENOUGH_TO_TELL


def _fitting(given: Sequence[tuple[Point, Size]], declared: Convention) -> Iterator[Convention]:
    """The conventions in which all points lie in their pictures: with the order turned, or another scale."""
    swapped = Convention(declared.points, ORDERS[1 - ORDERS.index(declared.order)])
    for other in (swapped, *(Convention(scale, declared.order) for scale in SCALES)):
        if not any(is_outside(other.in_pixels(point, size), size) for point, size in given):
            yield other
