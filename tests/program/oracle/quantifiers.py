"""Comprehensions and quantifiers, by trying what would come out if doubtful things did otherwise; extremes
and orders by sorting."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise, product
from typing import Any

from attrs import frozen

from espire_dsl.language.core.values import ThingList, ThingSet
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.quantize import quantize

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


ORDERS = {"least": 1, "nth_least": 1, "ordered": 1, "greatest": -1, "nth_greatest": -1}
UNITS = {"Length": "m", "Angle": "deg", "Pixels": "px", "Number": "fraction"}


def combinations(sets: Sequence[Sequence[str]]) -> Iterator[tuple[str, ...]]:
    """The things of a set, or pairs of different things, each once."""
    seen: set[frozenset[str]] = set()
    for key in sorted(product(*sets)):
        if len(set(key)) == len(key) and frozenset(key) not in seen:
            seen.add(frozenset(key))
            yield key


def in_order(
    function: str,
    looked: Mapping[tuple[str, ...], tuple[Any, Mapping[str, float]]],
    stated: int | None,
    type_: str,
    scene: Scene,
) -> Result:
    sign = ORDERS[function]
    ranked = sorted(looked, key=lambda key: sign * looked[key][0])
    place = 1 if stated is None else stated
    value: Any = ThingSet.of([id for key in ranked[place - 1 : place] for id in key], scene)
    values = [looked[key][0] for key in ranked]
    gaps = [quantize(float(abs(after - before))) for before, after in pairwise(values)]
    if function == "ordered":
        value = ThingList(tuple(id for (id,) in ranked), scene)
    else:
        gaps = gaps[max(place - 2, 0) : place] if place <= len(ranked) else []
    margins: dict[str, list[float]] = {}
    if type_ in UNITS:
        margins[UNITS[type_]] = gaps
    for unit in sorted({unit for _, own in looked.values() for unit in own}):
        margins[unit] = margins.get(unit, []) + [own[unit] for _, own in looked.values() if unit in own]
    least = {unit: min(found) for unit, found in margins.items() if found}
    first = next(iter(least), None)
    measured = {" + ".join(key): found for key, (found, _) in looked.items()}
    also = {unit: margin for unit, margin in least.items() if unit != first}
    return Result(value, least[first] if first else None, first, measured, also)
