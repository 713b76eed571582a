"""What there is to draw from, in a few bytes a task group.

A set of a hundred thousand scenes has millions of task groups, of which few become tasks. Drawing needs to
know what a group counts for, and not what is bound: its traits, of which there are few different ones. So
each group is a number here, and whoever draws one looks it up where it came from.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Mapping, Sequence

import numpy as np
from attrs import define, field, frozen
from numpy.typing import NDArray

from espire_dsl.tasks.variants import TaskGroup, TypeKey

Key = tuple[str, str]
"""The type of an answer and the answer as text: `True` and `1` are two answers."""

Numbers = NDArray[np.int32]


@frozen
class Traits:
    """What drawing has to know of a task group: the type of each member and whether its answer depends on the
    frame (None where there is one reading only), what its answer counts as where answers are balanced,
    whether all meet the rules of the suite, and whether all were decided by so much that they are drawn
    first."""

    members: tuple[tuple[TypeKey, bool | None], ...]
    answer: Key | None
    strict: bool
    ample: bool

    @classmethod
    def of(cls, group: TaskGroup) -> Traits:
        return cls(
            tuple((member.type, member.binding.frame_sensitive) for member in group.members),
            answer_key(group),
            group.strict,
            group.ample,
        )

    @property
    def frame_sensitive(self) -> bool | None:
        """Whether the answers depend on the frame; None where there is one reading only."""
        flags = [sensitive for _, sensitive in self.members if sensitive is not None]
        return any(flags) if flags else None


def answer_key(task_group: TaskGroup) -> Key | None:
    """What the answer of a task group counts as; None where nothing is to be balanced."""
    if len(task_group.members) > 1:
        return None
    answer = task_group.members[0].binding.answer
    return (type(answer).__name__, str(answer)) if isinstance(answer, bool | int | str) else None


@frozen(eq=False)
class Column:
    """The task groups of a type. On its scenes, which are numbers in the order of their ids, there are the
    groups from `begins` up to the next one; `codes` are those of their traits. `sources` says of each scene
    where its groups came from."""

    scenes: Numbers
    sources: Numbers
    begins: NDArray[np.int64]
    codes: Numbers


@define
class _Gathered:
    """A type, scene by scene as they come."""

    scenes: array[int] = field(factory=lambda: array("i"))
    sources: array[int] = field(factory=lambda: array("i"))
    counts: array[int] = field(factory=lambda: array("i"))
    codes: array[int] = field(factory=lambda: array("i"))


@define(eq=False)
class Supply:
    """The task groups of types on scenes. `traits` has those of each code; code 0 is that of no group."""

    traits: list[Traits | None] = field(factory=lambda: [None])
    _codes: dict[Traits, int] = field(factory=dict)
    _numbers: dict[str, int] = field(factory=dict)
    _types: dict[TypeKey, _Gathered] = field(factory=dict)

    @classmethod
    def of(cls, task_groups: Mapping[TypeKey, Mapping[str, Sequence[TaskGroup]]]) -> Supply:
        supply = cls()
        for type_, by_scene in task_groups.items():
            for scene, groups in by_scene.items():
                supply.add(type_, scene, groups)
        return supply

    def add(self, type_: TypeKey, scene: str, groups: Sequence[TaskGroup], source: int = 0) -> None:
        """Takes in the groups of a type on a scene; what was known of these before is forgotten."""
        to = self._types.get(type_)
        if to is None:
            to = self._types[type_] = _Gathered()
        to.scenes.append(self._numbers.setdefault(scene, len(self._numbers)))
        to.sources.append(source)
        to.counts.append(len(groups))
        to.codes.extend(map(self._code, groups))

    def _code(self, group: TaskGroup) -> int:
        traits = Traits.of(group)
        code = self._codes.get(traits)
        if code is None:
            code = self._codes[traits] = len(self.traits)
            self.traits.append(traits)
        return code

    @property
    def scenes(self) -> list[str]:
        """The ids of all scenes in their order: the numbers in columns are places in here."""
        return sorted(self._numbers)

    @property
    def types(self) -> tuple[TypeKey, ...]:
        """The types of which there is anything."""
        return tuple(self._types)

    def columns(self) -> dict[TypeKey, Column]:
        """The groups of each type that has any."""
        rank = np.empty(len(self._numbers), dtype=np.int32)
        rank[[self._numbers[id] for id in self.scenes]] = np.arange(len(self._numbers))
        columns = {type_: _column(gathered, rank) for type_, gathered in sorted(self._types.items())}
        return {type_: column for type_, column in columns.items() if len(column.scenes)}

    def counts(self, type_: TypeKey) -> Counter[Traits]:
        """How many groups of a type have which traits."""
        gathered = self._types.get(type_)
        if gathered is None:
            return Counter()
        numbers = np.bincount(_column(gathered, np.arange(len(self._numbers), dtype=np.int32)).codes)
        return Counter(
            {traits: int(n) for traits, n in zip(self.traits, numbers, strict=False) if traits and n}
        )


def _column(gathered: _Gathered, rank: Numbers) -> Column:
    scenes, counts = rank[_numbers(gathered.scenes)], _numbers(gathered.counts)
    begins = np.cumsum(counts) - counts
    order = np.argsort(scenes, kind="stable")
    is_last = np.append(np.diff(scenes[order]) != 0, [True] * (len(order) > 0))
    kept = order[is_last & (counts[order] > 0)]
    sizes = counts[kept]
    own = np.cumsum(sizes) - sizes
    places = np.repeat(begins[kept] - own, sizes) + np.arange(sizes.sum())
    return Column(scenes[kept], _numbers(gathered.sources)[kept], own, _numbers(gathered.codes)[places])


def _numbers(values: array[int]) -> Numbers:
    return np.frombuffer(values, dtype=np.int32) if values else np.empty(0, dtype=np.int32)
