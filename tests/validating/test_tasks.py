"""A valid task has no problems, and one that is spoilt in one place has one there."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import evolve
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from espire_dsl.tasks.files import load
from espire_dsl.tasks.forms.plain import PlainForm
from espire_dsl.tasks.task import Task
from espire_dsl.validating.finding import SchemaProblem
from espire_dsl.validating.masks import SeenNumbers, seen_numbers
from espire_dsl.validating.validate import problems_of_task
from tests.validating.mutations import MUTATIONS, Mutation


class Loaded:
    """The tasks of the small set with all that they are looked at with."""

    def __init__(self, folder: Path) -> None:
        found = load(folder)
        self.manifest = found.manifest
        self.tasks = found.tasks
        self.scenes = {scene.id: scene for scene in found.scenes}
        self.views = {id: seen_numbers(PlainForm(folder), id, "world") for id in self.scenes}

    def problems(self, task: Task) -> list[SchemaProblem]:
        scene, view = self.scenes.get(task.scene), self.views[task.scene]
        return list(problems_of_task(task, scene, view, self.manifest))


@pytest.fixture(scope="module")
def loaded(made: Path) -> Loaded:
    return Loaded(made)


def test_valid_tasks_have_no_problems(loaded: Loaded) -> None:
    assert {task.id: problems for task in loaded.tasks if (problems := loaded.problems(task))} == {}


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda m: m.name)
@settings(max_examples=6, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_a_spoilt_task_is_noticed(mutation: Mutation, loaded: Loaded, data: st.DataObject) -> None:
    able = [task for task in loaded.tasks if mutation.spoil(task) not in (None, task)]
    assert able, f"no task of the set can be spoilt by {mutation.name}"
    spoilt = mutation.spoil(able[data.draw(st.integers(0, len(able) - 1))])
    assert spoilt is not None
    found = {problem.field.partition(".")[0] for problem in loaded.problems(spoilt)}
    assert found & mutation.fields, spoilt.id


def test_mutations_cover_what_is_computed() -> None:
    covered = {field for mutation in MUTATIONS for field in mutation.fields}
    computed = {
        "answers",
        "candidates",
        "references",
        "margin",
        "frame",
        "readings",
        "reading",
        "undecided",
        "tags",
        "chance",
        "answer_angles",
        "trace",
    }
    assert computed | {"masks", "feasible", "verification", "id", "program_steps"} <= covered


def test_a_tolerance_that_was_changed_gives_other_answers_or_nothing(loaded: Loaded) -> None:
    """A tolerance is an input: a change of it shows where it changes what comes out."""
    about = [task for task in loaded.tasks if task.tolerance is not None]
    assert about
    for task in about:
        assert loaded.problems(evolve(task, tolerance=(task.tolerance or 0) / 1000))


def test_a_task_about_a_scene_that_is_not_there(loaded: Loaded) -> None:
    task = loaded.tasks[0]
    (problem,) = problems_of_task(task, None, SeenNumbers(None), loaded.manifest)
    assert problem == SchemaProblem("scene", f"the set has no scene {task.scene}")
