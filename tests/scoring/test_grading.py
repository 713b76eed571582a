"""What counts as a right answer, and what cannot be read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from espire_dsl.scoring.grading import Grade, grade
from espire_dsl.scoring.prediction import Prediction
from espire_dsl.scoring.reading import prediction_of, read_predictions
from tests.auditing.making import options
from tests.scoring.handmade import HEIGHT, WIDTH, pointing, saying

RECTANGLES = ((0, 0, 10, 10), (20, 5, 30, 25))
TWO = pointing(1, *RECTANGLES)


@given(st.floats(-5, WIDTH + 5), st.floats(-5, HEIGHT + 5))
def test_a_point_is_right_on_the_mask_of_any_answer(x: float, y: float) -> None:
    expected = any(left <= x < right and top <= y < bottom for left, top, right, bottom in RECTANGLES)
    assert grade(TWO, Prediction("task1", points=((x, y),))).first == expected


@pytest.mark.parametrize(
    ("points", "right_at"),
    [
        (((5, 5),), 1),
        (((15, 5), (25, 10)), 2),
        (((15, 5), (15, 6), (5, 5)), 3),
        (((15, 5), (15, 6), (15, 7)), None),
        (((10, 5),), None),
        (((9.99, 5),), 1),
    ],
)
def test_attempts_are_counted(points: Any, right_at: int | None) -> None:
    assert grade(TWO, Prediction("task1", points=points)).right_at == right_at


VALUES = [
    ("yes_no", True, None, None, "Yes", True),
    ("yes_no", True, None, None, True, True),
    ("yes_no", True, None, None, "Yes, it is.", True),
    ("yes_no", True, None, None, "no", False),
    ("yes_no", False, None, None, False, True),
    ("yes_no", False, None, None, "The answer is **No**.", True),
    ("label", "north east", None, None, " North  East. ", True),
    ("label", "left", None, None, "the left", True),
    ("label", "left", None, None, "Answer: left", True),
    ("label", "left", None, None, "right", False),
    ("label", 5, None, None, "5 o'clock", True),
    ("label", 5, None, None, "six o'clock", False),
    ("number", 3, None, None, 3, True),
    ("number", 3, None, None, "3", True),
    ("number", 3, None, None, "There are three.", True),
    ("number", 3, None, None, "3 in total", True),
    ("number", 3, None, None, 4, False),
    ("number", 50.0, "cm", None, 53.0, True),
    ("number", 50.0, "cm", None, 53.1, False),
    ("number", 0.5, "m", None, 0.47, True),
    ("number", 0.5, "m", None, 0.46, False),
    ("number", 4.002, "m", None, "400.2 cm", True),
    ("number", 1.3, "m", None, "1.3 metres", True),
    ("number", 1.524, "m", None, "5 ft", True),
    ("number", 90.0, "deg", None, 80.0, True),
    ("number", 90.0, "deg", None, 79.0, False),
    ("choice", 50.0, "cm", options(50.0, 52.0), 52.0, False),
    ("choice", 50.0, "cm", options(50.0, 52.0), 50.0, True),
    ("choice", 50.0, "cm", options(50.0, 52.0), "0.5 m", True),
    ("choice", 50.0, "cm", options(50.0, 52.0), "B", False),
    ("choice", 2, None, options(1, 2, 3), "2", True),
    ("choice", 2, None, options(1, 2, 3), "two", True),
    ("choice", "red mug", None, options("blue mug", "red mug", of_things=True), "b", True),
    ("choice", "red mug", None, options("blue mug", "red mug", of_things=True), "Red mug", True),
    ("choice", "red mug", None, options("blue mug", "red mug", of_things=True), "(A) the blue mug", False),
    ("list", ["x", "y"], None, options("y", "x", of_things=True), ["B", "A"], True),
    ("list", ["x", "y"], None, options("y", "x", of_things=True), "the x, then the y", True),
    ("list", ["x", "y"], None, options("y", "x", of_things=True), "AB", False),
    ("list", ["x", "y"], None, options("y", "x", of_things=True), "x", False),
]


@pytest.mark.parametrize(("kind", "answer", "unit", "options", "value", "right"), VALUES)
def test_values(kind: str, answer: Any, unit: str | None, options: Any, value: Any, right: bool) -> None:
    answers = answer if kind == "list" else [answer]
    task = saying(1, kind, *answers, answer_unit=unit, options=options)
    found = prediction_of(task, {"task": "task1", "answer": value})
    assert found.unreadable is None
    assert grade(task, found).first is right


@pytest.mark.parametrize(
    ("kind", "answer", "unit", "options", "value", "words"),
    [
        ("yes_no", True, None, None, 1, "yes or no"),
        ("yes_no", True, None, None, "perhaps", "yes or no"),
        ("yes_no", True, None, None, None, "it is empty"),
        ("label", "left", None, None, 3, "it must be a text"),
        ("label", "left", None, None, "", "it is empty"),
        ("number", 3, None, None, True, "it must be a number"),
        ("number", 3, None, None, "many", "there is no number in it"),
        ("number", 3, None, None, -3, "it is negative"),
        ("number", 1.2, "m", None, "-120 cm", "it is negative"),
        ("number", 1.2, "m", None, "30 degrees", "its unit is none of lengths"),
        ("number", 90.0, "deg", None, "30 cm", "its unit is none of angles"),
        ("number", 1.2, "m", None, 1e999, "no finite number"),
        ("choice", "x", None, options("w", "x"), "C", "neither one of the letters A, B nor"),
        ("choice", "x", None, options("wide", "tall"), "A. tall", "neither one of the letters"),
        ("choice", 2, None, options(1, 2), "5", "neither one of the letters"),
        ("list", "x", None, options("x", "y", of_things=True), {}, "it must be a list of options"),
        ("list", "x", None, options("x", "y", of_things=True), ["x", "z"], "neither one of the letters"),
    ],
)
def test_values_that_cannot_be_read(
    kind: str, answer: Any, unit: str | None, options: Any, value: Any, words: str
) -> None:
    task = saying(1, kind, answer, answer_unit=unit, options=options)
    found = prediction_of(task, {"task": "task1", "answer": value})
    assert found.unreadable is not None
    assert words in found.unreadable
    assert not grade(task, found).ever


def test_answers_that_the_robot_reaches_are_the_headline() -> None:
    task = pointing(1, *RECTANGLES, feasible=["thing1"])
    unreachable, reachable = (5.0, 5.0), (25.0, 10.0)
    assert grade(task, Prediction("task1", points=(unreachable,))) == Grade(None, 1)
    assert grade(task, Prediction("task1", points=(reachable,))) == Grade(1, 1)
    assert grade(task, Prediction("task1", points=(unreachable, reachable))) == Grade(2, 1)


def test_a_point_on_an_undecided_space_is_right() -> None:
    task = evolve(pointing(1, *RECTANGLES), answers=["thing0"], feasible=["thing0"], undecided=["thing1"])
    assert grade(task, Prediction("task1", points=((25.0, 10.0),))) == Grade(1, 1)
    assert grade(task, Prediction("task1", points=((15.0, 10.0),))) == Grade()


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ({}, "field points is missing"),
        ({"answer": "thing0"}, "field answer: this task is answered with points"),
        ({"points": []}, "1 to 3 attempts"),
        ({"points": [[1, 2]] * 4}, "1 to 3 attempts"),
        ({"points": [1, 2]}, "a list of [x, y]"),
        ({"points": [[1, "2"]]}, "a list of [x, y]"),
        ({"points": [[1, 2, 3]]}, "a list of [x, y]"),
        ({"points": [[1, float("nan")]]}, "a list of [x, y]"),
        ({"points": [[1, True]]}, "a list of [x, y]"),
        ({"points": "left"}, "a list of [x, y]"),
    ],
)
def test_points_that_cannot_be_read(data: dict[str, Any], words: str) -> None:
    found = prediction_of(TWO, {"task": "task1", **data})
    assert found.unreadable is not None
    assert words in found.unreadable
    assert not grade(TWO, found).ever


def test_words_that_cannot_be_read() -> None:
    task = saying(1, "label", "left")
    assert prediction_of(task, {"task": "task1", "points": [[1, 2]]}).unreadable
    assert prediction_of(task, {"task": "task1", "answer": ""}).unreadable == "field answer: it is empty"
    assert prediction_of(task, {"task": "task1", "answer": "left"}).unreadable is None


def test_a_file_of_all_kinds_of_lines(tmp_path: Path) -> None:
    path = tmp_path / "p.jsonl"
    lines = [
        json.dumps({"task": "task1", "points": [[1, 2]]}),
        "",
        "no json",
        "[]",
        json.dumps({"points": [[1, 2]]}),
        json.dumps({"task": "nobody", "points": [[1, 2]]}),
        json.dumps({"task": "task1", "points": [[3, 4]]}),
        json.dumps({"task": "task2", "points": None}),
    ]
    path.write_text("\ufeff" + "\r\n".join(lines), encoding="utf-8")
    found = read_predictions(path, {"task1": TWO, "task2": TWO})
    assert found.by_task["task1"].points == ((1.0, 2.0),)
    assert [place.split(": ")[0] for place in found.lost] == [f"{path}:{n}" for n in (3, 4, 5)]
    assert found.unknown == (f"{path}:6: the set has no task nobody",)
    assert found.repeated == (f"{path}:7: task task1 is answered already; the first answer counts",)
    assert str(found.by_task["task2"].unreadable).startswith(f"{path}:8: field points: it must be")
