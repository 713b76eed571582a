"""Scores as a whole and by groups, and the baselines."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from espire_dsl.scoring.baselines import predictions_of
from espire_dsl.scoring.prediction import MOST_ATTEMPTS, Prediction
from espire_dsl.scoring.reading import Predictions
from espire_dsl.scoring.score import Rate, score
from espire_dsl.scoring.text import json_of, text_of
from espire_dsl.tasks.files import load
from tests.scoring.handmade import HEIGHT, WIDTH, pointing, saying

SIXTH = (0, 0, 20, 10)  # a sixth of the picture
TASKS = [
    pointing(n, SIXTH, family=f"pick.{'ab'[n % 2]}", level="easy" if n < 4 else "hard") for n in range(6)
]
WORDS = [
    saying(10, "yes_no", True),
    saying(11, "label", "left"),
    saying(12, "number", 4),
    saying(13, "list", "a", "b"),
    saying(14, "choice", "x", choices=["w", "x", "y"]),
]


def answered(*right: int) -> Predictions:
    points = {n: (1.0, 1.0) if n in right else (39.0, 29.0) for n in range(6)}
    return Predictions({f"task{n}": Prediction(f"task{n}", points=(p,)) for n, p in points.items()})


def test_groups_add_up() -> None:
    found = score(TASKS, answered(0, 2, 5))
    assert found.whole is not None
    assert found.whole.first == Rate(3, 6)
    groups = dict(found.groups)
    assert [(row.name, row.first) for row in groups["family"]] == [
        ("pick.a", Rate(2, 3)),
        ("pick.b", Rate(1, 3)),
    ]
    assert [(row.name, row.first) for row in groups["level"]] == [("easy", Rate(2, 4)), ("hard", Rate(1, 2))]
    for rows in groups.values():
        assert sum(row.first.tasks for row in rows) == 6
        assert sum(row.first.hits for row in rows) == 3


def test_the_first_attempt_and_any_attempt_are_told_apart() -> None:
    late = Prediction("task0", points=((39.0, 29.0), (1.0, 1.0)))
    found = score(TASKS[:1], Predictions({"task0": late}))
    assert found.whole is not None
    assert (found.whole.first.hits, found.whole.within.hits) == (0, 1)


def test_missing_and_unreadable_answers_are_wrong_and_told() -> None:
    predictions = Predictions(
        {
            "task0": Prediction("task0", points=((1.0, 1.0),)),
            "task1": Prediction("task1", unreadable="p.jsonl:2: field points: ..."),
        }
    )
    found = score(TASKS, predictions)
    assert found.whole is not None
    assert found.whole.first == Rate(1, 6)
    assert found.unreadable == ("p.jsonl:2: field points: ...",)
    assert found.missing == ("task2", "task3", "task4", "task5")
    only = score(TASKS, predictions, answered_only=True)
    assert only.whole is not None
    assert only.whole.first == Rate(1, 2)
    said = text_of(found)
    assert "1 answer that cannot be read, counted as wrong" in said
    assert "4 tasks without an answer" in said


@given(st.integers(1, 300).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_intervals_hold_the_rates_that_a_score_test_does_not_reject(counts: tuple[int, int]) -> None:
    hits, tasks = counts
    low, high = Rate(hits, tasks).interval
    for place in range(1, 100):
        truth = place / 100
        z = abs(hits / tasks - truth) / math.sqrt(truth * (1 - truth) / tasks)
        if abs(z - 1.96) > 1e-3:
            assert (low <= truth <= high) == (z < 1.96)


def test_the_oracle_is_always_right(made: Path) -> None:
    tasks = [*load(made).tasks, *TASKS, *WORDS]
    found = score(tasks, predictions_of("oracle", tasks))
    assert found.whole is not None
    assert found.whole.first == Rate(len(tasks), len(tasks))
    assert not found.unreadable


def test_random_points_are_right_as_often_as_masks_are_large() -> None:
    tasks = [pointing(n, SIXTH) for n in range(1500)]
    found = score(tasks, predictions_of("random", tasks, seed=1))
    assert found.whole is not None
    share = 20 * 10 / (WIDTH * HEIGHT)
    low, high = found.whole.first.interval
    assert low <= share <= high
    low, high = found.whole.within.interval
    assert low <= 1 - (1 - share) ** MOST_ATTEMPTS <= high


def test_random_words_are_right_as_often_as_there_are_options() -> None:
    tasks = [saying(n, "choice", "x", choices=["w", "x", "y"]) for n in range(900)]
    found = score(tasks, predictions_of("random", tasks))
    assert found.whole is not None
    low, high = found.whole.first.interval
    assert low <= 1 / 3 <= high


def test_the_same_seed_gives_the_same_points_whatever_else_is_asked() -> None:
    some = predictions_of("random", TASKS[:2], seed=3).by_task
    more = predictions_of("random", TASKS, seed=3).by_task
    assert all(more[id] == prediction for id, prediction in some.items())
    assert predictions_of("random", TASKS, seed=4).by_task != more


def test_the_centre_is_right_where_the_answer_is_there() -> None:
    tasks = [pointing(0, (19, 14, 21, 16)), pointing(1, SIXTH)]
    found = score(tasks, predictions_of("centre", tasks))
    assert found.whole is not None
    assert found.whole.first == Rate(1, 2)


def test_tasks_without_masks_are_left_out_and_that_is_said() -> None:
    tasks = [*TASKS, pointing(9)]
    found = score(tasks, answered(0))
    assert found.without_masks == ("task9",)
    assert found.whole is not None
    assert found.whole.first.tasks == 6
    assert "1 task cannot be scored, because the set has no masks" in text_of(found)
    nothing = score(tasks[-1:], Predictions())
    assert nothing.whole is None
    assert text_of(nothing).startswith("nothing could be scored")
    assert json.loads(json_of(nothing))["all"] is None


def test_json_says_all() -> None:
    report = json.loads(json_of(score(TASKS, answered(0, 2, 5))))
    assert report["all"]["first"]["right"] == 3
    assert report["all"]["first"]["rate"] == 0.5
    assert report["all"]["first"]["interval"] == pytest.approx([0.188, 0.812], abs=1e-3)
    assert report["level"]["hard"]["within"] == {
        "right": 1,
        "rate": 0.5,
        "interval": pytest.approx([0.0945, 0.9055], abs=1e-3),
    }
    assert report["missing"] == report["unreadable"] == report["unknown"] == []
