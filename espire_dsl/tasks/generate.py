"""From suites to a task set: draw scenes and bind them, sample with balance, write records.

The scenes of a world depend on the seed and their index alone. Each suite spreads its number of scenes over
its own worlds and has its own counters, so that adding a suite changes nothing in another.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence

from attrs import define, field, frozen

from espire_dsl.scene.graph import Scene
from espire_dsl.tasks.bound import Bound
from espire_dsl.tasks.crew import Crew, crew
from espire_dsl.tasks.dice import Dice
from espire_dsl.tasks.error import TaskSetError
from espire_dsl.tasks.plan import Plan, plans_of
from espire_dsl.tasks.reason import Reason
from espire_dsl.tasks.record import Wording
from espire_dsl.tasks.sampling import Pool, sample
from espire_dsl.tasks.suites import Suite
from espire_dsl.tasks.task import Task
from espire_dsl.tasks.variants import Unit
from espire_dsl.tasks.wordings import Turns
from espire_dsl.tasks.work import (
    BindingJob,
    Part,
    RecordItem,
    RecordJob,
    SuiteType,
    bind_scenes,
    write_records,
)
from espire_dsl.tasks.worlds import load_world

SCENES_A_JOB = 20
TASKS_A_JOB = 250

Progress = Callable[[str, int, int], None]


@frozen
class Settings:
    """What decides a task set besides its families; `scenes` is a suite's number of scenes in all worlds."""

    seed: int = 0
    per_type: int = 15
    total: int | None = None
    scenes: int = 600
    level: str | None = None


@frozen
class Shortfall:
    """A type that stayed below its quota, and why its bindings were refused, commonest reason first."""

    key: SuiteType
    found: int
    wanted: int
    reasons: tuple[tuple[Reason, int], ...]


@frozen
class Generated:
    tasks: tuple[Task, ...]
    scenes: tuple[Scene, ...]
    refused: Mapping[tuple[SuiteType, Reason], int] = field(repr=False)
    undrawn: Mapping[tuple[str, str], int]
    drawn: Mapping[str, int]
    shortfalls: tuple[Shortfall, ...]
    timings: Mapping[str, float]


@define
class _Harvest:
    """What binding all scenes brought in."""

    scenes: dict[str, Scene] = field(factory=dict)
    levels: dict[str, str] = field(factory=dict)
    units: dict[SuiteType, dict[str, tuple[Unit, ...]]] = field(factory=dict)
    refused: Counter[tuple[SuiteType, Reason]] = field(factory=Counter)
    undrawn: Counter[tuple[str, str]] = field(factory=Counter)
    drawn: Counter[str] = field(factory=Counter)


def generate(
    suites: Sequence[Suite], settings: Settings, *, workers: int = 1, progress: Progress | None = None
) -> Generated:
    """The task set of some suites."""
    report = progress or (lambda *_: None)
    jobs = list(_binding_jobs(suites, settings))
    with crew(workers) as do:
        started = time.perf_counter()
        harvest = _bind(jobs, do, report)
        bound = time.perf_counter()
        record_jobs = list(_record_jobs(suites, settings, harvest))
        sampled = time.perf_counter()
        tasks = list(_records(record_jobs, do, report))
        written = time.perf_counter()
    tasks.sort(key=lambda t: (t.suite, t.family, t.type, t.scene, t.id))
    used = sorted({task.scene for task in tasks})
    return Generated(
        tuple(tasks),
        tuple(harvest.scenes[id] for id in used),
        harvest.refused,
        harvest.undrawn,
        harvest.drawn,
        tuple(_shortfalls(suites, settings, tasks, harvest)),
        {"bind": bound - started, "sample": sampled - bound, "record": written - sampled},
    )


def scenes_a_world(suite: Suite, settings: Settings) -> int:
    return settings.scenes // len(suite.worlds)


def _binding_jobs(suites: Sequence[Suite], settings: Settings) -> Iterator[BindingJob]:
    for name in sorted({world for suite in suites for world in suite.worlds}):
        levels = load_world(name).levels
        if settings.level is not None:
            if settings.level not in levels:
                raise TaskSetError(f"world {name} has no level {settings.level}; it has {', '.join(levels)}")
            levels = (settings.level,)
        _check_arguments(name, suites)
        parts = tuple(
            Part(
                suite.name,
                tuple(f for f in suite.families if f.world == name),
                scenes_a_world(suite, settings),
            )
            for suite in suites
            if name in suite.worlds
        )
        count = max(part.scenes for part in parts)
        for start in range(0, count, SCENES_A_JOB):
            indices = tuple(range(start, min(start + SCENES_A_JOB, count)))
            yield BindingJob(name, indices, levels, settings.seed, parts)


