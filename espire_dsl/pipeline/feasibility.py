"""Asks the planner about the answers of tasks; a question that several tasks share is asked once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from attrs import define, evolve, field, frozen

from espire_dsl.pipeline.content import key_of
from espire_dsl.pipeline.job_runner import JobRunner
from espire_dsl.pipeline.settings import Settings
from espire_dsl.pipeline.state import PipelineState
from espire_dsl.pipeline.verdicts import DIED, Question, VerdictJob, verdict_of
from espire_dsl.program.family_evaluation import evaluate_family
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.staged import Verdict
from espire_dsl.tasks.bindings import Binding
from espire_dsl.tasks.partial_bindings import in_scene
from espire_dsl.tasks.plan import FamilyPlan

MOVES = frozenset({"pick", "place"})
"""The actions that a robot can be asked about."""

QUESTIONS_A_JOB = 24


@frozen
class Subject:
    """A binding of a suite's type on a scene: what becomes a task."""

    suite: str
    scene: str
    plan: FamilyPlan
    binding: Binding = field(hash=False)


@define
class FeasibilityChecker:
    """Knows the verdicts of all questions that were asked so far."""

    settings: Settings
    runner: JobRunner
    state: PipelineState
    at_work: bool
    _known: dict[tuple[str, str], Verdict] = field(factory=dict)
    _poses: dict[tuple[str, ...], Mapping[str, Any] | None] = field(factory=dict)

    def check(self, subjects: Iterable[Subject]) -> None:
        """Has all answers of some tasks verified."""
        jobs: dict[tuple[str, str], VerdictJob] = {}
        for subject in subjects:
            for question in self._questions(subject).values():
                place = (subject.scene, key_of(question))
                if place not in self._known and place not in jobs:
                    jobs[place] = self._job(subject.scene, question)
        places = sorted(jobs)
        keys = self.runner.complete("verdicts", [jobs[place] for place in places], _scene_by_scene)
        for place, key in zip(places, keys, strict=True):
            question = jobs[place].questions[0]
            found = self.runner.perhaps(key, "verdicts", f"{place[0]} {question.action} {question.target}")
            self._known[place] = Verdict(DIED) if found is None else verdict_of(found)

    def allows(self, subject: Subject) -> bool:
        """Whether the robot can do it with one of the answers at least."""
        verdicts = self.verdicts(subject)
        return not verdicts or any(verdict.reached for verdict in verdicts.values())

    def verdicts(self, subject: Subject) -> dict[str, Verdict]:
        """The verdict of each answer; none where nothing is to be moved, or nobody can say."""
        return {
            id: self._known[subject.scene, key_of(question)]
            for id, question in self._questions(subject).items()
        }

    def _questions(self, subject: Subject) -> dict[str, Question]:
        action, answer = subject.plan.family.action, subject.binding.answer
        if not self.at_work or action not in MOVES or not isinstance(answer, tuple):
            return {}
        constraint = self._constraint(subject)
        return {id: Question(action, id, constraint) for id in answer}

    def _job(self, scene: str, question: Question) -> VerdictJob:
        return VerdictJob(self.state.scenes[scene], (question,), self.runner.source, self.settings.seed)

    def _constraint(self, subject: Subject) -> Mapping[str, Any] | None:
        """The pose that a task asks for; only few types do."""
        if not subject.plan.fixes_pose:
            return None
        place = (
            subject.suite,
            subject.scene,
            subject.plan.family.name,
            subject.plan.type,
            subject.binding.key,
        )
        if place not in self._poses:
            scene = self.state.scenes[subject.scene].loaded(self.runner.store.get).scene
            self._poses[place] = _pose(subject, scene)
        return self._poses[place]


def _pose(subject: Subject, scene: Scene) -> Mapping[str, Any] | None:
    family = subject.plan.family
    scene = scene.through(family.view)
    step = evaluate_family(family, scene, in_scene(family, subject.binding.values, scene)).asked
    return None if step is None else step.constraint


def _scene_by_scene(jobs: list[VerdictJob]) -> list[VerdictJob]:
    """Questions about one scene together, so that its model is built once."""
    by_scene: dict[str, list[VerdictJob]] = {}
    for job in jobs:
        by_scene.setdefault(job.scene.key, []).append(job)
    return [
        evolve(some[0], questions=tuple(question for job in some for question in job.questions))
        for group in by_scene.values()
        for some in (group[at : at + QUESTIONS_A_JOB] for at in range(0, len(group), QUESTIONS_A_JOB))
    ]
