"""Comprehensions and quantifiers, by trying what would come out if doubtful things did otherwise."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import frozen

from espire_dsl.language.core.values import ThingSet
from espire_dsl.scene.graph import Scene

Looked = Mapping[str, tuple[bool, Mapping[str, float]]]
"""By id whether the test holds, and its margins by unit."""


def holds(function: str, count: int, total: int, stated: int | None) -> bool:
    """Whether a quantifier is true if so many of all things pass."""
    wanted = {"all": (total,), "some": range(1, total + 1), "none": (0,)}
    if stated is not None:
        wanted |= {"exactly": (stated,), "at_most": range(stated + 1)}
        wanted |= {"at_least": range(max(stated, 0), total + 1)}
    return count in wanted[function]


@frozen
class Result:
    value: Any
    margin: float | None
    unit: str | None
    measured: Mapping[str, Any]
    also: Mapping[str, float]


def looked_at(function: str, looked: Looked, stated: int | None, scene: Scene) -> Result:
    passing = [id for id, (passes, _) in looked.items() if passes]
    value: Any = ThingSet.of(passing, scene)
    if function != "where":
        value = holds(function, len(passing), len(looked), stated)
    margins = {}
    for unit in sorted({unit for _, own in looked.values() for unit in own}):
        in_unit = {id: own[unit] for id, (_, own) in looked.items() if unit in own}
        found = _margin(function, in_unit, looked, stated)
        if found is not None:
            margins[unit] = found
    first = next(iter(margins), None)
    measured: dict[str, Any] = {}
    for id, (passes, own) in looked.items():
        sign = 1 if passes else -1
        measured[id] = sign * own[first] if first in own else passes
    also = {unit: margin for unit, margin in margins.items() if unit != first}
    return Result(value, margins[first] if first else None, first, measured, also)


def _margin(function: str, margins: Mapping[str, float], looked: Looked, stated: int | None) -> float | None:
    if function == "where":
        return min(margins.values())

    def is_safe(doubtful: set[str]) -> bool:
        """Whether the truth is the same, whatever comes out for doubtful things."""
        sure = sum(passes for id, (passes, _) in looked.items() if id not in doubtful)
        counts = range(sure, sure + len(doubtful) + 1)
        return len({holds(function, count, len(looked), stated) for count in counts}) == 1

    if is_safe(set(margins)):
        return None
    return max(m for m in margins.values() if is_safe({id for id, own in margins.items() if own < m}))
