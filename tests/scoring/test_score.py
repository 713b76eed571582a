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
from espire_dsl.scoring.score import SuccessRate, score
from espire_dsl.scoring.text import json_of, text_of
from espire_dsl.tasks.files import load
from tests.auditing.making import options
from tests.scoring.handmade import HEIGHT, WIDTH, pointing, saying

SIXTH = (0, 0, 20, 10)  # a sixth of the picture
TASKS = [
    pointing(n, SIXTH, family=f"pick.{'ab'[n % 2]}", level="easy" if n < 4 else "hard") for n in range(6)
]
WORDS = [
    saying(10, "yes_no", True),
    saying(11, "label", "left"),
    saying(12, "number", 4),
    saying(13, "list", "a", "b", options=options("b", "a", of_things=True)),
    saying(14, "choice", "x", options=options("w", "x", "y")),
]


def answered(*right: int) -> Predictions:
    points = {n: (1.0, 1.0) if n in right else (39.0, 29.0) for n in range(6)}
    return Predictions({f"task{n}": Prediction(f"task{n}", points=(p,)) for n, p in points.items()})


def test_groups_add_up() -> None:
    found = score(TASKS, answered(0, 2, 5))
    assert found.all is not None
    assert found.all.whole.first == SuccessRate(3, 6)
    groups = dict(found.all.groups)
    assert [(row.name, row.first) for row in groups["family"]] == [
        ("pick.a", SuccessRate(2, 3)),
        ("pick.b", SuccessRate(1, 3)),
    ]
    assert [(row.name, row.first) for row in groups["level"]] == [
        ("easy", SuccessRate(2, 4)),
        ("hard", SuccessRate(1, 2)),
    ]
    for rows in groups.values():
        assert sum(row.first.tasks for row in rows) == 6
        assert sum(row.first.hits for row in rows) == 3


def test_the_first_attempt_and_any_attempt_are_told_apart() -> None:
    late = Prediction("task0", points=((39.0, 29.0), (1.0, 1.0)))
    found = score(TASKS[:1], Predictions({"task0": late}))
    assert found.all is not None
    assert (found.all.whole.first.hits, found.all.whole.within.hits) == (0, 1)


def test_missing_and_unreadable_answers_are_wrong_and_told() -> None:
    predictions = Predictions(
        {
            "task0": Prediction("task0", points=((1.0, 1.0),)),
            "task1": Prediction("task1", unreadable="p.jsonl:2: field points: ..."),
        }
    )
    found = score(TASKS, predictions)
    assert found.all is not None
    assert found.all.whole.first == SuccessRate(1, 6)
    assert found.unreadable == ("p.jsonl:2: field points: ...",)
    assert found.missing == ("task2", "task3", "task4", "task5")
    only = score(TASKS, predictions, answered_only=True)
    assert only.all is not None
    assert only.all.whole.first == SuccessRate(1, 2)
    said = text_of(found)
    assert "1 answer that cannot be read, counted as wrong" in said
    assert "4 tasks without an answer" in said


