"""Balanced sampling: Algorithm 1 of the ESPIRE paper, with a type in the place of its task family.

A type is drawn with weight 1 / (tasks so far + 1). Among the scenes on which it still has a binding, one is
drawn with weight 1 / (tasks so far at its level + 1) times 1 / (attempts on it + 1)^2. The binding is then
drawn evenly. A binding is used once, so no two tasks are the same. Trivial bindings never get here: the rules
refuse them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from attrs import frozen

from espire_dsl.tasks.dice import Dice
from espire_dsl.tasks.variants import TypeKey, Unit


@frozen
class Pool:
    """What can be drawn: for each type the units on each scene, and each scene's level."""

    units: Mapping[TypeKey, Mapping[str, Sequence[Unit]]]
    levels: Mapping[str, str]


@frozen
class Drawn:
    type: TypeKey
    scene: str
    unit: Unit


def sample(pool: Pool, per_type: int, dice: Dice, total: int | None = None) -> list[Drawn]:
    """Units in the order in which they are drawn, until every type has its quota or nothing is left.

    A unit is drawn whole: where it holds several tasks, a quota may be passed by less than one unit.
    """
    left = {
        key: {scene: list(units) for scene, units in sorted(by_scene.items()) if units}
        for key, by_scene in sorted(pool.units.items())
    }
    tasks: Counter[TypeKey] = Counter()
    at_level: Counter[str] = Counter()
    attempts: Counter[str] = Counter()
    drawn: list[Drawn] = []
    while total is None or sum(tasks.values()) < total:
        eligible = [key for key, scenes in left.items() if scenes and tasks[key] < per_type]
        if not eligible:
            break
        key = eligible[dice.weighted([1 / (tasks[k] + 1) for k in eligible])]
        scenes = list(left[key])
        weights = [1 / (at_level[pool.levels[s]] + 1) / (attempts[s] + 1) ** 2 for s in scenes]
        scene = scenes[dice.weighted(weights)]
        units = left[key][scene]
        unit = units.pop(dice.below(len(units)))
        if not units:
            del left[key][scene]
        attempts[scene] += 1
        tasks.update(member.type for member in unit.members)
        at_level[pool.levels[scene]] += len(unit.members)
        drawn.append(Drawn(key, scene, unit))
    return drawn
