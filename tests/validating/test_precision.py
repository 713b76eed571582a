"""Stated precision: answers, options and readings are rounded to it, no answer is near to where it would be
rounded to another one, and what is not so is found."""

from __future__ import annotations

import json
import math
import shutil
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from espire_dsl.language.families.family import Answer
from espire_dsl.language.types import ANGLE, INT, LENGTH
from espire_dsl.scoring.grading import grade
from espire_dsl.scoring.metrics import mean_relative_accuracy
from espire_dsl.scoring.prediction import Prediction
from espire_dsl.tasks.files import load
from espire_dsl.tasks.spoken_numbers import as_recorded, rounding_share, step_in_unit
from espire_dsl.tasks.task import Task
from espire_dsl.validating.validate import validate
from tests.scoring.handmade import saying
from tests.task_sets.making import stamp

NUMBER, CHOICE = "question.to_a_decimetre", "question.chosen_to_a_decimetre"


def tasks_of(folder: Path, family: str) -> list[Task]:
    found = [task for task in load(folder).tasks if task.family == family]
    assert len(found) == 6
    return found


def measured(task: Task) -> float:
    """What the last step of the program gave, before it was rounded."""
    value = task.trace[-1]["output"]
    assert isinstance(value, float)
    return value


def test_the_set_is_valid(clauses: Path) -> None:
    assert validate(clauses).findings == ()


def test_answers_are_rounded_to_the_step(clauses: Path) -> None:
    for task in tasks_of(clauses, NUMBER):
        assert (task.answer_unit, task.answer_step) == ("m", 0.1)
        assert task.answers == [round(measured(task), 1)]
        assert task.readings[task.reading or ""] == task.answers
        assert abs(measured(task) - task.answers[0]) <= 0.04 + 1e-9


def test_options_are_rounded_to_the_step(clauses: Path) -> None:
    for task in tasks_of(clauses, CHOICE):
        assert (task.answer_unit, task.answer_step) == ("cm", 10)
        assert abs(100 * measured(task) - task.answers[0]) <= 2 + 1e-9
        values = [option["value"] for option in task.options or ()]
        assert len(set(values)) == 4
        assert all(value % 10 == 0 for value in values)
        assert [option["text"] for option in task.options or ()] == [f"{value:.0f} cm" for value in values]


@pytest.mark.parametrize(
    ("family", "change", "field"),
    [
        (NUMBER, {"answers": [0.93]}, "answers"),
        (NUMBER, {"answer_step": 0.2}, "answer_step"),
        (NUMBER, {"answer_step": None}, "answer_step"),
        (NUMBER, {"answer_step": 0}, "answer_step"),
    ],
)
def test_what_is_not_rounded_so_is_found(
    clauses: Path, tmp_path: Path, family: str, change: dict[str, Any], field: str
) -> None:
    folder = Path(shutil.copytree(clauses, tmp_path / "set"))
    path = folder / "tasks.jsonl"
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    next(row for row in rows if row["family"] == family).update(change)
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    stamp(folder)
    assert field in {finding.field for finding in validate(folder).findings}


@given(
    st.sampled_from([(LENGTH, "m", 1), (LENGTH, "cm", 100), (ANGLE, "deg", 1), (INT, None, 1)]),
    st.integers(1, 60),
    st.integers(0, 20_000),
)
def test_rounding_against_fractions(kind: tuple[Any, str | None, int], step: int, value: int) -> None:
    """In hundredths (counts: as they are), by exact arithmetic."""
    type_, unit, scale = kind
    by = 1 if type_ == INT else 100
    answer = Answer("number", type_, unit, step / by)
    (found,) = as_recorded(answer, [value if type_ == INT else value / by])
    steps = math.floor(Fraction(value, step) + Fraction(1, 2))
    assert found == pytest.approx(steps * step * scale / by, abs=1e-9)
    assert isinstance(found, int) is (type_ == INT)
    assert step_in_unit(answer) == pytest.approx(step * scale / by)
    away = Fraction(1, 2) - abs(Fraction(value, step) - steps)
    assert rounding_share(step / by, value / by) == pytest.approx(float(away), abs=1e-8)


@pytest.mark.parametrize(
    ("said", "right", "accuracy"),
    [(1.2, True, 1.0), (1.24, True, 1.0), (1.16, True, 1.0), (1.26, False, 0.9), (0.6, False, 0.1)],
)
def test_scores_go_by_the_step(said: float, right: bool, accuracy: float) -> None:
    task = saying(1, "number", 1.2, answer_unit="m", answer_step=0.1)
    found = grade(task, Prediction("task1", answer=said))
    assert (found.first, found.accuracy) == (right, accuracy)


@given(st.integers(1, 40), st.floats(0, 5), st.sampled_from([0.05, 0.1, 0.5]))
def test_whatever_rounds_to_the_answer_is_right(steps: int, said: float, step: float) -> None:
    right = steps * step
    task = saying(1, "number", right, answer_unit="m", answer_step=step)
    off = abs(said - right)
    if abs(off - step / 2) > 1e-6:
        found = grade(task, Prediction("task1", answer=said))
        assert found.first is (off < step / 2)
        assert found.accuracy is not None
        assert not found.first or found.accuracy == 1.0
        assert found.accuracy == mean_relative_accuracy(right, said, step)
