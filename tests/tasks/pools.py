"""Pools of task groups that are at hand, so that what was drawn can be looked at."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from espire_dsl.scene.random_stream import RandomStream
from espire_dsl.tasks.sampling import Pool, SampledGroup, TaskSampler
from espire_dsl.tasks.supply import Supply
from espire_dsl.tasks.variants import TaskGroup, TypeKey

Groups = Mapping[TypeKey, Mapping[str, Sequence[TaskGroup]]]


def pool_of_groups(groups: Groups, levels: Mapping[str, str] | None = None, **more: Any) -> Pool:
    """What can be drawn; scenes are easy unless their levels are told."""
    easy = {scene: "easy" for by_scene in groups.values() for scene in by_scene}
    return Pool(Supply.of(groups), easy if levels is None else levels, **more)


def contents(groups: Groups, drawn: Iterable[SampledGroup]) -> list[TaskGroup]:
    """The groups that were drawn."""
    return [groups[item.type][item.scene][item.number] for item in drawn]


def groups_drawn(
    groups: Groups, per_type: int, seed: int, levels: Mapping[str, str] | None = None, **more: Any
) -> list[TaskGroup]:
    """The groups that are drawn up to a quota."""
    return contents(
        groups, TaskSampler(pool_of_groups(groups, levels, **more), per_type, RandomStream.of(seed)).fill()
    )
