"""Quotas that families state: how many tasks of each type, and how even their answers are."""

from __future__ import annotations

import math
from collections import Counter
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from espire_dsl.language.rules import USUAL
from espire_dsl.pipeline.settings import MOST_SCENES, Settings
from espire_dsl.scene.random_stream import RandomStream
from espire_dsl.tasks.bindings import Binding
from espire_dsl.tasks.files import load
from espire_dsl.tasks.sampling import TaskSampler
from espire_dsl.tasks.variants import Member, TaskGroup
from tests.task_sets.fixtures import clauses
from tests.tasks.pools import Groups, contents, pool_of_groups

__all__ = ["clauses"]

TYPE = ("f", "T")
SCENES = st.lists(st.lists(st.sampled_from("abc"), min_size=1, max_size=9), min_size=1, max_size=8)


RULES = {"f": USUAL.changed({"tasks_a_scene": 1000})}


def groups_of(scenes: list[list[str]]) -> Groups:
    return {
        TYPE: {
            f"s{i}": [
                TaskGroup((Member(TYPE, Binding({"n": 100 * i + j}, a)),)) for j, a in enumerate(answers)
            ]
            for i, answers in enumerate(scenes)
        }
    }


@settings(deadline=None, derandomize=True)
@given(SCENES, st.integers(1, 20), st.integers(0, 50), st.data())
def test_no_answer_has_more_than_its_share(
    scenes: list[list[str]], quota: int, seed: int, data: st.DataObject
) -> None:
    supply = Counter(answer for answers in scenes for answer in answers)
    share = math.ceil(quota / max(2, len(supply)))
    groups = groups_of(scenes)
    pool = pool_of_groups(groups, rules=RULES, quotas={"f": quota}, balanced=frozenset({"f"}))
    sampler = TaskSampler(pool, 1000, RandomStream.of(seed))
    sampler.fill()
    refused = data.draw(st.lists(st.sampled_from(sampler.drawn), unique_by=id, max_size=3))
    sampler.give_back(refused)
    sampler.fill()
    found = Counter(group.members[0].binding.answer for group in contents(groups, sampler.drawn))
    gone = Counter(group.members[0].binding.answer for group in contents(groups, refused))
    usable = {answer: min(share, n - gone[answer]) for answer, n in supply.items()}
    assert all(n <= share for n in found.values())
    assert found.total() == min(quota, sum(usable.values()))
    left = sum(n - gone[answer] - found[answer] for answer, n in supply.items() if found[answer] == share)
    assert sampler.held_back() == (Counter({TYPE: left}) if found.total() < quota and left else Counter())


def test_a_family_has_as_many_tasks_as_it_states(clauses: Path) -> None:
    found = load(clauses)
    tasks = [task for task in found.tasks if task.family == "question.closer"]
    assert Counter(task.answers[0] for task in tasks) == {True: 6, False: 6}
    assert found.manifest["quotas"]["task_sets"]["question.closer"] == {"count": 12, "balanced": True}
    assert found.manifest["options"]["per_type"] == 6
    assert "question.to_a_decimetre" not in found.manifest["quotas"]["task_sets"]


def test_what_cannot_be_balanced_falls_short_and_says_so(clauses: Path) -> None:
    found = load(clauses)
    tasks = [task for task in found.tasks if task.family == "question.always"]
    assert [task.answers for task in tasks] == [[True]] * 4
    (short,) = found.manifest["shortfalls"]
    assert (short["family"], short["found"], short["wanted"]) == ("question.always", 4, 8)
    reasons = found.manifest["refusals"]["task_sets"]["question.always"][short["type"]]
    assert reasons["its answer has been given as often as a balanced quota lets it"] > 0


def test_larger_quotas_have_more_scenes() -> None:
    usual = Settings()
    assert usual.scenes_for([15] * 4, 1) == 120
    assert usual.scenes_for([15] * 3 + [100], 1) == 290
    assert usual.scenes_for([15] * 500, 1) == MOST_SCENES
    assert usual.scenes_for([1000], 1) == 2000
