"""Statistics of tasks made by hand, and of a real set."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

from espire_dsl.statistics.count import NumberSummary, statistics_of
from espire_dsl.statistics.text import json_of, text_of
from espire_dsl.tasks.files import TaskSet, load
from tests.auditing.making import row_scene, task

REFUSALS = {
    "hand": {"pick.mine": {"Closest": {"margin too small": 3, "no answer": 1}, "Farthest": {"no answer": 4}}}
}
TASKS = (
    task(0, level="easy", instruction="Pick the red book.", template=2, margin={"m": 0.1}),
    task(1, level="hard", answers=["a", "b"], masks={"a": {}}, margin={"m": 0.3}),
    task(2, level="hard", family="pick.other", type="Farthest", margin={"deg": 4.0}),
    task(
        3,
        suite="second",
        verification={"a": "reached", "b": {"status": "no_path"}},
        readings={"relative": ["a"], "intrinsic": ["b"]},
        margin={},
    ),
)
SET = TaskSet({"refusals": REFUSALS}, TASKS, (row_scene(),))


def test_counts() -> None:
    found = statistics_of(SET, TASKS)
    assert (found.tasks, found.scenes, found.sentences) == (4, 1, 2)
    assert {c.name: c.tasks for c in found.groups["suite"]} == {"hand": 3, "second": 1}
    assert {c.name: c.types for c in found.groups["family"]} == {"pick.mine": 2, "pick.other": 1}
    assert [c.name for c in found.groups["level"]] == ["easy", "hard", "-"]
    assert found.answers == {1: 3, 2: 1}
    assert found.margins["m"] == NumberSummary(2, 0.1, 0.2, 0.2, 0.3)
    assert found.margins["deg"].number == 1
    assert found.words == NumberSummary(4, 2, 2.0, 2.5, 4)
    assert found.templates == {"pick.mine": {0: 2, 2: 1}, "pick.other": {0: 1}}
    assert (found.open_frames, found.with_masks, found.verified) == (1, 1, 1)
    assert found.verdicts == {"no_path": 1, "reached": 1}
    assert found.refusals == {"hand": {"no answer": 5, "margin too small": 3}}


def test_a_choice_of_tasks_has_its_own_refusals() -> None:
    found = statistics_of(SET, TASKS[3:])
    assert found.tasks == 1
    assert found.refusals == {}


def test_why_the_robot_reaches_no_answer_is_told_by_the_commonest_verdict() -> None:
    unreached = {"hand": {"pick.mine": {"Closest": {"no_path": 1}, "Farthest": {"in_collision": 4}}}}
    found = statistics_of(TaskSet({"unreached": unreached, "refusals": REFUSALS}, TASKS, ()), TASKS)
    assert found.unreached == {"hand": {"in_collision": 4, "no_path": 1}}
    assert "most often in_collision, 4 of 5 verdicts" in text_of(found)


def test_groups_add_up_on_a_real_set(made: Path) -> None:
    task_set = load(made)
    found = statistics_of(task_set, task_set.tasks)
    for counts in found.groups.values():
        assert sum(count.tasks for count in counts) == len(task_set.tasks)
    assert {c.name: c.tasks for c in found.groups["family"]} == Counter(t.family for t in task_set.tasks)
    assert sum(found.answers.values()) == sum(found.answer_kinds.values()) == len(task_set.tasks)
    assert sum(found.verdicts.values()) == sum(len(t.answers) for t in task_set.tasks)
    assert sum(n for uses in found.templates.values() for n in uses.values()) == len(task_set.tasks)
    assert found.whole.types == len({(t.family, t.type) for t in task_set.tasks})


def test_text_and_json_say_the_same() -> None:
    found = statistics_of(SET, TASKS)
    data = json.loads(json_of(found))
    assert data["tasks"] == 4
    assert data["margins"]["deg"]["least"] == 4.0
    lines = [line.split() for line in text_of(found).splitlines()]
    assert lines[0] == ["4", "tasks", "about", "1", "scene"]
    assert ["all", "tasks", "4", "3", "1", "1", "2", "1"] in lines
    assert ["pick.mine", "3", "2", "1", "1", "1", "1"] in lines
    assert ["margin", "(m)", "2", "0.1", "0.2", "0.2", "0.3"] in lines
    assert ["pick.mine", "2", "0", "1"] in lines
    assert ["tasks", "with", "masks", "1", "(25", "%)"] in lines
    assert ["no", "answer", "5"] in lines
