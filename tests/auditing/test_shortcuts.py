"""What each shortcut chooses, and its rate on tasks whose rates are known."""

from __future__ import annotations

from collections import Counter

import pytest

from espire_dsl.auditing.case import case_of
from espire_dsl.auditing.image_features import image_features
from espire_dsl.auditing.rates import rate_of, rates_of
from espire_dsl.auditing.shortcuts import SHORTCUTS
from espire_dsl.scene.camera import look_at
from espire_dsl.scene.graph import Scene
from espire_dsl.tasks.task import Task
from tests.auditing.making import BOOKS, options, row_scene, task
from tests.nodes import node as new_node
from tests.reports.test_masks import encoded

BY_NAME = {shortcut.name: shortcut for shortcut in SHORTCUTS}


def chosen(name: str, asked: Task, scene: Scene | None = None) -> object:
    case = case_of(asked, image_features(scene or row_scene(), BOOKS))
    assert case is not None
    return BY_NAME[name].choose(case)


@pytest.mark.parametrize(
    ("name", "choice"),
    [("first", "c"), ("nearest", "a"), ("largest", "b"), ("highest", "c"), ("centre", "b"), ("yes", None)],
)
def test_each_goes_by_its_measure_whatever_the_order(name: str, choice: str | None) -> None:
    assert chosen(name, task(candidates=["c", "a", "b"])) == choice


def test_random_is_fixed_by_the_task_and_takes_all_in_turn() -> None:
    picks = [chosen("random", task(number)) for number in range(300)]
    assert picks == [chosen("random", task(number)) for number in range(300)]
    assert min(Counter(picks)[book] for book in BOOKS) > 70


def test_yes_and_no_are_the_shortcuts_of_such_questions() -> None:
    asked = task(answer_kind="yes_no", candidates=None, answers=[False])
    case = case_of(asked, {})
    assert case is not None
    rates = {rate.shortcut: rate.rate for rate in rates_of("any", [case]).tested}
    assert set(rates) == {"random", "yes", "no"}
    assert (rates["yes"], rates["no"]) == (0, 1)


def test_options_of_a_choice_count_as_candidates() -> None:
    asked = task(answer_kind="choice", options=options("c", "b", of_things=True), answers=["b"])
    assert chosen("first", asked) == "c"
    assert chosen("nearest", asked) == "b"
    words = task(answer_kind="choice", options=options("left", "right"), answers=["left"])
    assert chosen("first", words) == "left"
    assert chosen("nearest", words) is None


@pytest.mark.parametrize("kind", ["number", "label", "list"])
def test_open_answers_leave_nothing_to_choose_from(kind: str) -> None:
    assert case_of(task(answer_kind=kind, answers=[3]), {}) is None


def test_things_out_of_the_picture_are_not_chosen() -> None:
    above = new_node("b", "book", (0, 0, 9), extents=(0.1, 0.1, 0.1))
    scene = row_scene().with_parts([above if node.id == "b" else node for node in row_scene().nodes])
    assert chosen("highest", task(), scene) == "c"
    turned = row_scene().with_parts(row_scene().nodes, cameras={"world": look_at((0, -2, 1), (0, -4, 0.1))})
    assert chosen("highest", task(), turned) is None
    assert chosen("nearest", task(), Scene.build(row_scene().nodes)) is None


def test_masks_measure_sizes_when_every_candidate_has_one() -> None:
    masks = {
        book: {"size": [9, 9], "counts": encoded([5, n, 70])}
        for book, n in zip("abc", (9, 2, 3), strict=True)
    }
    assert chosen("largest", task(masks=masks)) == "a"
    assert chosen("largest", task(masks={"a": masks["a"]})) == "b"


def test_rate_chance_and_p_are_those_of_the_hand_count() -> None:
    """Right on one of three, with chances 1/3, 2/3 and 1/3."""
    asked = [task(1), task(2, answers=["b", "c"]), task(3, answers=["b"])]
    cases = [case for t in asked if (case := case_of(t, {})) is not None]
    rate = rate_of(BY_NAME["first"], cases)
    assert rate is not None
    assert (rate.tasks, rate.hits) == (3, 1)
    assert rate.chance == pytest.approx(4 / 9)
    assert rate.p == pytest.approx(1 - (2 / 3) * (1 / 3) * (2 / 3))
    assert rate_of(BY_NAME["nearest"], cases) is None
