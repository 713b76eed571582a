"""What the planner ends in is what a task asks for, to the judge who knows nothing of planners."""

from __future__ import annotations

from pathlib import Path

import pytest

from espire_dsl.success.check import check_success
from espire_dsl.tasks import TaskSet, load
from espire_sim.interfaces import Pick, Place
from espire_sim.planning.planner import ArmPlanner
from tests.task_sets.fixtures import made

__all__ = ["made"]


@pytest.fixture(scope="module")
def task_set(made: Path) -> TaskSet:
    return load(made)


@pytest.mark.parametrize("action", ["pick", "place"])
def test_every_plan_for_a_feasible_answer_satisfies_its_task(action: str, task_set: TaskSet) -> None:
    scenes = {scene.id: scene for scene in task_set.scenes}
    planner, judged = ArmPlanner(), 0
    for task in task_set.tasks:
        if task.action != action:
            continue
        before = scenes[task.scene]
        for answer in (task.feasible or [])[:2]:
            goal = Pick(answer) if action == "pick" else Place(answer, task.constraint)
            plan = planner.reach(before, goal, task_set.manifest["seed"])
            assert plan.final is not None, (task.id, answer, plan)
            judgement = check_success(task, before, plan.final)
            assert judgement.success, (task.instruction, answer, judgement)
            judged += 1
    assert judged > 20