@given(st.integers(1, 300).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_intervals_hold_the_rates_that_a_score_test_does_not_reject(counts: tuple[int, int]) -> None:
    hits, tasks = counts
    low, high = SuccessRate(hits, tasks).interval
    for place in range(1, 100):
        truth = place / 100
        z = abs(hits / tasks - truth) / math.sqrt(truth * (1 - truth) / tasks)
        if abs(z - 1.96) > 1e-3:
            assert (low <= truth <= high) == (z < 1.96)


def test_the_oracle_is_always_right(made: Path) -> None:
    tasks = [*load(made).tasks, *TASKS, *WORDS]
    found = score(tasks, predictions_of("oracle", tasks))
    assert found.all is not None
    assert found.all.whole.first == SuccessRate(len(tasks), len(tasks))
    assert not found.unreadable


def test_random_points_are_right_as_often_as_masks_are_large() -> None:
    tasks = [pointing(n, SIXTH) for n in range(1500)]
    found = score(tasks, predictions_of("random", tasks, seed=1))
    assert found.all is not None
    share = 20 * 10 / (WIDTH * HEIGHT)
    low, high = found.all.whole.first.interval
    assert low <= share <= high
    low, high = found.all.whole.within.interval
    assert low <= 1 - (1 - share) ** MOST_ATTEMPTS <= high


def test_random_words_are_right_as_often_as_there_are_options() -> None:
    tasks = [saying(n, "choice", "x", options=options("w", "x", "y")) for n in range(900)]
    found = score(tasks, predictions_of("random", tasks))
    assert found.all is not None
    low, high = found.all.whole.first.interval
    assert low <= 1 / 3 <= high


def test_the_same_seed_gives_the_same_points_whatever_else_is_asked() -> None:
    some = predictions_of("random", TASKS[:2], seed=3).by_task
    more = predictions_of("random", TASKS, seed=3).by_task
    assert all(more[id] == prediction for id, prediction in some.items())
    assert predictions_of("random", TASKS, seed=4).by_task != more


def test_the_centre_is_right_where_the_answer_is_there() -> None:
    tasks = [pointing(0, (19, 14, 21, 16)), pointing(1, SIXTH)]
    found = score(tasks, predictions_of("centre", tasks))
    assert found.all is not None
    assert found.all.whole.first == SuccessRate(1, 2)


def test_tasks_without_masks_are_left_out_and_that_is_said() -> None:
    tasks = [*TASKS, pointing(9)]
    found = score(tasks, answered(0))
    assert found.without_masks == ("task9",)
    assert found.all is not None
    assert found.all.whole.first.tasks == 6
    assert "1 task cannot be scored, because the set has no masks" in text_of(found)
    nothing = score(tasks[-1:], Predictions())
    assert nothing.all is None
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


def test_two_ways_at_once() -> None:
    tasks = [
        pointing(n, SIXTH, action=action, aspect=aspect)
        for n, (action, aspect) in enumerate(
            [("pick", "distance"), ("pick", "attribute"), ("place", "distance"), ("pick", "distance")]
        )
    ]
    found = score(tasks, answered(0, 2))
    assert found.all is not None
    rows = dict(found.all.groups)["action x aspect"]
    assert [(row.name, row.first) for row in rows] == [
        ("pick, attribute", SuccessRate(0, 1)),
        ("pick, distance", SuccessRate(1, 2)),
        ("place, distance", SuccessRate(1, 1)),
    ]
    assert {"action x level", "aspect x granularity"} <= dict(found.all.groups).keys()


def test_groups_by_tag_frame_and_reading() -> None:
    frame = {"kind": "relative"}
    tasks = [
        pointing(0, SIXTH, tags={"by_eye": True, "angle": 1.5}, frame=frame, reading="relative"),
        pointing(1, SIXTH, tags={"by_eye": False}),
        pointing(2, SIXTH),
    ]
    found = score(tasks, answered(0))
    assert found.all is not None
    groups = dict(found.all.groups)
    assert [(row.name, row.first) for row in groups["tag:by_eye"]] == [
        ("yes", SuccessRate(1, 1)),
        ("no", SuccessRate(0, 1)),
        ("-", SuccessRate(0, 1)),
    ]
    assert [row.name for row in groups["tag:angle"]] == ["1.5", "-"]
    assert [row.name for row in groups["frame"]] == ["-", "relative"]
    assert [row.name for row in groups["reading"]] == ["-", "relative"]
    plain = score(TASKS, answered(0)).all
    assert plain is not None
    assert not {"frame", "reading"} & dict(plain.groups).keys()


def test_pose_constrained_tasks_are_told_apart() -> None:
    tasks = [
        pointing(n, SIXTH, constraint={"pose": "Flat", "angle": None} if n < 2 else None) for n in range(6)
    ]
    found = score(tasks, answered(0, 1, 5))
    assert found.all is not None
    assert found.unconstrained is not None
    assert (found.all.whole.first, found.unconstrained.whole.first) == (SuccessRate(3, 6), SuccessRate(1, 4))
    said = text_of(found)
    assert "without pose-constrained tasks" in said
    assert "by action x aspect, without pose-constrained tasks" in said
    assert json.loads(json_of(found))["without_pose_constrained"]["all"]["first"]["right"] == 1
    assert score(TASKS, answered(0)).unconstrained is None


def test_feasible_answers_are_the_headline_and_all_are_told() -> None:
    tasks = [pointing(n, SIXTH, (30, 20, 40, 30), feasible=["thing0"], chance=0.5) for n in range(6)]
    found = score(tasks, answered(0, 1))
    assert found.all is not None
    assert (found.all.whole.first, found.all.whole.first_of_all) == (SuccessRate(2, 6), SuccessRate(6, 6))
    assert found.all.whole.chance == 0.5
    assert "of all answers" in text_of(found)
    assert "of all answers" not in text_of(score(TASKS, answered(0)))


def test_words_have_their_own_measures() -> None:
    chosen = saying(1, "choice", "top left", options=options("top left", "top right", "bottom"))
    tasks = [chosen, saying(2, "number", 2.0, answer_unit="m"), saying(3, "yes_no", True)]
    told = {
        "task1": Prediction("task1", answer="top right"),
        "task2": Prediction("task2", answer=2.5),
        "task3": Prediction("task3", unreadable="?"),
    }
    report = json.loads(json_of(score(tasks, Predictions(told))))
    assert report["words"]["choice"]["PM"] == 0.5
    assert report["words"]["choice"]["EM"]["right"] == 0
    assert report["words"]["number"]["MRA"] == 0.6
    assert report["words"]["yes_no"] == {
        "EM": {"right": 0, "rate": 0.0, "interval": pytest.approx([0, 0.7935], abs=1e-3)},
        "PM": None,
        "MRA": None,
    }
    missing = json.loads(json_of(score(tasks, Predictions())))
    assert missing["words"]["choice"]["PM"] == missing["words"]["number"]["MRA"] == 0


def test_open_frames_are_neither_right_nor_wrong() -> None:
    readings = {"intrinsic": ["thing0"], "relative": ["thing1"]}
    tasks = [
        pointing(n, SIXTH, (30, 20, 40, 30), readings=readings, tags={"frame_sensitive": True})
        for n in range(5)
    ]
    named = pointing(
        9, SIXTH, (30, 20, 40, 30), readings=readings, names_frame=True, tags={"frame_sensitive": True}
    )
    agreed = pointing(
        8, SIXTH, readings={"intrinsic": ["thing0"], "relative": ["thing0"]}, tags={"frame_sensitive": False}
    )
    points = {0: (1.0, 1.0), 1: (35.0, 25.0), 2: (35.0, 25.0), 3: (25.0, 5.0), 8: (1.0, 1.0), 9: (1.0, 1.0)}
    told = {f"task{n}": Prediction(f"task{n}", points=(p,)) for n, p in points.items()}
    found = score([*tasks, named, agreed], Predictions(told))
    assert found.all is not None
    assert found.all.whole.first == SuccessRate(2, 2)
    (frames,) = found.open_frames
    assert frames.used == {"intrinsic": 1, "relative": 2, "several": 0, "neither": 1, "no answer": 1}
    assert "which frame was used" in text_of(found)
    only = score(tasks, Predictions(told))
    assert only.all is None
    assert "nothing could be scored" not in text_of(only)


def test_a_random_candidate_is_right_as_often_as_chance_says() -> None:
    tasks = [
        pointing(n, SIXTH, candidates=["thing0", "b", "c", "d"], chance=0.25, feasible=["thing0"])
        for n in range(1200)
    ]
    found = score(tasks, predictions_of("candidate", tasks))
    assert found.all is not None
    low, high = found.all.whole.first.interval
    assert low <= 0.25 <= high
    low, high = found.all.whole.within.interval
    assert low <= 0.75 <= high
