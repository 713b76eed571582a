"""Validates a task set: its files and hashes, its records, and every answer computed once more.

Nothing is asked of the families that the set was made of: whoever has only the set can do this.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import groupby
from pathlib import Path
from typing import Any

from attrs import frozen

from espire_dsl.scene.error import SceneError
from espire_dsl.scene.graph import Scene
from espire_dsl.tasks.files import MANIFEST, is_task_set, schema_problem
from espire_dsl.tasks.forms.form import Where
from espire_dsl.tasks.task import Task
from espire_dsl.validating.belonging import belonging_problems
from espire_dsl.validating.binding import id_of, values_of
from espire_dsl.validating.computing import computed_problems
from espire_dsl.validating.families import family_problems
from espire_dsl.validating.files import count_findings, hash_findings, manifest_findings, picture_findings
from espire_dsl.validating.finding import Finding, SchemaProblem
from espire_dsl.validating.masks import SeenNumbers, mask_problems, needs_view, seen_numbers
from espire_dsl.validating.options import option_problems
from espire_dsl.validating.reading import Recomputed, recomputed
from espire_dsl.validating.records import Records, read_records
from espire_dsl.validating.things import thing_problems, verdict_problems
from espire_dsl.validating.wording import lexicon_of, wording_problems, words_findings


@frozen
class Report:
    """All findings in the order of the files, what was looked at, and what the set does not have."""

    findings: tuple[Finding, ...]
    tasks: int
    scenes: int
    lacking: tuple[str, ...]


def validate(folder: Path) -> Report:
    """Look at everything in the folder of a task set."""
    if not is_task_set(folder):
        return Report(
            (Finding(MANIFEST, "it is missing, or does not say that this is a task set"),), 0, 0, ()
        )
    unread = schema_problem(folder)
    if unread is not None:
        return Report((Finding(MANIFEST, unread, field="schema"),), 0, 0, ())
    records = read_records(folder)
    findings = [
        *manifest_findings(records.manifest, records.digest),
        *words_findings(records.manifest),
        *hash_findings(folder, records.manifest),
        *records.findings,
    ]
    if not records.lacks_tasks:
        findings += count_findings(records.manifest, [task for _, task in records.tasks])
    form = records.form
    if form is not None and form.has_pictures:
        findings += picture_findings(form, [scene for _, scene in records.scenes])
    findings += _scene_findings(records)
    findings += _task_findings(records)
    told = tuple(dict.fromkeys(findings))  # a picture that cannot be read is met in two ways
    return Report(told, len(records.tasks), len(records.scenes), tuple(_lacking(records)))


def _scene_findings(records: Records) -> Iterator[Finding]:
    """Scenes that are there twice, or that no task is about."""
    first: dict[str, Where] = {}
    used = {task.scene for _, task in records.tasks}
    for where, scene in records.scenes:
        if scene.id in first:
            told = f"scene {scene.id} is there already, in line {first[scene.id].number}"
            if first[scene.id].file != where.file:
                told += f" of {first[scene.id].file}"
            yield Finding(where.file, told, where.number, "id")
        elif scene.id not in used and not records.lacks_tasks:
            yield Finding(where.file, f"no task is about scene {scene.id}", where.number, "id")
        first.setdefault(scene.id, where)


def _task_findings(records: Records) -> Iterator[Finding]:
    """What is wrong with the tasks, looked at scene by scene and told in the order of their lines."""
    scenes = {scene.id: scene for _, scene in records.scenes}
    numbers = Counter(task.id for _, task in records.tasks)
    found = [*family_problems(records.tasks), *belonging_problems(records.tasks)]
    for id, grouped in groupby(sorted(records.tasks, key=_scene_of), key=_scene_of):
        members = list(grouped)
        shown = sorted({task.view for _, task in members if needs_view(task)})
        views = {view: seen_numbers(records.form, id, view) for view in shown}
        yield from (view.problem for view in views.values() if view.problem is not None)
        for where, task in members:
            if numbers[task.id] > 1:
                found.append((where, task, SchemaProblem("id", "another task has the same id")))
            view = views.get(task.view, SeenNumbers(None))
            problems = problems_of_task(task, scenes.get(id), view, records.manifest)
            found += [(where, task, problem) for problem in problems]
    for place, task, problem in sorted(found, key=lambda item: item[0]):
        yield Finding(place.file, problem.message, place.number, problem.field, task.id)


def _scene_of(item: tuple[Where, Task]) -> str:
    return item[1].scene


def problems_of_task(
    task: Task, scene: Scene | None, view: SeenNumbers, manifest: Mapping[str, Any]
) -> Iterator[SchemaProblem]:
    """All that is wrong with one task. What is wrong at the bottom is told without what follows from it."""
    if scene is None:
        yield SchemaProblem("scene", f"the set has no scene {task.scene}")
        return
    try:
        scene = scene.through(task.view)
    except SceneError as error:
        yield SchemaProblem("view", str(error))
        return
    told = list(thing_problems(task, scene))
    yield from told
    yield from verdict_problems(task)
    if any(problem.field in ("candidates", "references", "answers", "undecided") for problem in told):
        return
    yield from mask_problems(task, scene, view)
    yield from wording_problems(task, scene, lexicon_of(manifest, task.suite))
    values = values_of(task.args)
    if isinstance(values, SchemaProblem):
        yield values
        return
    yield from _asked(task, scene, values, manifest)


def _asked(
    task: Task, scene: Scene, values: dict[str, Any], manifest: Mapping[str, Any]
) -> Iterator[SchemaProblem]:
    if id_of(task, values) != task.id:
        parts = "suite, family, scene, args, program, sentence and view"
        message = f"it is not the hash of {parts}: one was changed"
        yield SchemaProblem("id", message)
    found = recomputed(task, scene)
    if not isinstance(found, Recomputed):
        yield from found
        return
    yield from computed_problems(task, scene, found.plan, values, found.asked, manifest)
    lexicon = lexicon_of(manifest, task.suite)
    yield from option_problems(task, scene, found.plan.family, found.asked, lexicon)


def _lacking(records: Records) -> Iterator[str]:
    """What was not there to be looked at."""
    if records.form is None or not records.form.has_pictures:
        yield "pictures"
    if not any(task.masks for _, task in records.tasks):
        yield "masks"
    if not any(task.verification for _, task in records.tasks):
        yield "verdicts of a planner"
