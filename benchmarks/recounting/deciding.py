"""Who is right, by what was measured: as the words mean it, things counted one by one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from .measuring import plain_type
from .numbers import BESIDE, EPSILON, LEVEL, SIZE_TOLERANCE, TOLERANCE, step_of

NEAREST_FIRST = {"Closest": 1, "Farthest": -1}
MOST = frozenset({"LeftMost", "RightMost", "FrontMost", "BackMost", "TopMost", "BottomMost"})
POSES = {"Flat": (80.0, 90.0), "Vertical": (0.0, 10.0), "Tilted": (15.0, 75.0)}
HOUR = 30.0
TILT_TOLERANCE = 10.0
ABOUT = frozenset({"EqualTo", "Height", "Width"})


class Terms(NamedTuple):
    """What a record says besides its program: its tolerance, whether that grows with the steps in which the
    value is said, and whether the sentence counts rows or columns."""

    tolerance: float | None = None
    grows: bool = True
    by_lines: bool = False


def is_counted(type: str) -> bool:
    """Ranks and extremes."""
    return plain_type(type) in MOST or plain_type(type) in NEAREST_FIRST


def place_of(type: str, arguments: Sequence[Any]) -> int:
    """Which one of the counted: an extreme is the first."""
    return int(arguments[0]) if type.startswith("Rank") else 1


def counted(type: str, values: Mapping[str, float]) -> list[str]:
    """The things in the order in which they are counted."""
    sign = NEAREST_FIRST.get(plain_type(type), -1)
    return sorted(values, key=lambda id: sign * values[id])


def about(type: str, stated: float, terms: Terms) -> float:
    """How far from the stated value an answer may be."""
    least = terms.tolerance or (SIZE_TOLERANCE if type in ("Height", "Width") else TOLERANCE)
    return max(least, step_of(stated) / 2) if terms.grows else least


def clock_depth(angle: float, hour: int) -> float:
    """Degrees inside the sector of an hour; negative outside."""
    return HOUR / 2 - abs((angle - HOUR * hour + 180) % 360 - 180)


def pose_depth(type: str, tilt: float) -> float:
    """Degrees inside a pose's range, whose outer end (upright, flat) is no boundary."""
    low, high = POSES[type]
    depths = [tilt - low] if low > 0 else []
    return min([*depths, high - tilt] if high < 90 else depths)


def chosen(type: str, arguments: Sequence[Any], values: Mapping[str, Any], terms: Terms) -> tuple[str, ...]:
    if is_counted(type):
        lines = _lines(
            counted(type, values), values, LEVEL if terms.by_lines and plain_type(type) in MOST else None
        )
        return next(iter(lines[place_of(type, arguments) - 1 :]), ())
    known = {id: value for id, value in values.items() if value is not None}
    if type in ("DirectAbove", "DirectBelow", "Emptiest"):
        together = LEVEL if type != "Emptiest" else EPSILON
        return tuple(id for id in known if known[id] <= min(known.values()) + together)
    return tuple(id for id, value in known.items() if _holds(type, arguments, value, terms))


def _lines(
    order: Sequence[str], values: Mapping[str, float], together: float | None
) -> list[tuple[str, ...]]:
    """The things in their order one by one, or those that are level together."""
    lines: list[tuple[str, ...]] = []
    for id in order:
        if together is not None and lines and abs(values[id] - values[lines[-1][-1]]) <= together:
            lines[-1] += (id,)
        else:
            lines.append((id,))
    return lines


def _holds(type: str, arguments: Sequence[Any], value: Any, terms: Terms) -> bool:
    match type:
        case "Small" | "Medium" | "Large":
            return bool(value == type.lower())
        case "Empty":
            return bool(value == 0)
        case "NonEmpty":
            return bool(0 < value < 1)
        case "LessThan":
            return bool(value < arguments[0])
        case "MoreThan":
            return bool(value > arguments[0])
        case "Range":
            return bool(arguments[0] <= value <= arguments[1])
        case "EqualTo" | "Height" | "Width":
            return bool(abs(value - arguments[0]) <= about(type, arguments[0], terms) + EPSILON)
        case "TiltDegree":
            return bool(abs(value - arguments[0]) <= (terms.tolerance or TILT_TOLERANCE) + EPSILON)
        case "Flat" | "Vertical" | "Tilted":
            return pose_depth(type, value) >= -EPSILON
        case "ClockPosition":
            return clock_depth(value[0], int(arguments[0])) > 0
        case "Row":
            return bool(value[0] == arguments[0])
        case "Column":
            return bool(value[1] == arguments[0])
        case "Cell":
            return tuple(value) == tuple(arguments)
        case "Above" | "Below" | "BetweenSlots":
            return bool(value > LEVEL)
        case "DirectLeft" | "DirectRight":
            return bool(value < BESIDE)
        case _:
            return bool(value > 0)
