"""From suites to tasks: stage scenes, bind, sample in balance, verify, write down, picture.

The scenes of a world depend on the seed and their index alone. Each suite spreads its number of scenes over
its own worlds and has its own counters, so that adding a suite changes nothing in another.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TypeVar

from attrs import evolve, field, frozen

from espire_dsl.importing.files import ImportedScenes
from espire_dsl.language.declarations.templates import Template
from espire_dsl.language.families.family import Family
from espire_dsl.memory import reading
from espire_dsl.pipeline.bindings import BindingJob, BindingRequest, bindings_of
from espire_dsl.pipeline.content import key_of, key_of_long
from espire_dsl.pipeline.imported import asked_about, looking_jobs, scenes_taken
from espire_dsl.pipeline.job_runner import GivenUp, JobRunner
from espire_dsl.pipeline.known_families import FamilyKeys
from espire_dsl.pipeline.recording import Recorder
from espire_dsl.pipeline.scene_ref import Refusal, SceneRef, StoredScenes, ref_of
from espire_dsl.pipeline.scene_seeds import own_cells, scene_seeds, scenes_a_world, template_of, views_of
from espire_dsl.pipeline.scenes import PaintingJob, joined, staging_jobs
from espire_dsl.pipeline.selection import selected_tasks
from espire_dsl.pipeline.settings import USUAL_SCENES, Settings
from espire_dsl.pipeline.simulator import NO_BACKEND
from espire_dsl.pipeline.state import PipelineState, SuiteType
from espire_dsl.pipeline.task_file import TaskFile
from espire_dsl.scene.graph import Scene
from espire_dsl.tasks.counts import counted_by
from espire_dsl.tasks.error import TaskSetError
from espire_dsl.tasks.quotas import quota_of
from espire_dsl.tasks.reason import Reason
from espire_dsl.tasks.scene_cells import Variation, is_shared, specialised
from espire_dsl.tasks.suites import Suite
from espire_dsl.tasks.supply import Supply

_Counted = TypeVar("_Counted", bound=str)

SceneGroup = tuple[Suite, Sequence[str], Sequence[Family]]
"""Families of a suite, and the ids of scenes that they are asked about together."""

SCENES_A_CHUNK = 40


@frozen
class Shortfall:
    """A type that stayed below its quota, and why its bindings were refused, commonest reason first; and the
    planner's verdicts on answers of those that the robot cannot do, likewise."""

    key: SuiteType
    found: int
    wanted: int
    reasons: tuple[tuple[Reason, int], ...]
    verdicts: tuple[tuple[str, int], ...] = ()


@frozen
class Generated:
    """Tasks, the scenes that they are about, and by scene and file the keys of pictures. Scenes are read from
    the store, as long as it is open.

    `weaker` counts by suite and family the tasks that meet a weaker rule of their family alone,
    `frame_supply` is the part of bindings that depend on the frame. `content` is a key of all that is in
    there. Once it is written, `notices` tell what had to be left out, and `is_new` whether anything had to be
    written.
    """

    tasks: TaskFile = field(repr=False)
    scenes: StoredScenes = field(repr=False)
    pictures: Mapping[str, Mapping[str, str]] = field(repr=False)
    refused: Mapping[tuple[SuiteType, Reason], int] = field(repr=False)
    unreached: Mapping[tuple[SuiteType, str], int] = field(repr=False)
    undrawn: Mapping[tuple[str, str], int]
    drawn: Mapping[str, int]
    verdicts: Mapping[str, int]
    shortfalls: tuple[Shortfall, ...]
    weaker: Mapping[tuple[str, str], int]
    frame_supply: Mapping[tuple[str, str], float]
    given_up: tuple[GivenUp, ...]
    timings: Mapping[str, float]
    content: str
    notices: tuple[str, ...] = ()
    is_new: bool = True


