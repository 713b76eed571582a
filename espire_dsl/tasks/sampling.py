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
from collections.abc import Iterable, Iterator, Mapping, Sequence
from operator import attrgetter

from attrs import field, frozen

from espire_dsl.language.rules import USUAL, Rules
from espire_dsl.scene.random_stream import RandomStream
from espire_dsl.tasks.balance import Balance, answer_key
from espire_dsl.tasks.variants import TaskGroup, TypeKey

_WISHES = tuple(map(attrgetter, ("strict", "frame_sensitive", "ample")))
_FRAME_SPARE = 0.1
"""A little more than the share is drawn, as some tasks will turn out to be impossible."""


@frozen
class Pool:
    """What can be drawn: for each type the task groups on each scene, and each scene's level. `rules` are
    those of each family; scenes of the `reserve` are drawn for a type only when it has no other left.
    `quotas` are those of families by name, where they are not the usual one; of `balanced` ones no answer is
    given more often than its share of the quota."""

    task_groups: Mapping[TypeKey, Mapping[str, Sequence[TaskGroup]]]
    levels: Mapping[str, str]
    rules: Mapping[str, Rules] = field(factory=dict)
    reserve: frozenset[str] = frozenset()
    quotas: Mapping[str, int] = field(factory=dict)
    balanced: frozenset[str] = frozenset()

    def rules_of(self, key: TypeKey) -> Rules:
        return self.rules.get(key[0], USUAL)


@frozen
class SampledGroup:
    """A task group that was drawn, with the type that it counts for and the scene that it is about."""

    type: TypeKey
    scene: str
    task_group: TaskGroup


