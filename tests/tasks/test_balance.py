"""Balance over right answers, and what is left alone by it."""

from __future__ import annotations

from collections import Counter
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from espire_dsl.language.rules import USUAL
from espire_dsl.scene.random_stream import RandomStream
from espire_dsl.tasks.bindings import Binding
from espire_dsl.tasks.sampling import SampledGroup, TaskSampler
from espire_dsl.tasks.variants import Member, TaskGroup
from tests.tasks.pools import contents, groups_drawn, pool_of_groups

TYPE = ("f", "T")
MANY_A_SCENE = {"f": USUAL.changed({"tasks_a_scene": 1000})}


def task_group(number: int, *answers: Any) -> TaskGroup:
    return TaskGroup(tuple(Member(TYPE, Binding({"n": number, "k": k}, a)) for k, a in enumerate(answers)))


def drawn(task_groups: dict[str, list[TaskGroup]], per_type: int, seed: int) -> list[Any]:
    found = groups_drawn({TYPE: task_groups}, per_type, seed, rules=MANY_A_SCENE)
    return [member.binding.answer for group in found for member in group.members]


ANSWERS = st.lists(st.sampled_from(["left", "right", "front"]), min_size=1, max_size=12)


@settings(deadline=None, derandomize=True)
@given(st.lists(ANSWERS, min_size=1, max_size=8), st.integers(1, 20), st.integers(0, 50))
def test_answers_are_as_even_as_the_supply_allows(scenes: list[list[str]], per_type: int, seed: int) -> None:
    task_groups = {
        f"s{i}": [task_group(100 * i + j, answer) for j, answer in enumerate(answers)]
        for i, answers in enumerate(scenes)
    }
    supply = Counter(answer for answers in scenes for answer in answers)
    found = Counter(drawn(task_groups, per_type, seed))
    assert found.total() == min(per_type, supply.total())
    level = max(found.values())
    # Whatever was given less often than the commonest answer, by two or more, has run out; one by chance.
    short = [a for a in supply if found[a] < level - 1 and found[a] < supply[a]]
    assert sum(level - 1 - found[a] for a in short) <= 1


def test_yes_and_no_are_even() -> None:
    task_groups = {f"s{i}": [task_group(10 * i + j, j > 0) for j in range(10)] for i in range(30)}
    for seed in range(10):
        assert set(Counter(drawn(task_groups, 15, seed)).values()) == {7, 8}


def test_true_and_one_are_two_answers() -> None:
    task_groups = {"s": [task_group(n, 1) for n in range(9)] + [task_group(20 + n, 2) for n in range(9)]}
    assert Counter(drawn(task_groups, 6, 1)) == {1: 3, 2: 3}


def test_groups_are_drawn_whole_and_evenly() -> None:
    """Pairs of a contrast are drawn as without balance: their answers are not looked at."""
    flat = {"s": [task_group(n, True, False) for n in range(4)] + [task_group(9, True, True)]}
    for seed in range(8):
        assert len(groups_drawn({TYPE: flat}, 10, seed)) == 5  # groups may share a scene


def test_what_is_given_back_is_not_counted() -> None:
    task_groups = {
        "s": [task_group(n, True) for n in range(20)] + [task_group(30 + n, False) for n in range(20)]
    }
    groups = {TYPE: task_groups}

    def answers(drawn: list[SampledGroup]) -> list[Any]:
        return [group.members[0].binding.answer for group in contents(groups, drawn)]

    sampler = TaskSampler(pool_of_groups(groups, rules=MANY_A_SCENE), 10, RandomStream.of(4))
    new = sampler.fill()
    sampler.give_back([d for d, answer in zip(new, answers(new), strict=True) if answer])
    sampler.fill()
    assert Counter(answers(sampler.drawn)) == {True: 5, False: 5}
