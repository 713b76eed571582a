"""Reads the first point of an answer in words: JSON, lists and tuples, or elements with x and y.

Which coordinate comes first, and in which unit, is declared by the model's convention. Where an answer names
its coordinates (`x=`, `"y":`), the names decide.
"""

from __future__ import annotations

import re
from typing import Final

from attrs import frozen

from espire_dsl.evaluation.conventions import PointConvention
from espire_dsl.evaluation.records import Fault
from espire_dsl.scoring.conventions import Size, is_outside
from espire_dsl.scoring.prediction import Point

_NUMBER: Final = r"[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?"
_PAIR: Final = re.compile(rf"[\[(]\s*({_NUMBER})\s*,\s*({_NUMBER})\s*[\])]")
_ELEMENT: Final = re.compile(
    rf"""<points?\b[^<>]{{0,200}}?\bx1?\s*=\s*["']?\s*({_NUMBER})\s*["']?[^<>]{{0,200}}?\by1?\s*=\s*["']?\s*({_NUMBER})""",
    re.IGNORECASE,
)
_NAMED: Final = re.compile(
    rf"""["']?\bx["']?\s*[:=]\s*["']?({_NUMBER})["']?\s*[,;]?\s*(?:and\s+)?["']?\by["']?\s*[:=]\s*["']?({_NUMBER})""",
    re.IGNORECASE,
)
_NAMED_Y_FIRST: Final = re.compile(
    rf"""["']?\by["']?\s*[:=]\s*["']?({_NUMBER})["']?\s*[,;]?\s*(?:and\s+)?["']?\bx["']?\s*[:=]\s*["']?({_NUMBER})""",
    re.IGNORECASE,
)
_KEYED: Final = re.compile(
    rf"""["']?\b(?:point_2d|point|points|coordinates?)["']?\s*[:=]\s*[\[(\s]*({_NUMBER})\s*,\s*({_NUMBER})\s*[\])]""",
    re.IGNORECASE,
)
_END_OF_THOUGHT: Final = re.compile(r"</think(?:ing)?>", re.IGNORECASE)
_MOST_READ: Final = 100_000
_FARTHEST: Final = 1e9  # no number of a point is meant to be larger
_REFUSED: Final = frozenset({"content_filter", "refusal"})


@frozen
class Pointed:
    """`point` as it was written and `pixel` in the picture; `fault` says why they do not count."""

    point: Point | None = None
    pixel: Point | None = None
    fault: Fault | None = None


def pointed(text: str, stop: str, convention: PointConvention, size: Size) -> Pointed:
    """Where an answer points in a picture of a size; the first point counts."""
    if stop in _REFUSED:
        return Pointed(fault="refused")
    if not text.strip():
        return Pointed(fault="empty")
    point = first_point(text, convention.order)
    if point is None:
        return Pointed(fault="unreadable")
    pixel = convention.in_pixels(point, size)
    return Pointed(point, pixel, "outside" if is_outside(pixel, size) else None)


def first_point(text: str, order: str) -> Point | None:
    """The first point that a text tells, in the order in which its convention writes coordinates.

    What a model says while it thinks is no answer; a point with a key is preferred to a bare pair.
    """
    told = answer_part(text)
    named = [
        (found.start(), (x, y) if order == "xy" else (y, x))
        for pattern, x_first in ((_ELEMENT, True), (_NAMED, True), (_NAMED_Y_FIRST, False))
        if (found := pattern.search(told)) is not None
        for x, y in (_coordinates(found, x_first),)
    ]
    keyed = _KEYED.search(told)
    if keyed is not None:
        named.append((keyed.start(), (float(keyed[1]), float(keyed[2]))))
    if not named and (pair := _PAIR.search(told)) is not None:
        named.append((pair.start(), (float(pair[1]), float(pair[2]))))
    if not named:
        return None
    point = min(named)[1]
    return point if all(abs(part) <= _FARTHEST for part in point) else None


def answer_part(text: str) -> str:
    """What stands behind the end of a model's thoughts; of very long texts the end."""
    return _END_OF_THOUGHT.split(text[-_MOST_READ:])[-1]


def _coordinates(found: re.Match[str], x_first: bool) -> Point:
    first, second = float(found[1]), float(found[2])
    return (first, second) if x_first else (second, first)
