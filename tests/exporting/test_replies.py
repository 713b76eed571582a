"""What is read out of a reply, and that it is graded as `espirec score` grades."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from espire_dsl.exporting.replies import entry_of, graded
from espire_dsl.scoring.conventions import ORDERS, SCALES, Convention
from espire_dsl.scoring.scored import scored
from tests.exporting.making import tasks
from tests.scoring.handmade import HEIGHT, WIDTH, pointing

TASK = pointing(0, (10, 5, 20, 15))


@pytest.mark.parametrize(
    ("reply", "point"),
    [
        ('{"point_2d": [3, 4]}', [3, 4]),
        ('```json\n[{"point_2d": [3.5, 4], "label": "book"}]\n```', [3.5, 4]),
        ("(0.25, .5)", [0.25, 0.5]),
        ('The box is [1, 2]; {"point": [3, 4]}', [3, 4]),
        ("<think>maybe [9, 9]</think> [3, 4] or [5, 6]", [3, 4]),
        ("[-3, 4]", [-3, 4]),
    ],
)
def test_points_are_found(reply: str, point: list[float]) -> None:
    assert entry_of(TASK, reply) == {"task": TASK.id, "points": [point]}


@pytest.mark.parametrize("reply", ["", "I cannot", "3, 4", "[3; 4]", "[1, 2, 3]", "<think>[3, 4]</think>"])
def test_what_is_no_point_is_wrong_and_does_not_stop_anything(reply: str) -> None:
    assert entry_of(TASK, reply)["points"] == []
    assert graded(TASK, reply, Convention()).right_at is None


@given(
    st.floats(0, WIDTH - 0.01),
    st.floats(0, HEIGHT - 0.01),
    st.sampled_from(sorted(SCALES)),
    st.sampled_from(ORDERS),
)
def test_a_point_is_right_in_every_convention_if_its_pixel_is(
    x: float, y: float, points: str, order: str
) -> None:
    most = SCALES[points]
    told = [x if most is None else x / WIDTH * most, y if most is None else y / HEIGHT * most]
    convention = Convention(points, order)
    reply = json.dumps({"point_2d": told if order == "xy" else told[::-1]})
    read = convention.in_pixels((told[0], told[1]) if order == "xy" else (told[1], told[0]), (WIDTH, HEIGHT))
    right = 10 <= int(read[0]) < 20 and 5 <= int(read[1]) < 15
    assert graded(TASK, reply, convention).first == right


@pytest.mark.parametrize(
    "replies",
    [
        ["[25, 15]", "[1, 1]", "Yes.", "No.", "B", "40 cm", "0.4 m", "3", "Red", "C, A, B"],
        ["[3, 3]", "[30, 1]", "no", "?", "(b)", "A", "44 cm", "about four", "dark red", "A, B, C"],
    ],
)
def test_grades_are_those_of_the_score_of_a_file(replies: list[str], tmp_path: Path) -> None:
    asked = tasks()[: len(replies)]
    lines = [json.dumps(entry_of(task, reply)) for task, reply in zip(asked, replies, strict=True)]
    (tmp_path / "mine.jsonl").write_text("\n".join(lines))
    found = scored(asked, tmp_path / "mine.jsonl")
    grades = [graded(task, reply, Convention()) for task, reply in zip(asked, replies, strict=True)]
    assert found.all is not None
    assert found.all.whole.first.hits == sum(grade.first for grade in grades)
    assert found.all.whole.first_of_all.hits == sum(grade.right_at_any == 1 for grade in grades)
