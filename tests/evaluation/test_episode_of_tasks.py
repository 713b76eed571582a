"""One who knows everything does the tasks of a compiled set, and records repeat."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from attrs import asdict

from espire_dsl.domain.worlds import WRIST_CAMERA
from espire_dsl.evaluation.episode import Episode
from espire_dsl.evaluation.oracle import oracle_point
from espire_dsl.scene.camera import WORLD_CAMERA
from espire_dsl.tasks import TaskSet, load
from espire_dsl.tasks.task import Task
from espire_sim.mujoco import BACKEND
from tests.task_sets.fixtures import made

__all__ = ["made"]

BOTH = (WORLD_CAMERA, WRIST_CAMERA)


@pytest.fixture(scope="module")
def task_set(made: Path) -> TaskSet:
    return load(made)


def opened(task_set: TaskSet, task: Task) -> Episode:
    simulator = BACKEND.open("rays")
    assert simulator is not None
    scene = next(scene for scene in task_set.scenes if scene.id == task.scene)
    assert task.feasible
    return Episode(task, scene, simulator.arena(scene, None, 0), task.feasible[0])


def played(episode: Episode) -> Episode:
    while not episode.done:
        point = oracle_point(episode, episode.observe(BOTH))
        if point is None:
            break
        episode.step(*point)
    return episode


def some(task_set: TaskSet, action: str, most: int) -> list[Task]:
    """One task of each of several families."""
    found = {task.family: task for task in task_set.tasks if task.action == action and task.feasible}
    return [found[name] for name in sorted(found)[:most]]


@pytest.mark.parametrize("action", ["pick", "place"])
def test_the_oracle_is_accepted_and_succeeds(action: str, task_set: TaskSet) -> None:
    tasks = some(task_set, action, 5)
    assert len(tasks) > 2
    for task in tasks:
        episode = played(opened(task_set, task))
        assert episode.accepted, (task.id, [(move.kind, move.detail) for move in episode.record])
        judgement = episode.status_check()
        assert judgement.success, (task.id, judgement)
        last = episode.record[-1]
        assert (last.step_class, last.status, last.updates) == ("T6", "reached", 2)
        assert last.distances_after.goal == 0.0
        assert set(last.rotation) == {"pitch", "yaw", "roll"}


def _untimed(episode: Episode) -> list[dict[str, Any]]:
    return [
        {name: value for name, value in asdict(move).items() if not name.startswith("seconds")}
        for move in episode.record
    ]


def test_the_same_points_give_the_same_record(task_set: TaskSet) -> None:
    (task,) = some(task_set, "pick", 1)
    records = []
    for _ in range(2):
        episode = opened(task_set, task)
        episode.step(WORLD_CAMERA, (200.0, 300.0))
        episode.step(WRIST_CAMERA, (320.0, 240.0))
        records.append(_untimed(played(episode)))
    assert records[0] == records[1]
