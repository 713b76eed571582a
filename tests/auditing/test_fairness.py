"""How fair tasks are, on sets made by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from espire_dsl.auditing.fairness import AnswerBalance, Share, fairness_of, tag_splits
from tests.auditing.making import BOOKS, task

POSED = {"pose": "Flat", "angle": None}
answers = st.lists(st.sampled_from(BOOKS), min_size=1, unique=True)


@given(st.lists(answers, min_size=1))
def test_chance_is_that_of_ordinary_fractions(right: list[list[str]]) -> None:
    chance = fairness_of([task(n, answers=a) for n, a in enumerate(right)]).chance
    shares = [Fraction(len(a), 3) for a in right]
    assert chance is not None
    assert chance.tasks == len(right) == sum(chance.tenths)
    assert chance.mean == pytest.approx(float(sum(shares) / len(shares)))
    assert chance.most == pytest.approx(float(max(shares)))
    assert chance.above == sum(share > Fraction(1, 2) for share in shares)
    for tenth, count in enumerate(chance.tenths):
        assert count == sum(min(share * 10 // 1, 9) == tenth for share in shares)


def test_half_is_not_above_half() -> None:
    chance = fairness_of([task(1, candidates=["a", "b"])]).chance
    assert chance is not None
    assert (chance.above, chance.tenths[5]) == (0, 1)


def test_pose_constrained_tasks_stand_apart() -> None:
    posed = task(1, constraint=POSED, answers=list(BOOKS))
    found = fairness_of([posed, task(2)])
    assert found.chance is not None
    assert found.posed is not None
    assert (found.chance.tasks, found.chance.above) == (1, 0)
    assert (found.posed.mean, found.posed.above) == (1.0, 1)
    assert fairness_of([posed]).chance is None


def test_answers_that_are_not_chosen_have_no_chance() -> None:
    number = task(1, answer_kind="number", candidates=None, answers=[0.4])
    assert fairness_of([number]).chance is None


def test_shares_are_of_the_tasks_that_have_the_tag() -> None:
    found = fairness_of(
        [
            task(1, tags={"by_eye": True, "frame_sensitive": False}),
            task(2, tags={"by_eye": False}),
            task(3, tags={"by_eye": True, "frame_sensitive": "sometimes"}),
        ]
    )
    assert (found.by_eye, found.frame_sensitive) == (Share(2, 3), Share(0, 1))
    assert fairness_of([task(1)]).by_eye is None


def test_variety_is_that_of_the_poorest_type() -> None:
    rich = [task(n, instruction=f"Take {n}.", template=n, scene=f"s{n}") for n in range(5)]
    poor = [task(n, type="Farthest", instruction=f"Get {n % 2}.", scene=f"s{n % 3}") for n in range(5)]
    found = fairness_of([*rich, *poor])
    assert (found.templates, found.sentences, found.scenes) == (1, 2, 3)
    assert fairness_of(rich).sentences == 5


def test_right_answers_of_questions_are_weighed() -> None:
    asked = [task(n, answer_kind="yes_no", candidates=None, answers=[n < 6]) for n in range(15)]
    assert fairness_of([*asked, task(99)]).right == AnswerBalance(15, 2, "no", 9 / 15)
    assert fairness_of([task(1)]).right is None


def test_tags_split_tasks_whatever_their_values() -> None:
    tasks = [
        task(1, tags={"ring": 2, "by_eye": True}),
        task(2, tags={"ring": 10, "by_eye": False}),
        task(3, tags={"ring": 2}),
    ]
    found = {(split.tag, split.value): split.tasks for split in tag_splits(tasks)}
    assert found == {("by_eye", "no"): 1, ("by_eye", "yes"): 1, ("ring", "10"): 1, ("ring", "2"): 2}
    assert tag_splits(tasks) == tag_splits(tasks[::-1])
