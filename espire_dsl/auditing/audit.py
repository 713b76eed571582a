"""Audits a task set: rates of shortcuts, spreads, splits and fairness, by suite and by family or type."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from itertools import groupby
from typing import Final

from attrs import frozen

from espire_dsl.auditing.case import case_of, options_of
from espire_dsl.auditing.elevation import Split, compared, split_of
from espire_dsl.auditing.fairness import Fairness, TagSplit, fairness_of, tag_splits
from espire_dsl.auditing.image_features import ImageFeatures, image_features
from espire_dsl.auditing.rates import Rates, ShortcutRate, corrected, rates_of
from espire_dsl.auditing.spread import AnswerSpread, spread_of
from espire_dsl.reports.tags import TAG, TagGroups, check_column
from espire_dsl.scene.graph import Scene
from espire_dsl.tasks.error import TaskSetError
from espire_dsl.tasks.files import TaskSet
from espire_dsl.tasks.task import Task

COLUMNS: Final = ("family", "type")
FeaturesOf = tuple[Task, Scene, Mapping[str, ImageFeatures]]


@frozen
class AuditGroup:
    """What was found about the tasks of a family, or of one of its types or groups of a tag, named `type`."""

    family: str
    type: str | None
    tasks: int
    rates: Rates
    spread: AnswerSpread
    split: Split | None
    fairness: Fairness

    @property
    def name(self) -> str:
        return self.family if self.type is None else f"{self.family} {self.type}"

    @property
    def flagged(self) -> tuple[ShortcutRate, ...]:
        return tuple(rate for rate in self.rates.tested if rate.flagged)


@frozen
class SuiteAudit:
    """The groups of a suite, in the order of their names; their p-values are corrected together.

    `fairness` and `tags` are of all tasks of these groups.
    """

    suite: str
    groups: tuple[AuditGroup, ...]
    fairness: Fairness
    tags: tuple[TagSplit, ...]

    @property
    def tasks(self) -> int:
        return sum(group.tasks for group in self.groups)

    @property
    def flagged(self) -> tuple[tuple[AuditGroup, ShortcutRate], ...]:
        return tuple((group, rate) for group in self.groups for rate in group.flagged)


def audit(
    task_set: TaskSet, *, suite: str | None = None, family: str = "*", by: str = "family"
) -> tuple[SuiteAudit, ...]:
    """The audits of the suites of a task set, with the groups that are asked for: families, their types, or
    their tasks by a tag (`tag:NAME`).

    A suite is always looked at whole: what is flagged does not depend on what is asked for.
    """
    check_column(by, COLUMNS, task_set.tasks)
    seen = _features([task for task in task_set.tasks if suite in (None, task.suite)], task_set.scenes)
    found = []
    for name, members in _grouped(seen, lambda t: t.suite):
        whole = list(members)
        groups = tuple(g for g in _groups(whole, by) if fnmatchcase(g.family, family))
        if groups:
            tasks = [task for task, _, _ in whole if fnmatchcase(task.family, family)]
            found.append(SuiteAudit(name, groups, fairness_of(tasks), tag_splits(tasks)))
    return tuple(found)


def _grouped(
    seen: Iterable[FeaturesOf], key: Callable[[Task], str]
) -> Iterable[tuple[str, Iterable[FeaturesOf]]]:
    return groupby(sorted(seen, key=lambda item: key(item[0])), key=lambda item: key(item[0]))


def _groups(seen: Sequence[FeaturesOf], by: str) -> tuple[AuditGroup, ...]:
    parts: list[tuple[str, str | None, list[FeaturesOf]]] = []
    for family, members in _grouped(seen, lambda t: t.family):
        if by == "family":
            parts.append((family, None, list(members)))
        elif by == "type":
            parts += [(family, type, list(some)) for type, some in _grouped(members, lambda t: t.type)]
        else:
            parts += [(family, name, some) for name, some in _by_tag(list(members), by.removeprefix(TAG))]
    rates = corrected([_rates(family, members) for family, _, members in parts])
    return tuple(
        AuditGroup(
            family,
            type,
            len(members),
            group_rates,
            spread_of([task for task, _, _ in members]),
            split_of(members),
            fairness_of([task for task, _, _ in members]),
        )
        for (family, type, members), group_rates in zip(parts, rates, strict=True)
    )


def _by_tag(members: Sequence[FeaturesOf], tag: str) -> Iterator[tuple[str, list[FeaturesOf]]]:
    """The tasks of a family by the groups of a tag."""
    groups = TagGroups.of([task for task, _, _ in members], tag)
    for name in groups.names:
        some = [item for item in members if groups(item[0]) == name]
        if some:
            yield f"{tag}: {name}", some


def _rates(family: str, members: Sequence[FeaturesOf]) -> Rates:
    cases = (case_of(task, seen) for task, _, seen in members)
    return rates_of(family, [case for case in cases if case is not None])


def _features(tasks: Sequence[Task], scenes: Sequence[Scene]) -> list[FeaturesOf]:
    """Each task with its scene and how its things look; things in a view are looked at once."""
    known = {scene.id: scene for scene in scenes}
    wanted: dict[tuple[str, str], set[str]] = {}
    for task in tasks:
        if task.scene not in known:
            raise TaskSetError(f"task {task.id}: the set has no scene {task.scene}")
        scene = known[task.scene]
        named = {*(task.candidates or ()), *task.references}
        if missing := sorted(id for id in named if id not in scene):
            raise TaskSetError(f"task {task.id}: scene {task.scene} has no {', '.join(missing)}")
        options = {option for option in options_of(task) if isinstance(option, str) and option in scene}
        wanted.setdefault((task.scene, task.view), set()).update(options, compared(task))
    seen = {(id, view): known[id].through(view) for id, view in wanted}
    features = {key: image_features(seen[key], sorted(ids)) for key, ids in wanted.items()}
    return [(task, seen[task.scene, task.view], features[task.scene, task.view]) for task in tasks]
