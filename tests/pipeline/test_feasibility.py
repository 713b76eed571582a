"""Tasks that the robot cannot do are replaced; each answer has a verdict, which is asked for once."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from attrs import define, evolve, field, frozen

from espire_dsl.pipeline.generate import Generated, generate
from espire_dsl.pipeline.job import Done, Job
from espire_dsl.pipeline.job_runner import JobRunner
from espire_dsl.pipeline.manifest import manifest_of
from espire_dsl.pipeline.settings import Settings
from espire_dsl.pipeline.simulator import BackendSpec
from espire_dsl.pipeline.store import Store
from espire_dsl.pipeline.summary import summary
from espire_dsl.pipeline.verdicts import VerdictJob
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.staged import Staged, Verdict
from espire_dsl.tasks.reason import Reason
from espire_dsl.tasks.refusal_help import HELP
from espire_dsl.tasks.suites import Suite
from tests.pipeline.helpers import nobody

FAKE = BackendSpec("fake", "rays")
SETTINGS = Settings(per_type=3, scenes=24, images=False, simulator=FAKE)
SPACES = re.compile(r"place\.(orientation\.plain\.side|relationship\.shelf\.spaces)")
WANTED = re.compile(r"pick\.(distance\.near\.extreme|orientation\.pose)|place\.orientation\.(pose|tilt)")


@define
class Fake:
    """Stages everything and reaches what it is told to; hides what it is told to."""

    reaches: str = ".*"
    hides: str = "nothing"
    fingerprint: str = "fake"
    verifies: bool = True
    asked: Counter[tuple[str, str, str, str]] = field(factory=Counter)

    def stage(self, drawn: Any, views: Sequence[str] = ()) -> Staged:
        assert not views
        nodes = [
            evolve(
                node,
                pixels={"world": 10 if re.fullmatch(self.hides, node.id) else 900},
                # It stands upright in every slot, where it is put.
                extents=(0.11, 0.016, 0.18) if node.id == "held" else node.extents,
            )
            for node in drawn.scene.nodes
            if node.kind != "viewer"
        ]
        return Staged(drawn.scene.with_parts(nodes), {"world": {node.id: "0" for node in nodes}})

    def paint(self, *_: object) -> Mapping[str, bytes]:
        raise AssertionError("no pictures were asked for")

    def verify(
        self, scene: Scene, action: str, target: str, constraint: Mapping[str, Any] | None, _: int
    ) -> Verdict:
        self.asked[scene.id, action, target, str(constraint)] += 1
        if not re.fullmatch(self.reaches, target):
            return Verdict("no_path", "too far")
        return Verdict("reached")


@frozen
class Opened:
    """Gives jobs of this process the one simulator."""

    simulator: Any

    def open(self) -> Any:
        return self.simulator


@pytest.fixture(scope="module")
def suites(packaged: tuple[Suite, ...]) -> tuple[Suite, ...]:
    (espire,) = (suite for suite in packaged if suite.name == "espire")
    return (Suite("espire", tuple(f for f in espire.families if WANTED.fullmatch(f.name)), {}),)


def in_this_process(jobs: Iterable[Job]) -> Iterator[Done]:
    return (Done(job, job.run()) for job in jobs)


def made_with(
    fake: Fake,
    suites: tuple[Suite, ...],
    folder: Path,
    executor: Any = in_this_process,
) -> Generated:
    with Store(folder) as store:
        return generate(suites, SETTINGS, JobRunner(store, executor, Opened(fake), nobody))


def test_only_what_the_robot_can_do_stays(suites: tuple[Suite, ...], tmp_path: Path) -> None:
    fake = Fake(reaches=r".*[13579]")
    made = made_with(fake, suites, tmp_path)
    assert not made.shortfalls
    dropped = sum(n for (_, reason), n in made.refused.items() if reason is Reason.UNREACHABLE)
    assert dropped > 0
    for task in made.tasks:
        assert set(task.verification) == set(task.answers)
        assert task.feasible == [id for id in task.answers if re.fullmatch(fake.reaches, id)]
        assert task.feasible
        assert set(task.verification.values()) <= {"reached", "no_path"}
    assert made.verdicts["reached"] == sum(len(task.feasible or ()) for task in made.tasks)


def test_a_question_is_asked_once_however_many_tasks_share_it(
    suites: tuple[Suite, ...], tmp_path: Path
) -> None:
    fake = Fake()
    made = made_with(fake, suites, tmp_path)
    assert set(fake.asked.values()) == {1}
    asked = {(scene, target) for scene, _, target, _ in fake.asked}
    assert asked == {(task.scene, answer) for task in made.tasks for answer in task.answers}
    poses = {(t.type, str(t.constraint)) for t in made.tasks if t.family.startswith("place")}
    assert {constraint for _, action, _, constraint in fake.asked if action == "place"} == {
        constraint for _, constraint in poses
    }
    assert {constraint for _, action, _, constraint in fake.asked if action == "pick"} == {"None"}


def test_nothing_can_be_done(suites: tuple[Suite, ...], tmp_path: Path) -> None:
    made = made_with(Fake(reaches="nothing"), suites, tmp_path)
    assert made.tasks == ()
    assert all(short.found == 0 for short in made.shortfalls)
    assert all(Reason.UNREACHABLE in dict(short.reasons) for short in made.shortfalls)


def test_why_nothing_can_be_done_is_told(suites: tuple[Suite, ...], tmp_path: Path) -> None:
    made = made_with(Fake(reaches="nothing"), suites, tmp_path)
    assert {status for _, status in made.unreached} == {"no_path"}
    number = sum(made.unreached.values())
    assert number >= sum(n for (_, reason), n in made.refused.items() if reason is Reason.UNREACHABLE)
    told = summary(suites, made)
    assert f"the robot reaches no answer: most often no_path, {number} of {number} verdicts" in told
    short = made.shortfalls[0]
    ((status, here),) = short.verdicts
    assert (status, here) == ("no_path", made.unreached[short.key, "no_path"])
    refused = made.refused[short.key, Reason.UNREACHABLE]
    assert f"the robot reaches no answer ({refused}; most often no_path, {here} of" in told
    assert f"the robot reaches no answer: {HELP[Reason.UNREACHABLE][:40]}" in told
    manifest = manifest_of(suites, SETTINGS, made, {})
    suite, family, type_ = short.key
    assert manifest["unreached"][suite][family][type_] == {"no_path": here}


def test_a_planner_whose_process_dies_is_an_error_of_the_backend_and_nothing_else_is_lost(
    suites: tuple[Suite, ...], tmp_path: Path
) -> None:
    died: list[VerdictJob] = []

    def executor(jobs: Iterable[Job]) -> Iterator[Done]:
        for job in jobs:
            if isinstance(job, VerdictJob) and not died:
                died.append(job)
                yield Done(job, died="the process that ran it died twice")
            else:
                yield Done(job, job.run())

    made = made_with(Fake(), suites, tmp_path, executor)
    assert not made.shortfalls
    assert len(made.given_up) == len(died[0].questions)
    assert {part.why for part in made.given_up} == {"the process that ran it died twice"}
    again = made_with(Fake(), suites, tmp_path, executor)
    assert again.given_up == ()
    assert all(set(task.verification.values()) == {"reached"} for task in again.tasks)
    lost = {(died[0].scene.id, question.target) for question in died[0].questions}
    for task in made.tasks:
        for id, status in task.verification.items():
            assert status == ("backend_error" if (task.scene, id) in lost else "reached")


def test_what_is_not_seen_is_no_answer(suites: tuple[Suite, ...], tmp_path: Path) -> None:
    made = made_with(Fake(hides=r"book_1"), suites, tmp_path)
    answers = {answer for task in made.tasks for answer in task.answers}
    assert "book_1" not in answers
    assert "book_2" in answers
    assert any("book_1" in (task.candidates or ()) for task in made.tasks)
    assert all(set(task.masks) == set(task.answers) for task in made.tasks)


def test_the_verdict_of_a_space_is_the_planners_own(packaged: tuple[Suite, ...], tmp_path: Path) -> None:
    """Nothing is measured again where a plan ends: each answer has the status that the planner gave."""
    (espire,) = (suite for suite in packaged if suite.name == "espire")
    suites = (Suite("espire", tuple(f for f in espire.families if SPACES.fullmatch(f.name)), {}),)
    fake = Fake(reaches=r".*[13579]")
    made = made_with(fake, suites, tmp_path)
    statuses = {
        (bool(re.fullmatch(fake.reaches, id)), status)
        for task in made.tasks
        for id, status in task.verification.items()
    }
    assert statuses == {(True, "reached"), (False, "no_path")}
    assert all(not set(task.undecided) & set(task.verification) for task in made.tasks)
