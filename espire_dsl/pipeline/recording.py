"""Writes down the tasks that were selected, some thousands at a time, so that few of them are in memory."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, Final

from attrs import define, evolve, field

from espire_dsl.pipeline.belonging import belonging
from espire_dsl.pipeline.job_runner import JobRunner
from espire_dsl.pipeline.known_families import FamilyKeys
from espire_dsl.pipeline.records import Item, RecordJob
from espire_dsl.pipeline.scene_ref import Masks
from espire_dsl.pipeline.selection import SelectedTask, Selection
from espire_dsl.pipeline.settings import Settings
from espire_dsl.pipeline.state import PipelineState
from espire_dsl.scene.staged import Verdict
from espire_dsl.tasks.suites import Suite
from espire_dsl.tasks.task import Task

TASKS_A_JOB: Final = 100
TASKS_A_PART: Final = 10_000
"""So many tasks, or a few more, are written down before others are looked at."""


@define
class Recorder:
    """Gives the tasks of a selection. `keys` are those of their records, in the order of the selection;
    `verdicts` counts what the planner said of answers, `weaker` by suite and family the tasks that meet a
    weaker rule of their family alone."""

    suites: Sequence[Suite]
    settings: Settings
    runner: JobRunner
    state: PipelineState
    families: FamilyKeys
    keys: list[str] = field(factory=list)
    verdicts: Counter[str] = field(factory=Counter)
    weaker: Counter[tuple[str, str]] = field(factory=Counter)

    def tasks(self, selection: Selection) -> Iterator[Task]:
        """The tasks, in an order that is not that of a set."""
        total = len(selection)
        for part in _parts(selection):
            jobs = list(map(self._job, part))
            keys = self.runner.complete("tasks", jobs, _tasks_together, (len(self.keys), total))
            self.keys += keys
            self.verdicts.update(v.status for chosen in part for v in chosen.verdicts.values())
            self.weaker.update((c.suite, c.plan.family.name) for c in part if not c.binding.strict)
            yield from self._written(part, keys)

    def _job(self, chosen: SelectedTask) -> RecordJob:
        suite = next(suite for suite in self.suites if suite.name == chosen.suite)
        item = Item(
            chosen.suite,
            chosen.plan,
            self.families(chosen.suite, chosen.plan.family),
            suite.rules,
            suite.words,
            0,
            chosen.binding,
            chosen.wording,
        )
        return RecordJob((self.state.scenes[chosen.scene],), (item,), self.settings.seed)

    def _written(self, part: Sequence[SelectedTask], keys: Sequence[str]) -> Iterator[Task]:
        """The tasks scene by scene, with all that their records do not know."""
        by_scene = sorted(zip(part, keys, strict=True), key=lambda pair: pair[0].scene)
        for scene, pairs in groupby(by_scene, key=lambda pair: pair[0].scene):
            together = list(pairs)
            masks = self.state.scenes[scene].loaded(self.runner.store.get).masks
            tasks = [
                _with_visibility(Task(**json.loads(self.runner.surely(key))), chosen.verdicts, masks)
                for chosen, key in together
            ]
            yield from belonging([chosen for chosen, _ in together], tasks)


def _parts(selection: Selection) -> Iterator[list[SelectedTask]]:
    """The tasks of a selection, so many at a time that no group is torn."""
    part: list[SelectedTask] = []
    for group in selection.groups():
        part += group
        if len(part) >= TASKS_A_PART:
            yield part
            part = []
    if part:
        yield part


def _tasks_together(jobs: list[RecordJob]) -> list[RecordJob]:
    """Tasks of the same families together, so that a job needs few templates."""
    ordered = sorted(jobs, key=lambda job: (job.items[0].suite, job.items[0].plan.family.name))
    groups = (ordered[start : start + TASKS_A_JOB] for start in range(0, len(ordered), TASKS_A_JOB))
    return [
        RecordJob(
            tuple(job.scenes[0] for job in group),
            tuple(evolve(job.items[0], scene=place) for place, job in enumerate(group)),
            group[0].seed,
        )
        for group in groups
    ]


def _with_visibility(task: Task, verdicts: Mapping[str, Verdict], masks: Masks) -> Task:
    """The task with the masks of its answers, and what the planner says of them."""
    seen = masks.get(task.view, {})
    shown = [*task.answers, *task.undecided, *_left_open(task)]
    return evolve(
        task,
        masks={id: seen[id] for id in dict.fromkeys(shown) if isinstance(id, str) and id in seen},
        feasible=[id for id in task.answers if verdicts[id].reached] if verdicts else None,
        verification={id: verdict.status for id, verdict in verdicts.items()},
    )


def _left_open(task: Task) -> Iterator[Any]:
    """The answers of other readings, where the sentence leaves open which one is meant."""
    frame_is_open = bool(task.tags.get("frame_sensitive")) and not task.names_frame
    return (id for answers in task.readings.values() for id in answers) if frame_is_open else iter(())