class TaskSampler:
    """Draws task groups of a pool, until every type has its quota or nothing is left."""

    def __init__(self, pool: Pool, per_type: int, stream: RandomStream, total: int | None = None) -> None:
        self._pool = pool
        self._levels = pool.levels
        self._per_type = per_type
        self._stream = stream
        self._total = total
        self._left = {
            key: {scene: list(task_groups) for scene, task_groups in sorted(by_scene.items()) if task_groups}
            for key, by_scene in sorted(pool.task_groups.items())
        }
        self._tasks: Counter[TypeKey] = Counter()
        self._at_level: Counter[str] = Counter()
        self._attempts: Counter[str] = Counter()
        self._balance = Balance()
        self._shares = {key: self._share(key) for key in pool.task_groups if key[0] in pool.balanced}
        self._drawn: list[SampledGroup] = []
        self._on_scene: Counter[tuple[TypeKey, str]] = Counter()
        self._sensitive: Counter[tuple[str, bool]] = Counter()
        self._supply = frame_supply(pool)
        self._open_scenes: dict[TypeKey, list[str]] = {}
        self._offered: dict[tuple[TypeKey, str], tuple[bool, ...]] = {}

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
            new.append(SampledGroup(key, scene := self._scene(key), self._unit(key, scene)))
            self._count(new[-1], 1)
            self._attempts[scene] += 1
            counted = {key, *(member.type for member in new[-1].task_group.members)}
            eligible = [k for k in eligible if k not in counted or self._is_eligible(k)]
        self._drawn += new
        return new

    def give_back(self, refused: Iterable[SampledGroup]) -> None:
        """Takes drawn task groups out again; they are not drawn a second time."""
        gone = {id(item) for item in refused}
        for item in self._drawn:
            if id(item) in gone:
                self._count(item, -1)
        self._drawn = [item for item in self._drawn if id(item) not in gone]

    def held_back(self) -> Counter[TypeKey]:
        """By type that is below its quota, how many task groups are left whose answer had its share."""
        found: Counter[TypeKey] = Counter()
        for key in filter(self._is_open, self._shares):
            left = (group for groups in self._left[key].values() for group in groups)
            found[key] = sum(not self._has_share(key, group) for group in left)
        return +found

    def _quota(self, key: TypeKey) -> int:
        return self._pool.quotas.get(key[0], self._per_type)

    def _is_open(self, key: TypeKey) -> bool:
        return self._tasks[key] < self._quota(key)

    def _is_eligible(self, key: TypeKey) -> bool:
        return self._is_open(key) and bool(self._scenes(key))

    def _share(self, key: TypeKey) -> int:
        """How often an answer of a balanced type may be given: there are two of them, or more."""
        answers = {answer_key(group) for groups in self._left[key].values() for group in groups} - {None}
        return math.ceil(self._quota(key) / max(2, len(answers)))

    def _has_share(self, key: TypeKey, task_group: TaskGroup) -> bool:
        """Whether the answer of a task group may be given once more."""
        return key not in self._shares or self._balance.given(key, task_group) < self._shares[key]

    def _scenes(self, key: TypeKey) -> list[str]:
        """The scenes on which a type may still be asked; looked for again when something of it was drawn."""
        if key not in self._open_scenes:
            most = self._pool.rules_of(key).tasks_a_scene
            found = [scene for scene in self._left[key] if self._on_scene.get((key, scene), 0) < most]
            if key in self._shares:
                found = [s for s in found if any(self._has_share(key, g) for g in self._left[key][s])]
            reserve = self._pool.reserve
            self._open_scenes[key] = [scene for scene in found if scene not in reserve] or found
        return self._open_scenes[key]

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

    def _offers(self, key: TypeKey, scene: str) -> tuple[bool, ...]:
        """Which wishes some unit that is left on a scene meets."""
        if (key, scene) not in self._offered:
            units = self._left[key][scene]
            self._offered[key, scene] = tuple(any(map(wish, units)) for wish in _WISHES)
        return self._offered[key, scene]

    def _scene(self, key: TypeKey) -> str:
        scenes = self._scenes(key)
        for wanted in self._wishes(key):
            scenes = [s for s in scenes if self._offers(key, s)[wanted]] or scenes
        weights = [1 / (self._at_level[self._levels[s]] + 1) / (self._attempts[s] + 1) ** 2 for s in scenes]
        balance = self._balance.weights(key, self._left[key])
        if balance is not None:
            weights = [weight * max(balance[s]) for weight, s in zip(weights, scenes, strict=True)]
        return scenes[self._stream.weighted_index(weights)]

    def _unit(self, key: TypeKey, scene: str) -> TaskGroup:
        task_groups = self._left[key][scene]
        places = [place for place, group in enumerate(task_groups) if self._has_share(key, group)]
        for wanted in self._wishes(key):
            places = [place for place in places if _WISHES[wanted](task_groups[place])] or places
        balance = self._balance.weights(key, self._left[key])
        if balance is None:
            chosen = self._stream.below(len(places))
        else:
            chosen = self._stream.weighted_index([balance[scene][place] for place in places])
        task_group = task_groups.pop(places[chosen])
        self._offered.pop((key, scene), None)
        self._open_scenes.pop(key, None)
        if not task_groups:
            del self._left[key][scene]
        return task_group

    def _count(self, item: SampledGroup, by: int) -> None:
        self._balance.count(item.type, item.task_group, by)
        for member in item.task_group.members:
            self._tasks[member.type] += by
            self._open_scenes.pop(member.type, None)
            self._on_scene[member.type, item.scene] += by if len(item.task_group.members) == 1 else 0
            if member.binding.frame_sensitive is not None:
                self._sensitive[member.type[0], member.binding.frame_sensitive] += by
        self._at_level[self._levels[item.scene]] += by * len(item.task_group.members)


def frame_supply(pool: Pool) -> dict[str, float]:
    """By family, the part of its bindings with several frame readings whose answers depend on the frame."""
    told: dict[str, list[bool]] = {}
    for key, by_scene in pool.task_groups.items():
        for task_groups in by_scene.values():
            for task_group in task_groups:
                if task_group.frame_sensitive is not None:
                    told.setdefault(key[0], []).append(task_group.frame_sensitive)
    return {family: sum(flags) / len(flags) for family, flags in told.items()}