def generate(
    suites: Sequence[Suite], settings: Settings, runner: JobRunner, imported: ImportedScenes | None = None
) -> Generated:
    """The task set of some suites, about scenes that are drawn, or about imported ones."""
    clock = _Clock()
    state = PipelineState()
    families = FamilyKeys.of(suites)
    with clock("stage"):
        if imported is None:
            groups = _drawn_groups(suites, settings, _stage(suites, settings, runner, state))
        else:
            groups = _imported_groups(suites, settings, runner, state, imported)
    with clock("bind"):
        _bind(groups, settings, runner, state, families)
    with clock("verify"):
        selection = selected_tasks(suites, settings, runner, state, verify=imported is None)
    with clock("record"):
        recorder = Recorder(suites, settings, runner, state, families)
        tasks = TaskFile(runner.store.folder, recorder.tasks(selection))
    used = [state.scenes[id] for id in sorted(tasks.about())]
    with clock("paint"):
        pictures = _paint(used, settings, runner)
    return Generated(
        tasks,
        StoredScenes(tuple(used), runner.store.get),
        pictures,
        state.refused,
        state.unreached,
        state.undrawn,
        state.drawn,
        dict(sorted(recorder.verdicts.items())),
        tuple(_shortfalls(suites, settings, tasks, state)),
        recorder.weaker,
        state.frame_supply,
        tuple(sorted(runner.given_up)),
        clock.seconds,
        key_of_long(
            iter(recorder.keys),
            (task.verification for task in tasks),
            (ref.key for ref in used),
            pictures,
        ),
    )


class _Clock:
    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}

    @contextmanager
    def __call__(self, stage: str) -> Iterator[None]:
        started = time.perf_counter()
        yield
        self.seconds[stage] = round(time.perf_counter() - started, 3)


def _stage(
    suites: Sequence[Suite], settings: Settings, runner: JobRunner, state: PipelineState
) -> Mapping[tuple[Variation, int], str]:
    """Stages all scenes; gives the id of the scene of each variation of a world and index that has one."""
    places = list(scene_seeds(suites, settings))
    worlds = {name: template_of(name, suites) for name in sorted({place.world for place in places})}
    keys = runner.complete("scenes", staging_jobs(places, worlds, runner.source), joined)
    indexed: dict[tuple[Variation, int], str] = {}
    with reading():
        for place, key in zip(places, keys, strict=True):
            found = runner.perhaps(key, "scenes", f"{place.world} {place.index}")
            if found is None:
                continue
            ref = ref_of(key, found, worlds[place.world].assets)
            if isinstance(ref, Refusal):
                state.undrawn[place.world, ref.reason] += 1
                continue
            variation = Variation(place.world, place.arguments, place.needs)
            state.scenes[ref.id] = ref
            state.drawn[place.world] += 1
            indexed[variation, place.index] = ref.id
            if place.index >= USUAL_SCENES and variation.is_plain:
                state.reserve.add(ref.id)
    _check_drawn(worlds, state)
    return indexed


def _check_drawn(worlds: Mapping[str, Template], state: PipelineState) -> None:
    """Refuse worlds of which not one scene could be drawn."""
    for world, template in worlds.items():
        reasons = {reason: n for (name, reason), n in state.undrawn.items() if name == world}
        if reasons and not state.drawn[world]:
            ((reason, count), *_) = commonest(reasons)
            scenes = sum(reasons.values())
            raise TaskSetError(
                f"world {world} cannot be drawn: {reason}; "
                f"so most of {template.tries} tries ended for {count} of {scenes} scenes"
            )


def _drawn_groups(
    suites: Sequence[Suite], settings: Settings, indexed: Mapping[tuple[Variation, int], str]
) -> Iterator[SceneGroup]:
    """Which drawn scenes families are asked about: those of their world, or their own."""

    def ids(variation: Variation, indices: Iterable[int]) -> list[str]:
        return [indexed[variation, i] for i in indices if (variation, i) in indexed]

    for suite in suites:
        for world in suite.worlds:
            shared = [f for f in suite.families if f.world == world and is_shared(f)]
            for start in range(0, scenes_a_world(suite, settings), SCENES_A_CHUNK):
                end = min(start + SCENES_A_CHUNK, scenes_a_world(suite, settings))
                yield suite, ids(Variation(world), range(start, end)), shared
        for family in suite.families:
            for cell in own_cells(suite, family, settings):
                yield suite, ids(cell.variation, cell.indices), [specialised(family, cell)]


def _imported_groups(
    suites: Sequence[Suite],
    settings: Settings,
    runner: JobRunner,
    state: PipelineState,
    imported: ImportedScenes,
) -> Iterator[SceneGroup]:
    """Looks at all imported scenes; gives which of them families are asked about."""
    if settings.size is not None:
        raise TaskSetError("imported scenes say how large their pictures are; leave --resolution out")
    taken = {(s.name, w): scenes_taken(w, s, settings, imported) for s in suites for w in s.worlds}
    scenes = {scene.id: scene for some in taken.values() for scene in some}
    views = {world: views_of(world, suites) for _, world in taken}
    jobs = looking_jobs(tuple(scenes.values()), views, runner.source)
    keys = runner.complete("scenes", jobs, lambda jobs: jobs)
    with reading():
        for scene, key in zip(scenes.values(), keys, strict=True):
            found = runner.perhaps(key, "scenes", scene.id)
            ref = None if found is None else ref_of(key, found, scene.assets)
            if isinstance(ref, SceneRef):
                state.scenes[ref.id] = ref
                state.drawn[scene.world] += 1
    return (
        (suite, [scene.id for scene in some if scene.id in state.scenes], [family])
        for suite in suites
        for family in suite.families
        for some in _chunks(asked_about(family, taken[suite.name, family.world]))
    )


