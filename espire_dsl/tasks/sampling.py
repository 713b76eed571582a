"""Balanced sampling: Algorithm 1 of the ESPIRE paper, with a type in the place of its task family.

A type is drawn with weight 1 / (tasks so far + 1). Among the scenes on which it still has a binding, one is
drawn with weight 1 / (tasks so far at its level + 1) times 1 / (attempts on it + 1)^2. The binding is then
drawn evenly. A binding is used once, so no two tasks are the same. Trivial bindings never get here: the rules
refuse them. What turns out later to be impossible is given back, and something else is drawn in its place.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

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


class Sampler:
    """Draws units of a pool, until every type has its quota or nothing is left."""

    def __init__(self, pool: Pool, per_type: int, dice: Dice, total: int | None = None) -> None:
        self._levels = pool.levels
        self._per_type = per_type
        self._dice = dice
        self._total = total
        self._left = {
            key: {scene: list(units) for scene, units in sorted(by_scene.items()) if units}
            for key, by_scene in sorted(pool.units.items())
        }
        self._tasks: Counter[TypeKey] = Counter()
        self._at_level: Counter[str] = Counter()
        self._attempts: Counter[str] = Counter()
        self._drawn: list[Drawn] = []

    @property
    def drawn(self) -> list[Drawn]:
        """What was drawn and not given back, in that order."""
        return list(self._drawn)

    def fill(self) -> list[Drawn]:
        """Draws up to the quotas, and gives what is new.

        A unit is drawn whole: where it holds several tasks, a quota may be passed by less than one unit.
        """
        new: list[Drawn] = []
        while self._total is None or self._tasks.total() < self._total:
            eligible = [key for key, scenes in self._left.items() if scenes and self._is_open(key)]
            if not eligible:
                break
            key = eligible[self._dice.weighted([1 / (self._tasks[k] + 1) for k in eligible])]
            new.append(Drawn(key, scene := self._scene(key), self._unit(key, scene)))
            self._count(new[-1], 1)
            self._attempts[scene] += 1
        self._drawn += new
        return new

    def give_back(self, refused: Iterable[Drawn]) -> None:
        """Takes drawn units out again; they are not drawn a second time."""
        gone = {id(item) for item in refused}
        for item in self._drawn:
            if id(item) in gone:
                self._count(item, -1)
        self._drawn = [item for item in self._drawn if id(item) not in gone]

    def _is_open(self, key: TypeKey) -> bool:
        return self._tasks[key] < self._per_type

    def _scene(self, key: TypeKey) -> str:
        scenes = list(self._left[key])
        weights = [1 / (self._at_level[self._levels[s]] + 1) / (self._attempts[s] + 1) ** 2 for s in scenes]
        return scenes[self._dice.weighted(weights)]

    def _unit(self, key: TypeKey, scene: str) -> Unit:
        units = self._left[key][scene]
        unit = units.pop(self._dice.below(len(units)))
        if not units:
            del self._left[key][scene]
        return unit

    def _count(self, item: Drawn, by: int) -> None:
        for member in item.unit.members:
            self._tasks[member.type] += by
        self._at_level[self._levels[item.scene]] += by * len(item.unit.members)
