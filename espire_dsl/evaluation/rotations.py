"""Reads the angles of the hand from an answer in words: `[pitch, yaw, roll]` in degrees, null for what was
not asked."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from espire_dsl.evaluation.points import answer_part
from espire_dsl.evaluation.records import Fault
from espire_dsl.scene.acting import AXES

Rotation = tuple[float | None, float | None, float | None]

_ANGLE: Final = r"[-+]?(?:\d+(?:\.\d*)?|\.\d+)|null|none"
_TRIPLE: Final = re.compile(rf"[\[(]\s*({_ANGLE})\s*,\s*({_ANGLE})\s*,\s*({_ANGLE})\s*[\])]", re.IGNORECASE)
_MOST: Final = 3600.0
_REFUSED: Final = frozenset({"content_filter", "refusal"})


def rotation_in(text: str, stop: str, asked: Sequence[str]) -> tuple[Rotation | None, Fault | None]:
    """The first three angles that a text tells, or why there are none. Every axis that was asked needs one;
    what is told about others does not count."""
    if stop in _REFUSED:
        return None, "refused"
    if not text.strip():
        return None, "empty"
    found = _TRIPLE.search(answer_part(text))
    if found is None:
        return None, "unreadable"
    told = [None if part.lower() in ("null", "none") else float(part) for part in found.groups()]
    if any(axis in asked and not _is_angle(value) for axis, value in zip(AXES, told, strict=True)):
        return None, "unreadable"
    pitch, yaw, roll = (value if axis in asked else None for axis, value in zip(AXES, told, strict=True))
    return (pitch, yaw, roll), None


def _is_angle(value: float | None) -> bool:
    return value is not None and abs(value) <= _MOST