def _chunks(scenes: Iterable[Scene]) -> Iterator[list[Scene]]:
    every = list(scenes)
    return (every[start : start + SCENES_A_CHUNK] for start in range(0, len(every), SCENES_A_CHUNK))


def _bind(
    groups: Iterable[SceneGroup],
    settings: Settings,
    runner: JobRunner,
    state: PipelineState,
    families: FamilyKeys,
) -> None:
    jobs: list[BindingJob] = []
    for suite, ids, asked in groups:
        scenes = tuple(state.scenes[id] for id in ids)
        key = key_of([scene.key for scene in scenes])
        jobs.extend(
            BindingJob(
                scenes,
                key,
                (BindingRequest(suite.name, family, families(suite.name, family), suite.rules),),
                settings.seed,
            )
            for family in asked
            if scenes
        )
    state.bindings = runner.complete("bindings", jobs, _families_together)
    for source, (job, key) in enumerate(zip(jobs, state.bindings, strict=True)):
        found = bindings_of(runner.surely(key))
        suite_name = job.askings[0].suite
        supply = state.supplies.setdefault(suite_name, Supply())
        for type_, by_scene in found.task_groups.items():
            for scene, found_groups in by_scene.items():
                supply.add(type_, scene, found_groups, source)
        state.refused.update({((suite_name, *key), reason): n for (key, reason), n in found.refused.items()})


def _families_together(jobs: list[BindingJob]) -> list[BindingJob]:
    """One job for the same scenes, whose measures families then share."""
    by_scenes: dict[str, list[BindingJob]] = {}
    for job in jobs:
        by_scenes.setdefault(job.scenes_key, []).append(job)
    return [
        evolve(group[0], askings=tuple(asking for job in group for asking in job.askings))
        for group in by_scenes.values()
    ]


def _paint(
    used: Sequence[SceneRef], settings: Settings, runner: JobRunner
) -> Mapping[str, Mapping[str, str]]:
    if not settings.images or settings.simulator.backend == NO_BACKEND:
        return {}
    jobs = [PaintingJob(scene, runner.source, settings.simulator.paint) for scene in used]
    painted = runner.complete_files("pictures", jobs)
    lost = [job for job in jobs if job.scene.id not in painted]
    if lost:
        why = next(runner.died[key] for key in lost[0].keys)
        raise TaskSetError(f"scene {lost[0].scene.id} could not be pictured: {why}")
    return painted


def _shortfalls(
    suites: Sequence[Suite], settings: Settings, tasks: TaskFile, state: PipelineState
) -> Iterator[Shortfall]:
    """Types below their quota; a limit that was reached excuses them."""
    counts = counted_by(tasks.kinds, "suite", "family", "type")
    for suite in suites:
        own = sum(n for key, n in counts.items() if key[0] == suite.name)
        if settings.limit is not None and own >= settings.limit:
            continue
        for family in suite.families:
            for type_ in family.types:
                key = (suite.name, family.name, type_)
                wanted = quota_of(family, settings.per_type)
                if counts[key] < wanted:
                    yield Shortfall(
                        key,
                        counts[key],
                        wanted,
                        commonest({r: n for (k, r), n in state.refused.items() if k == key}),
                        commonest({s: n for (k, s), n in state.unreached.items() if k == key}),
                    )


def falls_short(suites: Sequence[Suite], made: Generated) -> bool:
    """Whether a type stayed below its quota, in a suite that has to be complete."""
    incomplete = {suite.name for suite in suites if not suite.rules.rules.complete}
    return any(short.key[0] not in incomplete for short in made.shortfalls)


def commonest(counts: Mapping[_Counted, int]) -> tuple[tuple[_Counted, int], ...]:
    """What was counted with its number, the most frequent first."""
    return tuple(sorted(counts.items(), key=lambda item: (-item[1], item[0])))