def _check_arguments(world: str, suites: Sequence[Suite]) -> None:
    for suite in suites:
        for family in suite.families:
            if family.world == world and family.world_arguments:
                given = ", ".join(sorted(family.world_arguments))
                raise TaskSetError(
                    f"family {family.name} gives {given} to world {world}, which takes nothing"
                )


def _bind(jobs: Sequence[BindingJob], do: Crew, report: Progress) -> _Harvest:
    harvest = _Harvest()
    for number, done in enumerate(do(bind_scenes, jobs), start=1):
        ids: dict[int, str] = {}
        for drawing in done.drawings:
            if drawing.scene is None:
                harvest.undrawn[done.job.world, drawing.refused or ""] += 1
                continue
            ids[drawing.index] = drawing.scene.id
            harvest.scenes[drawing.scene.id] = drawing.scene
            harvest.levels[drawing.scene.id] = drawing.scene.level or ""
            harvest.drawn[done.job.world] += 1
        for key, by_scene in done.units.items():
            harvest.units.setdefault(key, {}).update((ids[index], units) for index, units in by_scene)
        harvest.refused.update(done.refused)
        report("binding scenes", number, len(jobs))
    return harvest


def _record_jobs(suites: Sequence[Suite], settings: Settings, harvest: _Harvest) -> Iterator[RecordJob]:
    chosen = [item for suite in suites for item in _draw(suite, settings, harvest)]
    chosen.sort(key=lambda item: (item[1], item[2].family.name))  # a job then needs few templates
    for start in range(0, len(chosen), TASKS_A_JOB):
        some = chosen[start : start + TASKS_A_JOB]
        ids = list(dict.fromkeys(scene for scene, *_ in some))
        places = {id: place for place, id in enumerate(ids)}
        yield RecordJob(
            tuple(harvest.scenes[id] for id in ids),
            tuple(
                RecordItem(suite, plan, places[scene], bound, wording)
                for scene, suite, plan, bound, wording in some
            ),
            settings.seed,
        )


def _draw(
    suite: Suite, settings: Settings, harvest: _Harvest
) -> Iterator[tuple[str, str, Plan, Bound, Wording]]:
    """The tasks of a suite in the order in which they are drawn: scene, suite, plan, binding, wording."""
    plans: dict[tuple[str, str], Plan] = {(f.name, p.type): p for f in suite.families for p in plans_of(f)}
    units = {key: harvest.units.get((suite.name, *key), {}) for key in plans}
    drawn = sample(
        Pool(units, harvest.levels),
        settings.per_type,
        Dice.of(settings.seed, "sampling", suite.name),
        settings.total,
    )
    turns = Turns(suite.name, Dice.of(settings.seed, "wording", suite.name))
    for choice in drawn:
        for member in choice.unit.members:
            plan = plans[member.type]
            wording = turns.next(plan.family, plan.type, member.bound)
            yield choice.scene, suite.name, plan, member.bound, wording


def _records(jobs: Sequence[RecordJob], do: Crew, report: Progress) -> Iterator[Task]:
    for number, tasks in enumerate(do(write_records, jobs), start=1):
        yield from tasks
        report("writing records", number, len(jobs))


def _shortfalls(
    suites: Sequence[Suite], settings: Settings, tasks: Sequence[Task], harvest: _Harvest
) -> Iterator[Shortfall]:
    """Types below their quota; a total that was reached excuses them."""
    counts = Counter((task.suite, task.family, task.type) for task in tasks)
    for suite in suites:
        own = sum(n for key, n in counts.items() if key[0] == suite.name)
        if settings.total is not None and own >= settings.total:
            continue
        for family in suite.families:
            for name in family.types:
                key = (suite.name, family.name, name)
                if counts[key] < settings.per_type:
                    reasons = Counter({reason: n for (k, reason), n in harvest.refused.items() if k == key})
                    yield Shortfall(key, counts[key], settings.per_type, tuple(reasons.most_common()))
