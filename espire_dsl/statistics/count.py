"""Counts a task set: how many tasks of what, and how answers, margins, sentences and refusals spread."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from statistics import median
from typing import Any, Final

from attrs import frozen

from espire_dsl.reports.tags import TAG, TagGroups, check_column, tag_names
from espire_dsl.tasks.files import TaskSet
from espire_dsl.tasks.task import Task

GROUPINGS: Final[Mapping[str, Callable[[Task], str]]] = {
    "suite": lambda task: task.suite,
    "action": lambda task: task.action,
    "aspect": lambda task: task.aspect,
    "granularity": lambda task: task.granularity,
    "level": lambda task: task.level or "-",
    "family": lambda task: task.family,
}
LEVELS: Final = ("easy", "medium", "hard")
_WORD: Final = re.compile(r"\S+")


@frozen
class Count:
    """The tasks of a group: how many, of how many types, about how many scenes, by level."""

    name: str
    tasks: int
    types: int
    scenes: int
    levels: Mapping[str, int]


@frozen
class NumberSummary:
    """The least, middle and largest of some numbers, with their number."""

    number: int
    least: float
    median: float
    mean: float
    most: float


@frozen
class Statistics:
    """All that is counted. Margins are by unit, verdicts by status, refusals by suite and reason; `unreached`
    has by suite the verdicts on answers that the robot does not reach.

    `answers` says how many tasks have so many answers; `templates` how often a family's sentence of that
    number is used; `chance` how often a blind choice is right; `open_frames` how many sentences have readings
    that differ.
    """

    tasks: int
    scenes: int
    whole: Count
    groups: Mapping[str, tuple[Count, ...]]
    answer_kinds: Mapping[str, int]
    answers: Mapping[int, int]
    candidates: NumberSummary | None
    chance: NumberSummary | None
    margins: Mapping[str, NumberSummary]
    words: NumberSummary | None
    sentences: int
    templates: Mapping[str, Mapping[int, int]]
    open_frames: int
    with_masks: int
    verified: int
    verdicts: Mapping[str, int]
    refusals: Mapping[str, Mapping[str, int]]
    unreached: Mapping[str, Mapping[str, int]]


def statistics_of(task_set: TaskSet, tasks: Sequence[Task], by: Sequence[str] = ()) -> Statistics:
    """The statistics of some tasks of a set, split by everything or `by` some columns alone; refusals are
    those of the suites that they belong to."""
    for column in by:
        check_column(column, tuple(GROUPINGS), tasks)
    margins: dict[str, list[float]] = {}
    templates: dict[str, Counter[int]] = {}
    suites = sorted({task.suite for task in tasks})
    for task in tasks:
        templates.setdefault(task.family, Counter())[task.template] += 1
        for unit, margin in task.margin.items():
            margins.setdefault(unit, []).append(margin)
    return Statistics(
        len(tasks),
        len({task.scene for task in tasks}),
        _count("all", tasks),
        {name: counts for name, counts in _groups(tasks) if not by or name in by},
        _sorted(Counter(task.answer_kind for task in tasks)),
        _sorted(Counter(len(task.answers) for task in tasks)),
        _spread(len(task.candidates) for task in tasks if task.candidates is not None),
        _spread(task.chance for task in tasks if task.chance is not None),
        {unit: spread for unit in sorted(margins) if (spread := _spread(margins[unit]))},
        _spread(len(_WORD.findall(task.instruction)) for task in tasks),
        len({task.instruction for task in tasks}),
        {family: _sorted(templates[family]) for family in sorted(templates)},
        sum(len({_key(answers) for answers in task.readings.values()}) > 1 for task in tasks),
        sum(bool(task.masks) for task in tasks),
        sum(bool(task.verification) for task in tasks),
        _sorted(Counter(_status(verdict) for task in tasks for verdict in task.verification.values())),
        _by_suite(task_set.manifest.get("refusals", {}), suites),
        _by_suite(task_set.manifest.get("unreached", {}), suites),
    )


def _groups(tasks: Sequence[Task]) -> Iterator[tuple[str, tuple[Count, ...]]]:
    """By columns, and by the groups of every tag."""
    for name, key in GROUPINGS.items():
        found = _grouped(tasks, key)
        yield name, tuple(_count(group, found[group]) for group in sorted(found, key=_place))
    for tag in tag_names(tasks):
        groups = TagGroups.of(tasks, tag)
        found = _grouped(tasks, groups)
        yield TAG + tag, tuple(_count(group, found[group]) for group in groups.names if group in found)


def _grouped(tasks: Sequence[Task], key: Callable[[Task], str]) -> dict[str, list[Task]]:
    groups: dict[str, list[Task]] = {}
    for task in tasks:
        groups.setdefault(key(task), []).append(task)
    return groups


def _place(name: str) -> tuple[int, str]:
    return (LEVELS.index(name) if name in LEVELS else len(LEVELS), name)


def _count(name: str, tasks: Sequence[Task]) -> Count:
    levels = Counter(task.level or "-" for task in tasks)
    return Count(
        name,
        len(tasks),
        len({(task.suite, task.family, task.type) for task in tasks}),
        len({task.scene for task in tasks}),
        {level: levels[level] for level in sorted(levels, key=_place)},
    )


def _spread(numbers: Iterable[float]) -> NumberSummary | None:
    values = sorted(numbers)
    if not values:
        return None
    mean = sum(values) / len(values)
    return NumberSummary(len(values), values[0], float(median(values)), mean, values[-1])


def _key(answers: Iterable[Any]) -> tuple[str, ...]:
    return tuple(sorted(map(str, answers)))


def _status(verdict: Any) -> str:
    return str(verdict.get("status")) if isinstance(verdict, Mapping) else str(verdict)


def _by_suite(counts: Any, suites: Sequence[str]) -> dict[str, dict[str, int]]:
    """By suite and what is counted innermost, commonest first."""
    found: dict[str, dict[str, int]] = {}
    for suite in suites:
        total: Counter[str] = Counter()
        _add(counts.get(suite, {}) if isinstance(counts, Mapping) else {}, total)
        if total:
            found[suite] = dict(sorted(total.items(), key=lambda item: (-item[1], item[0])))
    return found


def _add(counts: Any, total: Counter[str]) -> None:
    """Sums nested counts by their innermost names."""
    for name, inner in counts.items() if isinstance(counts, Mapping) else ():
        if isinstance(inner, int):
            total[name] += inner
        else:
            _add(inner, total)


def _sorted(counts: Mapping[Any, int]) -> dict[Any, int]:
    return dict(sorted(counts.items()))
