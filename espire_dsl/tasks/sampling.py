"""Balanced sampling: Algorithm 1 of the ESPIRE paper, with a type in the place of its task family.

A type is drawn with weight 1 / (tasks so far + 1). Among the scenes on which it still has a binding, one is
drawn with weight 1 / (tasks so far at its level + 1) times 1 / (attempts on it + 1)^2. The binding is then
drawn evenly, but for the balance over right answers (balance.py). A binding is used once, so no two tasks are
the same, and so many tasks of a type are about one scene as the rules allow. Where the frame of reference can
matter, bindings for which it does are drawn first until the family has its share of them; of all bindings,
those that are decided by more than the rules ask for. Unfair bindings
never get here: the rules refuse them. What turns out later to be impossible is given back, and something else
is drawn in its place.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from operator import attrgetter
from typing import Any, Final

import numpy as np
from attrs import define, field, frozen
from numpy.typing import NDArray

from espire_dsl.language.rules import USUAL, Rules
from espire_dsl.scene.random_stream import RandomStream
from espire_dsl.tasks.balance import Balance
from espire_dsl.tasks.supply import Column, Key, Supply, Traits
from espire_dsl.tasks.variants import TypeKey

_WISHES: Final = tuple(map(attrgetter, ("strict", "frame_sensitive", "ample")))
_GONE: Final = 0
"""The code of what was drawn."""
_FRAME_SPARE = 0.1
"""A little more than the share is drawn, as some tasks will turn out to be impossible."""


@frozen
class Pool:
    """What can be drawn: for each type the task groups on each scene, and each scene's level. `rules` are
    those of each family; scenes of the `reserve` are drawn for a type only when it has no other left.
    `quotas` are those of families by name, where they are not the usual one; of `balanced` ones no answer is
    given more often than its share of the quota."""

    supply: Supply
    levels: Mapping[str, str]
    rules: Mapping[str, Rules] = field(factory=dict)
    reserve: frozenset[str] = frozenset()
    quotas: Mapping[str, int] = field(factory=dict)
    balanced: frozenset[str] = frozenset()

    def rules_of(self, key: TypeKey) -> Rules:
        return self.rules.get(key[0], USUAL)


@frozen(eq=False)
class SampledGroup:
    """A task group that was drawn: the type that it counts for, the scene that it is about, its number among
    those that were supplied there, and where these came from."""

    type: TypeKey
    scene: str
    number: int
    source: int
    traits: Traits


@define(eq=False)
class _Left:
    """What is left of a type. Arrays have an entry for each scene of its column, in that order.

    `on_scene` counts the tasks about a scene, `offers` says which wishes some group on it meets, and `counts`
    has how many groups there are of each code.
    """

    column: Column
    ends: NDArray[np.int64]
    has_any: NDArray[np.bool_]
    in_reserve: NDArray[np.bool_]
    on_scene: NDArray[np.int32]
    offers: NDArray[np.bool_]
    counts: NDArray[np.int64]

    @classmethod
    def of(cls, column: Column, meets: NDArray[np.bool_], reserve: NDArray[np.bool_]) -> _Left:
        scenes = len(column.scenes)
        return cls(
            column,
            np.append(column.begins[1:], len(column.codes)),
            np.ones(scenes, dtype=bool),
            reserve[column.scenes],
            np.zeros(scenes, dtype=np.int32),
            np.logical_or.reduceat(meets[:, column.codes], column.begins, axis=1),
            np.bincount(column.codes, minlength=meets.shape[1]),
        )

    def codes_on(self, place: int) -> NDArray[np.int32]:
        """The codes of the groups on a scene, of those that were drawn none."""
        return self.column.codes[self.column.begins[place] : self.ends[place]]

    def best(self, of_codes: NDArray[Any]) -> NDArray[Any]:
        """By scene the largest of some numbers that codes have."""
        found: NDArray[Any] = np.maximum.reduceat(of_codes[self.column.codes], self.column.begins)
        return found

    def take(self, place: int, number: int, meets: NDArray[np.bool_]) -> None:
        """Without one group of a scene."""
        codes = self.codes_on(place)
        self.counts[codes[number]] -= 1
        codes[number] = _GONE
        self.has_any[place] = codes.any()
        self.offers[:, place] = meets[:, codes].any(axis=1)

    def place_of(self, scene: int) -> int:
        """Where a scene is among those of the type."""
        return int(np.searchsorted(self.column.scenes, scene))


class TaskSampler:
    """Draws task groups of a pool, until every type has its quota or nothing is left."""

    def __init__(self, pool: Pool, per_type: int, stream: RandomStream, total: int | None = None) -> None:
        self._pool = pool
        self._per_type = per_type
        self._stream = stream
        self._total = total
        self._scene_ids = pool.supply.scenes
        self._numbers = {id: number for number, id in enumerate(self._scene_ids)}
        self._traits = pool.supply.traits
        self._all = np.ones(len(self._traits), dtype=bool)
        self._meets = np.array(
            [[traits is not None and bool(wish(traits)) for traits in self._traits] for wish in _WISHES]
        )
        names = sorted({pool.levels[id] for id in self._scene_ids})
        self._level_names = {name: number for number, name in enumerate(names)}
        self._level = np.array([self._level_names[pool.levels[id]] for id in self._scene_ids], dtype=np.int32)
        reserve = np.array([id in pool.reserve for id in self._scene_ids], dtype=bool)
        self._left = {
            key: _Left.of(column, self._meets, reserve) for key, column in pool.supply.columns().items()
        }
        self._tasks: Counter[TypeKey] = Counter()
        self._at_level = np.zeros(len(names), dtype=np.int64)
        self._attempts = np.zeros(len(self._scene_ids), dtype=np.int64)
        self._balance = Balance()
        self._shares = {key: self._share(key) for key in self._left if key[0] in pool.balanced}
        self._drawn: list[SampledGroup] = []
        self._sensitive: Counter[tuple[str, bool]] = Counter()
        self._supply = frame_supply(pool)
        self._open_places: dict[TypeKey, NDArray[np.int64]] = {}

    @property
    def drawn(self) -> list[SampledGroup]:
        """What was drawn and not given back, in that order."""
        return list(self._drawn)

    def fill(self) -> list[SampledGroup]:
        """Draws up to the quotas, and gives what is new.

        A group is drawn whole: where it holds several tasks, a quota may be passed by less than one group.
        """
        new: list[SampledGroup] = []
        eligible = list(filter(self._is_eligible, self._left))
        while eligible and (self._total is None or self._tasks.total() < self._total):
            key = eligible[self._stream.weighted_index([1 / (self._tasks[k] + 1) for k in eligible])]
            place = self._place(key)
            new.append(self._group(key, place))
            self._count(new[-1], 1)
            self._attempts[self._left[key].column.scenes[place]] += 1
            counted = {key, *(type_ for type_, _ in new[-1].traits.members)}
            eligible = [k for k in eligible if k not in counted or self._is_eligible(k)]
        self._drawn += new
        return new

    def give_back(self, refused: Iterable[SampledGroup]) -> None:
        """Takes drawn task groups out again; they are not drawn a second time."""
        gone = set(refused)
        for item in self._drawn:
            if item in gone:
                self._count(item, -1)
        self._drawn = [item for item in self._drawn if item not in gone]

    def held_back(self) -> Counter[TypeKey]:
        """By type that is below its quota, how many task groups are left whose answer had its share."""
        found: Counter[TypeKey] = Counter()
        for key in filter(self._is_open, self._shares):
            has_share = self._has_share(key)
            found[key] = sum(
                int(number)
                for code, number in enumerate(self._left[key].counts)
                if code != _GONE and not has_share[code]
            )
        return +found

    def _quota(self, key: TypeKey) -> int:
        return self._pool.quotas.get(key[0], self._per_type)

    def _is_open(self, key: TypeKey) -> bool:
        return self._tasks[key] < self._quota(key)

    def _is_eligible(self, key: TypeKey) -> bool:
        return self._is_open(key) and bool(len(self._places(key)))

    def _answers(self, key: TypeKey) -> set[Key | None]:
        """The answers of the groups that are left of a type."""
        traits = (self._traits[code] for code in np.flatnonzero(self._left[key].counts) if code != _GONE)
        return {one.answer for one in traits if one is not None}

    def _share(self, key: TypeKey) -> int:
        """How often an answer of a balanced type may be given: there are two of them, or more."""
        return math.ceil(self._quota(key) / max(2, len(self._answers(key) - {None})))

    def _has_share(self, key: TypeKey) -> NDArray[np.bool_]:
        """By code, whether the answer may be given once more."""
        share = self._shares.get(key)
        if share is None:
            return self._all
        return self._by_code(key, lambda traits: self._balance.given(key, traits.answer) < share, bool)

    def _by_code(self, key: TypeKey, value: Callable[[Traits], Any], kind: type[Any]) -> NDArray[Any]:
        """A value for each code that is left of a type; for others, zero."""
        values = np.zeros(len(self._traits), dtype=kind)
        for code in np.flatnonzero(self._left[key].counts):
            traits = self._traits[code]
            if traits is not None:
                values[code] = value(traits)
        return values

    def _places(self, key: TypeKey) -> NDArray[np.int64]:
        """Where the scenes are on which a type may still be asked; looked for again when something of it was
        drawn."""
        if key not in self._open_places:
            left = self._left[key]
            is_open = left.has_any & (left.on_scene < self._pool.rules_of(key).tasks_a_scene)
            if key in self._shares:
                is_open &= left.best(self._has_share(key))
            usual = np.flatnonzero(is_open & ~left.in_reserve)
            self._open_places[key] = usual if len(usual) else np.flatnonzero(is_open)
        return self._open_places[key]

    def _wants_sensitive(self, key: TypeKey) -> bool:
        """Whether the family still lacks tasks that depend on the frame."""
        rules = self._pool.rules_of(key)
        if self._supply.get(key[0], 0.0) < rules.frame_supply:
            return False
        yes, no = self._sensitive[key[0], True], self._sensitive[key[0], False]
        return yes <= min(1.0, rules.frame_share + _FRAME_SPARE) * (yes + no)

    def _wishes(self, key: TypeKey) -> Iterator[int]:
        """What is drawn first as long as there is any, by its place in `_WISHES`."""
        yield 0
        if self._wants_sensitive(key):
            yield 1
        yield 2

    def _answer_weights(self, key: TypeKey) -> NDArray[np.float64] | None:
        """By code how likely it is drawn, for the balance over answers; None where all are as likely.

        The answers of a type are all of one kind, so that the first group tells whether there is a balance.
        """
        codes = self._left[key].column.codes
        first = self._traits[codes[np.argmax(codes != _GONE)]]
        if first is None or first.answer is None:
            return None
        weights = self._balance.weights(key, self._answers(key))
        return None if weights is None else self._by_code(key, lambda traits: weights[traits.answer], float)

    def _place(self, key: TypeKey) -> int:
        """Draws a scene for a type."""
        left, places = self._left[key], self._places(key)
        for wanted in self._wishes(key):
            offering = places[left.offers[wanted, places]]
            places = offering if len(offering) else places
        scenes = left.column.scenes[places]
        weights = (1 / (self._at_level + 1))[self._level[scenes]] / (self._attempts[scenes] + 1) ** 2
        balance = self._answer_weights(key)
        if balance is not None:
            weights = weights * left.best(balance)[places]
        return int(places[self._stream.weighted_place(weights)])

    def _group(self, key: TypeKey, place: int) -> SampledGroup:
        """Draws a group on a scene, by the place of the scene."""
        left, has_share = self._left[key], self._has_share(key)
        codes = left.codes_on(place).tolist()
        numbers = [number for number, code in enumerate(codes) if code != _GONE and has_share[code]]
        for wanted in self._wishes(key):
            numbers = [number for number in numbers if self._meets[wanted, codes[number]]] or numbers
        balance = self._answer_weights(key)
        if balance is None:
            chosen = self._stream.below(len(numbers))
        else:
            chosen = self._stream.weighted_index([float(balance[codes[number]]) for number in numbers])
        number = numbers[chosen]
        left.take(place, number, self._meets)
        self._open_places.pop(key, None)
        traits = self._traits[codes[number]]
        assert traits is not None
        scene = self._scene_ids[left.column.scenes[place]]
        return SampledGroup(key, scene, number, int(left.column.sources[place]), traits)

    def _count(self, item: SampledGroup, by: int) -> None:
        members, scene = item.traits.members, self._numbers[item.scene]
        self._balance.count(item.type, item.traits.answer, by)
        for type_, sensitive in members:
            self._tasks[type_] += by
            self._open_places.pop(type_, None)
            if len(members) == 1:
                left = self._left[type_]
                left.on_scene[left.place_of(scene)] += by
            if sensitive is not None:
                self._sensitive[type_[0], sensitive] += by
        self._at_level[self._level[scene]] += by * len(members)


def frame_supply(pool: Pool) -> dict[str, float]:
    """By family, the part of its bindings with several frame readings whose answers depend on the frame."""
    told: dict[str, Counter[bool]] = {}
    for key in pool.supply.types:
        for traits, number in pool.supply.counts(key).items():
            if traits.frame_sensitive is not None:
                told.setdefault(key[0], Counter())[traits.frame_sensitive] += number
    return {family: flags[True] / flags.total() for family, flags in told.items()}
