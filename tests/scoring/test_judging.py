"""What counts as a right answer, and what cannot be read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from espire_dsl.scoring.judging import is_right_value, judge
from espire_dsl.scoring.prediction import Prediction
from espire_dsl.scoring.reading import prediction_of, read_predictions
from tests.scoring.handmade import HEIGHT, WIDTH, pointing, saying

RECTANGLES = ((0, 0, 10, 10), (20, 5, 30, 25))
TWO = pointing(1, *RECTANGLES)


@given(st.floats(-5, WIDTH + 5), st.floats(-5, HEIGHT + 5))
def test_a_point_is_right_on_the_mask_of_any_answer(x: float, y: float) -> None:
    expected = any(left <= x < right and top <= y < bottom for left, top, right, bottom in RECTANGLES)
    assert judge(TWO, Prediction("task1", points=((x, y),))).first == expected


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
    assert judge(TWO, Prediction("task1", points=points)).right_at == right_at


@pytest.mark.parametrize(
    ("kind", "answer", "unit", "choices", "value", "right"),
    [
        ("yes_no", True, None, None, "Yes", True),
        ("yes_no", True, None, None, True, True),
        ("yes_no", True, None, None, "no", False),
        ("yes_no", False, None, None, False, True),
        ("yes_no", True, None, None, 1, False),
        ("yes_no", True, None, None, "perhaps", False),
        ("label", "north east", None, None, " North  East. ", True),
        ("label", "left", None, None, "right", False),
        ("label", "left", None, None, 3, False),
        ("number", 3, None, None, 3, True),
        ("number", 3, None, None, "3", True),
        ("number", 3, None, None, 4, False),
        ("number", 3, None, None, True, False),
        ("number", 3, None, None, "three", False),
        ("number", 50.0, "cm", None, 53.0, True),
        ("number", 50.0, "cm", None, 53.1, False),
        ("number", 0.5, "m", None, 0.47, True),
        ("number", 0.5, "m", None, 0.46, False),
        ("number", 90.0, "deg", None, 80.0, True),
        ("number", 90.0, "deg", None, 79.0, False),
        ("choice", 50.0, "cm", [50.0, 52.0], 52.0, False),
        ("choice", 50.0, "cm", [50.0, 52.0], 50.0, True),
        ("choice", "book_1", None, ["book_1", "book_2"], "book_1", True),
    ],
)
def test_values(kind: str, answer: Any, unit: str | None, choices: Any, value: Any, right: bool) -> None:
    task = saying(1, kind, answer, answer_unit=unit, choices=choices)
    assert is_right_value(task, value) is right


def test_lists_are_right_in_their_order() -> None:
    task = saying(1, "list", "a", "b")
    assert is_right_value(task, ["A", "b"])
    assert not is_right_value(task, ["b", "a"])
    assert not is_right_value(task, "a")


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ({}, "field points is missing"),
        ({"answer": "thing0"}, "field answer: this task is answered with points"),
        ({"points": []}, "1 to 3 attempts"),
        ({"points": [[1, 2]] * 4}, "1 to 3 attempts"),
        ({"points": [1, 2]}, "a list of [x, y] in pixels"),
        ({"points": [[1, "2"]]}, "a list of [x, y] in pixels"),
        ({"points": [[1, 2, 3]]}, "a list of [x, y] in pixels"),
        ({"points": [[1, float("nan")]]}, "a list of [x, y] in pixels"),
        ({"points": [[1, True]]}, "a list of [x, y] in pixels"),
        ({"points": "left"}, "a list of [x, y] in pixels"),
    ],
)
def test_points_that_cannot_be_read(data: dict[str, Any], words: str) -> None:
    found = prediction_of(TWO, {"task": "task1", **data})
    assert found.unreadable is not None
    assert words in found.unreadable
    assert not judge(TWO, found).ever


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
