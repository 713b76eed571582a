"""Ranks: values that lie close together share one."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from espire_dsl.scene.exact import exact


@frozen
class RankGroups:
    """Indices of the values in ascending groups, and the gaps between consecutive groups."""

    groups: tuple[tuple[int, ...], ...]
    gaps: tuple[float, ...]


def rank_groups(values: Sequence[float], together: float = 0.01) -> RankGroups:
    """Sort the values and chain neighbours at most `together` apart into one group.

    Within a group the indices ascend. A gap is measured from the last value of a group to the first of the
    next.
    """
    order = sorted(range(len(values)), key=lambda index: (values[index], index))
    groups: list[list[int]] = []
    gaps: list[float] = []
    for place, index in enumerate(order):
        step = exact(values[index] - values[order[place - 1]]) if place else 0.0
        if place and step <= together:
            groups[-1].append(index)
            continue
        if place:
            gaps.append(step)
        groups.append([index])
    return RankGroups(tuple(tuple(sorted(group)) for group in groups), tuple(gaps))
